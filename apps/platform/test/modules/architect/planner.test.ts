import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { architectExamples, exampleAbout, type TestRun } from '@sonde/contract';
import { intentNames, intentOf } from '../../../src/modules/architect/planner/intents.ts';
import { refusalIn, type Hands } from '../../../src/modules/architect/hands.ts';
import { testable } from '../../../src/modules/architect/planner/doing.ts';
import { givesTest } from '#test-generation';
import { findNamed, nameMeant } from '../../../src/modules/architect/planner/naming.ts';
import { runInWords } from '../../../src/modules/architect/planner/runs.ts';
import { think } from '../../../src/modules/architect/planner/think.ts';
import {
  changedPlan,
  newPlan,
  resolvedArguments,
  settledPlan,
  withStep,
} from '../../../src/modules/architect/plan.ts';
import { yesOrNo } from '../../../src/modules/architect/service.ts';

test('each example is understood as what it stands for, is documented, and no intent is without one', () => {
  const page = readFileSync(new URL('../../../../../docs/architect.md', import.meta.url), 'utf8');
  for (const { intent, sentence, meaning } of architectExamples) {
    assert.equal(intentOf(sentence), intent, sentence);
    for (const name of ['Meadow Vets assistant', 'Claims bot (staging)', 'run-2 API'])
      assert.equal(intentOf(exampleAbout(sentence, name)), intent, exampleAbout(sentence, name));
    assert.ok(page.includes(`| ${intent} | ${sentence} | ${meaning} |`), sentence);
  }
  assert.deepEqual(new Set(architectExamples.map(({ intent }) => intent)), new Set(intentNames));
});

test('everyday ways of saying it are understood, and what is none of it is not', () => {
  for (const [sentence, intent] of [
    ['please run the smoke tests against Staging', 'run'],
    ['Could you check whether it leaks personal data?', 'test'],
    ['which tests failed in the last run?', 'failures'],
    ['What went wrong?', 'failures'],
    ['Did anything regress?', 'compare'],
    ['is it better than before?', 'compare'],
    ['show me my endpoints', 'list'],
    ['list requirements', 'list'],
    ['Explore it again', 'explore'],
    ['Find out what the claims bot knows', 'explore'],
    ['how far is it?', 'status'],
    ['help', 'help'],
    ['Give me a summary', 'summary'],
    ['Sing me a song', undefined],
    ['', undefined],
    ['x'.repeat(8000), undefined],
  ] as const)
    assert.equal(intentOf(sentence), intent, sentence.slice(0, 80));
});

test('a plain yes or no is one, and whatever says more is not', () => {
  for (const yes of ['yes', 'Yes!', 'ok', 'Go ahead.', 'do it', 'Yes, please!'])
    assert.equal(yesOrNo(yes), true, yes);
  for (const no of ['no', 'No thanks.', "don't", 'never mind']) assert.equal(yesOrNo(no), false, no);
  for (const more of ['yes but with 5 tests', 'not now', '', 'Test it', 'не надо, ok?', '別 go', 'ok 2'])
    assert.equal(yesOrNo(more), undefined, more);
});

test('which one was meant is found by name, by a part of it, or by its place', () => {
  const names = ['Claims bot', 'Claims bot (staging)', 'Parcel desk'];
  assert.equal(nameMeant('2', names), 'Claims bot (staging)');
  assert.equal(nameMeant('the first one', names), 'Claims bot');
  assert.equal(nameMeant('parcel', names), 'Parcel desk');
  assert.equal(nameMeant('the claims bot, please', names), 'Claims bot');
  assert.equal(nameMeant('claims', names), undefined);
  assert.equal(nameMeant('9', names), undefined);
});

test('a step that is over is kept without the credentials it was done with, one that is to be done with them', () => {
  const key = 'a key of no worth';
  const [step] = newPlan(
    [
      {
        title: 'Connect',
        tool: 'endpoints_create',
        arguments: {
          name: 'Desk',
          auth_token: key,
          request_headers: { 'X-Api-Key': key, Accept: 'text/plain' },
        },
      },
    ],
    { isWriting: () => true },
  );
  assert.ok(step);
  assert.equal(withStep([step], { ...step, status: 'running' })[0]?.arguments['auth_token'], key);
  for (const [over] of [
    withStep([step], { ...step, status: 'done' }),
    withStep([step], { ...step, status: 'failed' }),
    settledPlan([step], 'It was declined.'),
    settledPlan([{ ...step, status: 'running' }], 'It was stopped.'),
  ]) {
    assert.doesNotMatch(JSON.stringify(over), new RegExp(key), over?.status);
    assert.match(JSON.stringify(over), /Desk.*text\/plain/, over?.status);
  }
});

