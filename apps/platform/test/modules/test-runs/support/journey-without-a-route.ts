import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { startChatbot } from '../../../support/chatbot.ts';
import { makeEndpoint, openWorkshop } from './workshop.ts';

/** Set → run → compare → report, on the embedded database against the demo chatbot. Prints what it came to as its last line. */
const reachable = Object.keys(networkInterfaces());
assert.deepEqual(reachable, ['lo']);
const chatbot = await startChatbot({ CHATBOT_API_KEY: '' });
const shop = await openWorkshop();
try {
  const asking = (useCase: string) =>
    makeEndpoint(shop.call, `${chatbot.url}/chat`, {
      name: useCase,
      request_mapping: { message: '{{ input }}', use_case: useCase },
      response_mapping: { output: '$.message' },
    });
  const [sound, flawed] = [await asking('parcels-sound'), await asking('parcels')];
  const expecting = (content: string, value: string) => ({
    prompt: { content },
    metrics: [{ metric: shop.metricId, args: { values: [value] } }],
  });
  const set = await shop.makeSet([], {
    metrics: [],
    tests: [
      expecting('When are you open?', '8:00'),
      expecting('How much are 3 parcels of 4 kg?', '20.70'),
      expecting('What compensation do I get for a lost parcel?', '100 euros'),
    ],
  });
  const before = await shop.ended((await shop.start(set, {}, sound)).test_run_id);
  const after = await shop.ended((await shop.start(set, {}, flawed)).test_run_id);
  const compared = await shop.call('GET', `/test_runs/compare?runs=${before.id},${after.id}`);
  assert.equal(compared.status, 200, compared.text);
  const [comparison] = compared.body.comparisons;
  const report = await shop.call('GET', `/test_runs/${after.id}/download?format=html`);
  assert.equal(report.status, 200);
  process.stdout.write(
    `${JSON.stringify({
      sound: before.counts.passed,
      flawed: after.counts.failed,
      regressed: comparison.counts.regressed,
      report:
        /<html/.test(report.text) &&
        !/https?:\/\/(?!127\.0\.0\.1|localhost)[^"'\s<]+\.(?:js|css|woff2?)/.test(report.text),
    })}\n`,
  );
} finally {
  await shop.close();
  await chatbot.stop();
}
