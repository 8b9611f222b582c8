import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChatbot } from '../../support/chatbot.ts';
import { startPlatform } from '../../support/platform.ts';

test('calls that leave a span are counted where their organization can read it, and untraced ones are not', async (t) => {
  const chatbot = await startChatbot();
  t.after(() => chatbot.stop());
  const platform = await startPlatform({ env: { CHATBOT_URL: chatbot.url } });
  t.after(() => platform.close());
  const { token } = await platform.signUp();
  const [endpoint] = (await platform.call('GET', '/endpoints', { token })).body;
  const invoke = () =>
    platform.call('POST', `/endpoints/${endpoint.id}/invoke`, {
      token,
      body: { input: 'What is a premium?' },
    });
  const counted = async (): Promise<number> => {
    // Reading the traces writes out what is still on its way.
    await platform.call('GET', '/traces', { token });
    const { resources } = (await platform.call('GET', '/usage', { token })).body;
    return resources.find((item: { resource: string }) => item.resource === 'tracing_spans').used;
  };
  assert.equal(await counted(), 0);
  await Promise.all([invoke(), invoke(), invoke()]);
  assert.equal(await counted(), 3);
  await platform.call('PATCH', `/endpoints/${endpoint.id}`, { token, body: { disable_tracing: true } });
  await invoke();
  assert.equal(await counted(), 3);
  const history = await platform.call('GET', '/usage/history?resource=tracing_spans', { token });
  assert.equal(
    history.body.reduce((sum: number, day: { amount: number }) => sum + day.amount, 0),
    3,
  );
});
