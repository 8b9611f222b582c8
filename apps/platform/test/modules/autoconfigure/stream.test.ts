import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PassThrough } from 'node:stream';
import type { Mount } from '../../../src/kernel/http/index.ts';
import { autoconfigureRoutes } from '../../../src/modules/autoconfigure/routes.ts';
import { createService } from './support.ts';

type Handler = (call: Record<string, unknown>) => Promise<{ body: PassThrough }>;

test('a failure in the middle of the steps carries an error_id, and the log line under it the cause', async () => {
  const cause = new Error('the parameters cannot be read');
  const service = createService({ parametersOf: () => Promise.reject(cause) });
  const logged: Record<string, unknown>[] = [];
  let handle: Handler | undefined;
  const mount = ((_operation: unknown, handler: unknown) =>
    void (handle = handler as Handler)) as unknown as Mount;
  autoconfigureRoutes(mount, service.autoconfigure);
  try {
    const answer = await handle?.({
      principal: service.principal,
      body: { input_text: `curl http://127.0.0.1:9/chat -d '{"message": "Hello?"}'`, probe: true },
      request: {
        id: 'failure-1',
        headers: { accept: 'text/event-stream' },
        log: { error: (line: Record<string, unknown>) => logged.push(line) },
      },
      signal: new AbortController().signal,
    });
    assert.ok(answer);
    let text = '';
    for await (const chunk of answer.body) text += String(chunk);
    const problem = JSON.parse(/event: error\ndata: (.*)\n/.exec(text)?.[1] ?? '{}') as Record<
      string,
      unknown
    >;
    assert.equal(problem['error_id'], 'failure-1');
    assert.equal(problem['status'], 500);
    assert.equal(problem['code'], 'server.error');
    assert.ok(!text.includes(cause.message));
    assert.deepEqual(
      logged.map(({ err, error_id }) => ({ err, error_id })),
      [{ err: cause, error_id: 'failure-1' }],
    );
  } finally {
    await service.close();
  }
});
