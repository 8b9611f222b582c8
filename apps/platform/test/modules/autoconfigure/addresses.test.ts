import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sendJson, startTargetServer } from '@sonde/fakes';
import { configurationOf, createEngine } from '../invocation/support/engine.ts';
import { createService } from './support.ts';

const service = createService();
const engine = createEngine();
const target = await startTargetServer();
after(async () => {
  await service.close();
  await engine.close();
  await target.close();
});

const sample = '{"message": "Where is my order?"} answers {"reply": "On its way."}';
const NOT_CALLED: [what: string, text: string, url: string | undefined, why: RegExp][] = [
  ['an address that is typed', sample, 'ftp://files.example.com/chat', /ftp:\/\/ cannot be tried/],
  [
    'an address that is pasted',
    `curl gopher://files.example.com/chat -d '{"message":"Hi?"}'`,
    undefined,
    /gopher:\/\/ cannot be tried/,
  ],
  ['an address of prose', `url: ftp://files.example.com/chat\n${sample}`, undefined, /ftp:\/\/ cannot be/],
  ['no address', sample, undefined, /neither the text nor the form names the address/],
  ['half an address', sample, 'https://', /not a whole one/],
];
for (const [what, input_text, url, why] of NOT_CALLED) {
  test(`why nothing was called is said: ${what}`, async () => {
    const told: string[] = [];
    const result = await service.run(
      { input_text, ...(url === undefined ? {} : { url }) },
      { onProgress: ({ step, state, label }) => void (step === 'probe' && told.push(`${state}: ${label}`)) },
    );
    assert.equal(result.status, 'partial');
    assert.equal(result.probe_attempts, 0);
    assert.match(String(result.probe_error), why);
    assert.deepEqual(told, [`skipped: ${result.probe_error}`]);
  });
}

test('the files of a call go where the paste sends a file, and a call without one leaves it out', async () => {
  target.route('/up', (_request, response) => sendJson(response, 200, { reply: 'It is a cat.' }));
  const input_text = `curl -F photo=@cat.png -F scan=@dog.png -F 'message=What is it?' ${target.url('/up')}`;
  const result = await service.run({ input_text });
  assert.equal(result.probe_success, true, JSON.stringify(result));
  const form = async (files?: object[]) => {
    const { url, method, request_headers: requestHeaders, request_mapping, response_mapping } = result;
    const configuration = configurationOf({
      url: url ?? '',
      method,
      requestHeaders,
      requestMapping: request_mapping ?? {},
      responseMapping: response_mapping,
    });
    await engine.invocation.invoke(configuration, { input: 'Hi?', ...(files && { files }) });
    const { text, headers } = target.requests.at(-1) ?? assert.fail();
    const type = headers['content-type'] ?? '';
    return new Response(text, { headers: { 'content-type': type } }).formData();
  };
  assert.deepEqual([...(await form()).keys()], ['message']);
  const one = {
    filename: 'one.txt',
    content_type: 'text/plain',
    data: Buffer.from('one').toString('base64'),
  };
  const sent = await form([one, { ...one, filename: 'two.txt' }]);
  const names = ['photo', 'scan'].map((name) => (sent.get(name) as File).name);
  assert.deepEqual(names, ['one.txt', 'two.txt']);
});

test('a socket that answers is verified, though it has no status', async () => {
  target.routeSocket('/socket', (socket) => {
    socket.on('message', (data) => {
      const { message } = JSON.parse((data as Buffer).toString()) as { message: string };
      socket.send(JSON.stringify({ reply: `You asked: ${message}` }));
    });
  });
  const url = target.socketUrl('/socket');
  const result = await service.run({ input_text: sample, url });
  assert.equal(result.probe_error, null, JSON.stringify(result));
  assert.equal(result.probe_success, true);
  assert.equal(result.protocol, 'WebSocket');
  assert.deepEqual(result.request_mapping, { message: '{{ input }}' });
});

test('a socket that cannot be opened says where, why and what helps', async () => {
  const result = await service.run({ input_text: sample, url: target.socketUrl('/none') });
  assert.equal(result.probe_success, false);
  assert.match(
    String(result.probe_error),
    /^The call ended at the stage "\w+": .+ Check that the path is the one of a WebSocket endpoint\.$/,
  );
  const busy = await service.run({ input_text: sample, url: target.url('/none').replace('http', 'wss') });
  assert.match(String(busy.probe_error), /^The call ended at the stage "tls": .+ /);
});
