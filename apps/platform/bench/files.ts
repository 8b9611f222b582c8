import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { startPlatform } from '../test/support/platform.ts';
import { memoryAtRest } from './memory-at-rest.ts';
import { pdf } from '../test/support/documents.ts';
import { extracted, uploadOne, type Sent } from '../test/modules/files/support/uploads.ts';

const aims = { upload_ratio: 0.5, download_ratio: 0.5, slowdown_of_others: 2, at_rest_mb: 1200 };
const bytes = randomBytes(32 * 1024 * 1024);
const times = 6;
const rounds = 5;

/** Megabytes per second through the platform and through a bare Fastify that streams to and from a file. */
export async function run(): Promise<Record<string, unknown>> {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bench-files-'));
  const bare = await startBare(directory);
  const platform = await startPlatform();
  const { token } = await platform.signUp();
  const address = await platform.listen();
  const authorization = { authorization: `Bearer ${token}` };
  const ids: string[] = [];
  const upload = async (): Promise<void> => {
    const form = new FormData();
    form.append('files', new Blob([bytes]), 'bench.bin');
    const answer = await fetch(`${address}/api/v1/files`, {
      method: 'POST',
      headers: authorization,
      body: form,
    });
    const [file] = (await answer.json()) as [{ id: string }];
    ids.push(file.id);
  };
  const uploads = await compare(upload, async () => {
    const form = new FormData();
    form.append('files', new Blob([bytes]), 'bench.bin');
    await (await fetch(`${bare.address}/upload`, { method: 'POST', body: form })).text();
  });
  const downloads = await compare(
    () => drain(`${address}/api/v1/files/${ids[0]}/content`, authorization),
    () => drain(`${bare.address}/download`),
  );
  const others = await besideReading();
  await platform.close();
  await bare.close();
  rmSync(directory, { recursive: true, force: true });
  return { aims, upload: uploads, download: downloads, others, at_rest: await memoryAtRest() };

  /** How long an ordinary request takes while documents are read and pictures are made: in turns with nothing else going on. */
  async function besideReading(): Promise<Record<string, number>> {
    const ask = () => drain(`${address}/api/v1/users/me`, authorization);
    const [alone, beside]: [number[], number[]] = [[], []];
    await timesOf(ask, 50);
    for (let turn = 0; turn < rounds; turn += 1) {
      const documents = documentsOf(turn);
      alone.push(...(await timesOf(ask, 100)));
      const reading = readAndPaint(documents);
      beside.push(...(await timesOf(ask, 100)));
      await reading;
    }
    const [quiet, busy] = [p99(alone), p99(beside)];
    return { alone_p99_ms: quiet, beside_p99_ms: busy, slowdown: round(busy / quiet) };
  }

  async function readAndPaint(documents: readonly Sent[]): Promise<void> {
    const files = await Promise.all(documents.map((file) => uploadOne(platform, token, file)));
    await Promise.all(files.map(({ id }) => drain(`${address}/api/v1/files/${id}/thumbnail`, authorization)));
    await Promise.all(files.map(({ id }) => extracted(platform, token, id)));
  }
}

/** New ones each time, since what has been read or painted once is kept; made before anything is measured. */
function documentsOf(turn: number): Sent[] {
  const pages = Array.from({ length: 400 }, (_, index) => `Page ${index} of a long document`);
  return Array.from({ length: 4 }, (_, index) => ({
    bytes: pdf([...pages, `${turn} ${index}`]),
    name: `${turn}-${index}.pdf`,
  }));
}

async function startBare(directory: string) {
  const app = Fastify();
  const file = join(directory, 'bare');
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.post('/upload', async ({ raw }) => {
    await pipeline(raw, createWriteStream(file));
    return 'ok';
  });
  app.get('/download', async (_request, reply) => reply.send(createReadStream(file)));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address, close: () => app.close() };
}

/** In turns, so that whatever else the machine does meets both. */
async function compare(ours: () => Promise<void>, theirs: () => Promise<void>) {
  await ours();
  await theirs();
  let [oursMs, theirsMs] = [0, 0];
  for (let time = 0; time < times; time += 1) {
    oursMs += await milliseconds(ours);
    theirsMs += await milliseconds(theirs);
  }
  const rate = (total: number): number => round((times * bytes.length) / 1024 / 1024 / (total / 1000));
  return { mb_per_second: rate(oursMs), bare_mb_per_second: rate(theirsMs), ratio: round(theirsMs / oursMs) };
}

async function drain(url: string, headers: Record<string, string> = {}): Promise<void> {
  const { body } = await fetch(url, { headers });
  if (body) for await (const _chunk of body);
}

async function timesOf(work: () => Promise<void>, count: number): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push(await milliseconds(work));
  return all;
}

const p99 = (all: readonly number[]): number =>
  round(all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.99)] ?? 0);

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const round = (value: number): number => Math.round(value * 100) / 100;
