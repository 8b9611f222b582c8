import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { candidatesFrom } from '../../../src/modules/explorer/candidates.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import type { Json } from '../../support/platform.ts';

let shop: Workshop;
let endpoint: string;
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/claims', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'a good answer' }));
  });
  endpoint = await makeEndpoint(shop.call, shop.target.url('/claims'));
});
after(() => shop.close());

async function ok(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await shop.call(method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}
async function ended(taskId: string): Promise<Json> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const job = await ok('GET', `/jobs/${taskId}`);
    if (job.finished_at) return job;
    await pause(25);
  }
  throw new Error('The job did not end.');
}

test('a metric that is turned round raises the score where it passes, what is undecided has none, and all tests are told', async () => {
  const metricOf = async (name: string, kind: string, more: Json): Promise<string> =>
    (await ok('POST', '/metrics', { name, backend: 'builtin', kind, metric_scope: ['Single-Turn'], ...more }))
      .id;
  const turned = await metricOf('No card number', 'regex', {
    args: { pattern: 'card [0-9]+' },
    negate: true,
  });
  const open = await metricOf('Look at it', 'for_a_person', { args: { what: 'Is it polite?' } });
  const scoresBy = async (metrics: readonly string[]): Promise<Json[]> => {
    const { id } = await ok('POST', '/explorer', { name: `By ${metrics.length}` });
    await ok('PUT', `/explorer/${id}/settings`, { default_endpoint_id: endpoint, metric_ids: metrics });
    for (const input of ['one', 'two', 'three', 'four', 'five'])
      await ok('POST', `/explorer/${id}/tests`, { topic: 'Cards', input });
    const started = await ok('POST', `/explorer/${id}/generate_outputs`, { evaluate: true });
    const job = await ended(started.task_id);
    assert.deepEqual(
      [job.title.split(' · ')[0], job.progress.step, job.progress.total, job.progress.label],
      ['Ask and score', 5, 5, '5 of 5 tests.'],
    );
    return (await ok('GET', `/explorer/${id}/tests`)).map(({ label, model_score: score }: Json) => [
      label,
      score,
    ]);
  };
  assert.deepEqual(
    await scoresBy([turned]),
    Array.from({ length: 5 }, () => ['pass', 1]),
  );
  assert.deepEqual(
    await scoresBy([turned, open]),
    Array.from({ length: 5 }, () => ['', null]),
  );
});

test('no question is asked about the wording of a requirement', () => {
  const example = {
    id: 'one',
    topic: 'Loans',
    input: 'Who borrowed The Hobbit?',
    isFailing: true,
    judging: null,
  };
  const rules = [
    'Must not give legal advice',
    'Never gives advice',
    'Says that books are lent for 21 days',
    'If it doesn’t know, it says so and gives the phone number 555-0140',
    'Declines politely',
    'Explains how to book a study room',
  ];
  const topics = ['Loans', 'Late fees', 'Study rooms', ...rules];
  const asked = candidatesFrom([example], topics, () => 0)
    .filter(({ made_by: by }) => by === 'neighbour')
    .map(({ topic }) => topic);
  assert.deepEqual(asked, ['Late fees', 'Study rooms']);
  const ofRule = candidatesFrom(
    [{ ...example, topic: 'Must not give legal advice' }],
    topics,
    () => 0,
  ).filter(({ made_by: by }) => by === 'neighbour');
  assert.deepEqual(ofRule, [], 'nor is what a rule asks put to another topic');
});
