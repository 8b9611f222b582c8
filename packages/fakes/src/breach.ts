import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { listenOnLoopback } from './listen.ts';

export interface FakeBreachService {
  readonly url: string;
  /** Passwords that it knows, with how often they were seen; 0 is padding. */
  readonly known: Map<string, number>;
  behaviour: 'answers' | 'fails' | 'hangs' | 'floods';
  readonly requests: { path: string; addPadding: string | undefined }[];
  close(): Promise<void>;
}

/** A range service for breached passwords, by the first five characters of a SHA-1 hash. */
export async function startFakeBreachService(): Promise<FakeBreachService> {
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    fake.requests.push({ path, addPadding: req.headers['add-padding'] as string | undefined });
    if (fake.behaviour === 'hangs') return;
    if (fake.behaviour === 'fails') return void res.writeHead(503).end();
    if (fake.behaviour === 'floods') return void res.end('0'.repeat(5 * 1024 * 1024));
    const prefix = path.replace('/range/', '');
    const lines = [...fake.known]
      .map(([password, count]) => ({ hash: sha1(password), count }))
      .filter(({ hash }) => hash.startsWith(prefix))
      .map(({ hash, count }) => `${hash.slice(5)}:${count}`);
    res.end([...lines, `${'0'.repeat(35)}:0`].join('\r\n'));
  });
  const fake: FakeBreachService = {
    url: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    known: new Map(),
    behaviour: 'answers',
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();
