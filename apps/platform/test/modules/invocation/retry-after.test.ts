import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { configurationOf, createEngine } from './support/engine.ts';

for (const [header, expected] of [
  ['7', 7000],
  ['Wed, 21 Oct 2015 07:28:10 GMT', 10_000],
  [['7', '10'], 10_000],
  ['soon', undefined],
  [undefined, undefined],
] as const) {
  test(`a target that answers 429 with Retry-After ${header?.toString() ?? 'left out'} is understood`, async (t) => {
    const server = createServer((_request, response) => {
      response.setHeader('date', 'Wed, 21 Oct 2015 07:28:00 GMT');
      if (header) response.setHeader('retry-after', [header].flat());
      response.writeHead(429).end('{"detail":"slow down"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => void server.close());
    const engine = createEngine();
    t.after(() => engine.close());
    const result = await engine.invocation.invoke(
      configurationOf({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat` }),
      { input: 'hello' },
    );
    assert.equal(result.status_code, 429);
    assert.equal(result['retry_after_ms'], expected);
  });
}