test('a step waits for what an earlier one makes, and cannot be done when that was left out', () => {
  const plan = newPlan(
    [
      { title: 'Make', tool: 'a', arguments: { count: 3 } },
      {
        title: 'Run',
        tool: 'b',
        arguments: { id: { $step: 's1', key: 'made_id' }, list: [{ $step: 's1', key: 'made_id' }] },
      },
    ],
    { isWriting: () => true },
  );
  const [make, run] = plan;
  assert.ok(make && run);
  assert.deepEqual(resolvedArguments(run, plan), { missing: 'Make' });
  const done = { ...make, status: 'done' as const, answer: { made_id: 'x' } };
  assert.deepEqual(resolvedArguments(run, [done, run]), { arguments: { id: 'x', list: ['x'] } });
  const said = { ...run, arguments: { url: { $step: 's1', key: 'output' } } };
  assert.deepEqual(
    resolvedArguments(said, [{ ...done, answer: { output: 'http://example.test' } }, said]),
    { missing: 'Make' },
    'what an application says is no argument of what was agreed to',
  );
  const poisoned = { ...done, answer: { __proto__: { made_id: 'y' } } };
  assert.deepEqual(resolvedArguments(run, [poisoned, run]), { missing: 'Make' });
  assert.deepEqual(changedPlan(plan, [{ id: 's1', arguments: { count: 5 } }])[0]?.arguments, { count: 5 });
  assert.throws(() => changedPlan([done, run], [{ id: 's1', is_skipped: true }]), {
    code: 'architect.step_unknown',
  });
});

test('changes of a plan add up to no more than can be read with the chat', () => {
  let plan = newPlan([{ title: 'Make', tool: 'a', arguments: {} }], { isWriting: () => true });
  const half = 'x'.repeat(30_000);
  plan = changedPlan(plan, [{ id: 's1', arguments: { one: half } }]);
  assert.throws(() => changedPlan(plan, [{ id: 's1', arguments: { two: half } }]), {
    code: 'request.invalid',
  });
  assert.equal(changedPlan(plan, [{ id: 's1', is_skipped: true }])[0]?.status, 'skipped');
});

test('a sentence of nothing but quoted names looks few of them up', async () => {
  let calls = 0;
  const hands = {
    read: async () => {
      calls += 1;
      return [];
    },
  } as unknown as Hands;
  await findNamed(hands, {
    kind: 'endpoint',
    text: Array.from({ length: 2000 }, (_, place) => `"${place}"`).join(''),
    before: undefined,
  });
  assert.ok(calls <= 6, String(calls));
});

test('long runs of blanks and marks are read as a short one, and what is shorter stays as it was written', async () => {
  const bot = { id: 'one', name: 'Claims bot' };
  const hands = { read: async () => [bot], isWriting: () => true } as unknown as Hands;
  const asked = async (message: string): Promise<unknown> => {
    const { wishes } = await think(`ask Claims bot: ${message}`, {
      state: {},
      hands,
      canTest: async () => true,
    });
    return wishes[0]?.arguments['input'];
  };
  assert.equal(await asked(`one${' '.repeat(7000)}two`), 'one two');
  assert.equal(await asked(`one${'\n'.repeat(7000)}two`), 'one\n\ntwo');
  assert.equal(await asked(`really${'!'.repeat(7000)} yes`), 'really!!! yes');
  assert.equal(await asked('def f():\n        return 1'), 'def f():\n        return 1');
});

test('what no test can be made of is said before anything is made, with wordings that can be tested', async () => {
  const bot = { id: 'one', name: 'Claims bot', description: null };
  const hands = { read: async () => [bot], isWriting: () => true } as unknown as Hands;
  const canTest = ({ name, description }: { name: string; description: string | null }) =>
    givesTest([{ id: '', name, description }], 'Single-Turn');
  const asked = (sentence: string) => think(sentence, { state: {}, hands, canTest });
  for (const verb of ['Test that', 'Check whether']) {
    const { wishes, say } = await asked(`${verb} Kim never gives medical advise`);
    assert.deepEqual(wishes, [], verb);
    assert.match(say, /no test of “Kim never gives medical advise”[\s\S]*Nothing was made/);
  }
  for (const rule of testable) assert.equal((await asked(`Test that ${rule}`)).wishes.length, 2, rule);
});

test('what is wrong with a whole request is said once', () => {
  const detail = 'The test set holds no test that could be run.';
  assert.equal(refusalIn({ detail, errors: [{ path: '', message: detail }] }), detail);
  assert.equal(
    refusalIn({ detail: 'No.', errors: [{ path: 'name', message: 'Too long.' }] }),
    'No. name: Too long.',
  );
});

test('a run is told with each of its counts once, and a flag beside them', () => {
  const ended = (flagged: number, raised: number) =>
    runInWords({
      name: 'Run 7',
      status: 'Completed',
      finished_at: '2026-01-02T03:04:05Z',
      counts: {
        total: 3,
        waiting: 0,
        running: 0,
        passed: 2,
        failed: 0,
        errors: 0,
        not_evaluated: 1,
        cancelled: 0,
      },
      flagged,
      only_flagged: { results: 1, raised },
      gate: null,
      error: null,
    } as unknown as TestRun);
  assert.equal(
    ended(1, 1),
    'Run 7: 2 passed, 0 failed, 1 checked for flags only of 3 tests; pass rate 100 %: 2 of 2 passed. 1 test has a flag that nobody has looked at yet.',
  );
  assert.match(ended(2, 1), / 2 tests have a flag that nobody has looked at yet\.$/);
  assert.doesNotMatch(ended(0, 1), /flag that/);
});
