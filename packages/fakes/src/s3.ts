import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './listen.ts';

/** How the server misbehaves: it is busy, or hangs up in the middle of an object. */
export type S3Behaviour = 'works' | 'busy' | 'cuts off';

export interface FakeS3 {
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly objects: Map<string, { bytes: Buffer; modifiedAt: Date }>;
  behaviour: S3Behaviour;
  /** This many further requests meet the misbehaviour; then the server works again. */
  misbehavesFor: number;
  requests: string[];
  close(): Promise<void>;
}

/** A bucket of an S3-compatible server, which checks Signature Version 4 as the real one does. */
export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((req, res) => {
    respond(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)));
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const fake: FakeS3 = {
    url,
    bucket: 'sonde-files',
    region: 'eu-test-1',
    accessKeyId: 'test-access-key',
    secretAccessKey: 'test-secret-of-the-stand-in',
    objects: new Map(),
    behaviour: 'works',
    misbehavesFor: Infinity,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const target = new URL(req.url ?? '/', url);
    fake.requests.push(`${req.method} ${target.pathname}`);
    const misbehaves = fake.behaviour !== 'works' && (fake.misbehavesFor -= 1) >= 0;
    const bytes = await readAll(req);
    if (!isSigned(fake, req, target)) return fault(res, 403, 'SignatureDoesNotMatch');
    if (misbehaves && fake.behaviour === 'busy') return fault(res, 503, 'SlowDown');
    const [, bucket, ...rest] = target.pathname.split('/');
    if (bucket !== fake.bucket) return fault(res, 404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    if (!key) return list(fake, target, res);
    if (req.method === 'PUT') {
      fake.objects.set(key, { bytes, modifiedAt: new Date() });
      return void res.writeHead(200, { etag: '"made-up"' }).end();
    }
    if (req.method === 'DELETE') {
      fake.objects.delete(key);
      return void res.writeHead(204).end();
    }
    const found = fake.objects.get(key);
    if (!found) return fault(res, 404, 'NoSuchKey');
    sendObject(req, res, found.bytes, misbehaves);
  }

  return fake;
}

function sendObject(req: IncomingMessage, res: ServerResponse, bytes: Buffer, cutsOff: boolean): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = range?.[2] ? Number(range[2]) : bytes.length - 1;
  const part = bytes.subarray(start, end + 1);
  res.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${bytes.length}` } : {}),
  });
  if (!cutsOff) return void res.end(part);
  res.write(part.subarray(0, Math.floor(part.length / 2)), () => res.destroy());
}

function list(fake: FakeS3, target: URL, res: ServerResponse): void {
  const prefix = target.searchParams.get('prefix') ?? '';
  const size = Number(target.searchParams.get('max-keys') ?? 1000);
  const after = target.searchParams.get('continuation-token') ?? '';
  const keys = [...fake.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, size);
  const more = keys.length > size;
  const contents = page.map((key) => {
    const object = fake.objects.get(key);
    return `<Contents><Key>${key}</Key><LastModified>${object?.modifiedAt.toISOString()}</LastModified><Size>${object?.bytes.length}</Size></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  res
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}${contents.join('')}</ListBucketResult>`,
    );
}

const longestClockDifferenceMs = 15 * 60_000;

/** Signature Version 4 from the request as it arrived; whatever was signed has to be what came. */
function isSigned(fake: FakeS3, req: IncomingMessage, target: URL): boolean {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      req.headers.authorization ?? '',
    );
  if (!authorization) return false;
  const [, accessKeyId, day = '', region, signedHeaders = '', signature = ''] = authorization;
  const time = String(req.headers['x-amz-date']);
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const isFresh = Math.abs(Date.now() - Date.parse(iso)) < longestClockDifferenceMs && time.startsWith(day);
  if (accessKeyId !== fake.accessKeyId || region !== fake.region || !isFresh) return false;
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return false;
  const query = [...target.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const headers = names.map((name) => `${name}:${String(req.headers[name] ?? '').trim()}\n`).join('');
  const payload = String(req.headers['x-amz-content-sha256']);
  const canonical = [req.method, target.pathname, query, headers, signedHeaders, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region ?? '', 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${fake.secretAccessKey}`),
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function fault(res: ServerResponse, status: number, code: string): void {
  res
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

async function readAll(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
