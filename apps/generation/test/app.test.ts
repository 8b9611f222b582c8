import assert from 'node:assert/strict';
import { createServer, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { createGenerationService } from '../src/app.ts';
import { readConfig } from '../src/config.ts';

/** A port where nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

let app: ReturnType<typeof createGenerationService>;
let url: string;
before(async () => {
  app = createGenerationService(
    readConfig({ GENERATION_PORT: '0', BACKEND_URL: `http://127.0.0.1:${await closedPort()}/api/v1` }),
  );
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => app.close());

const headers = { authorization: 'Bearer something', 'content-type': 'application/json' };

test('while the platform is away every request is told so, and health is well', async () => {
  for (const path of ['/generate', '/generate_batch']) {
    const response = await fetch(new URL(path, url), { method: 'POST', headers, body: '{}' });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '2']);
    assert.equal(Object(await response.json()).code, 'service.unavailable');
  }
  const health = await fetch(new URL('/health', url));
  assert.deepEqual([health.status, Object(await health.json()).service], [200, 'generation']);
});

test('without a bearer token nobody is asked, and other routes do not exist', async () => {
  assert.equal((await fetch(new URL('/generate', url), { method: 'POST', body: '{}' })).status, 401);
  assert.equal((await fetch(new URL('/generate', url))).status, 404);
});

test('a body that announces too much is refused before any of it is read', async () => {
  for (const [path, bytes] of [
    ['/generate', 1_048_577],
    ['/generate_batch', 8 * 1_048_576 + 1],
  ] as const) {
    const sending = httpRequest(new URL(path, url), {
      method: 'POST',
      headers: { ...headers, 'content-length': String(bytes) },
    });
    sending.flushHeaders();
    const [response] = await once(sending, 'response');
    assert.equal(Object(response).statusCode, 413);
    sending.on('error', () => undefined).destroy();
  }
});

test('a wrong setting is told by its name', () => {
  assert.throws(() => readConfig({ GENERATION_PORT: 'x' }), /GENERATION_PORT: must be a port number/);
  assert.throws(() => readConfig({ BACKEND_URL: 'ftp://x' }), /BACKEND_URL: must be an http or https URL/);
});
