import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startChatbot } from '../../support/chatbot.ts';
import { startPlatform } from '../../support/platform.ts';

const turns = 4;

for (const mode of ['public', 'authenticated'] as const) {
  test(`a fresh organization's first exploration of the demo chatbot finds out what it is about (${mode} mode)`, async (t) => {
    const key: Record<string, string> =
      mode === 'authenticated' ? { CHATBOT_API_KEY: 'demo-key-for-this-test' } : {};
    const chatbot = await startChatbot(key);
    t.after(() => chatbot.stop());
    const platform = await startPlatform({ env: { CHATBOT_URL: chatbot.url, ...key } });
    t.after(() => platform.close());
    const { token } = await platform.signUp({ organization: 'Harbour Mutual' });
    const [endpoint] = (await platform.call('GET', '/endpoints', { token })).body;

    const started = await platform.call('POST', `/endpoints/${endpoint.id}/explore`, {
      token,
      body: { strategy: 'domain_probing', max_turns: turns },
    });
    assert.equal(started.status, 200, started.text);
    let job = await platform.call('GET', `/jobs/${started.body.task_id}`, { token });
    for (let attempt = 0; attempt < 4800 && !job.body.finished_at; attempt += 1) {
      await pause(25);
      job = await platform.call('GET', `/jobs/${started.body.task_id}`, { token });
    }
    assert.equal(job.body.status, 'SUCCESS', job.text);
    assert.equal(job.body.result.strategy_findings.domain, 'insurance');
    assert.ok(job.body.result.turns_used > 0 && job.body.result.turns_used <= turns);
    assert.doesNotMatch(job.text, /demo-key-for-this-test/, 'the key shows nowhere in the findings');
    const seen = await platform.call('GET', `/endpoints/${endpoint.id}`, { token });
    assert.equal(
      seen.body.last_test_success,
      true,
      'an application that has answered is not "not tested yet"',
    );
  });
}
