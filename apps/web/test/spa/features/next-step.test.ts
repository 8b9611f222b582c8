import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStepOf, type Known } from '../../../spa/src/features/home/next-step.ts';

const application = (name: string, isTried = true) => ({
  id: `id of ${name}`,
  name,
  last_tested_at: isTried ? '2026-11-28T12:00:00.000Z' : null,
  last_test_success: isTried ? true : null,
});
const beanie = application('Beanie');
const explored = { kind: 'exploration', subject_id: beanie.id, status: 'SUCCESS' } as const;
const none = { failed: 0, errors: 0, not_evaluated: 0, passed: 0, cancelled: 0, waiting: 0, running: 0 };
const run = (counts: Partial<typeof none> = {}, status: 'Completed' | 'Progress' = 'Completed') => ({
  id: 'run',
  name: 'Questions',
  status,
  counts: { ...none, total: 10, ...counts },
  test_set: { id: 'set', name: 'Questions' },
});
const stepOf = (known: Partial<Known>): string =>
  nextStepOf({
    applications: [beanie],
    total: 1,
    jobs: [explored],
    lastRun: undefined,
    hasGate: undefined,
    failedToReview: undefined,
    schedules: undefined,
    may: () => true,
    ...known,
  }).step;

test('what was connected, explored and run is not asked for again: the next step is what is still missing', () => {
  assert.equal(stepOf({ applications: [], total: 0 }), 'connect first');
  assert.equal(stepOf({ applications: [application('Beanie', false)], jobs: [] }), 'talk');
  assert.equal(stepOf({ jobs: [] }), 'explore');
  assert.equal(stepOf({}), 'first run');
  assert.equal(stepOf({ lastRun: run({}, 'Progress') }), 'watch');
  assert.equal(stepOf({ lastRun: run({ failed: 1, errors: 1, not_evaluated: 1 }) }), 'review failed');
  assert.equal(stepOf({ lastRun: run({ errors: 1, not_evaluated: 1 }) }), 'decide');
  assert.equal(stepOf({ lastRun: run({ errors: 1 }) }), 'errors');
  assert.equal(stepOf({ lastRun: run(), hasGate: false, schedules: 0 }), 'gate');
  assert.equal(stepOf({ lastRun: run(), hasGate: true, schedules: 0 }), 'schedule');
  assert.equal(stepOf({ lastRun: run(), hasGate: true, schedules: 2 }), 'read run');
});

test('an own application is asked for where there are only those that come with Sonde', () => {
  const examples = [application('Insurance Chatbot'), application('Parcel Desk')];
  assert.equal(stepOf({ applications: examples, total: 2 }), 'connect own');
  assert.equal(stepOf({ applications: examples, total: 2, lastRun: run(), hasGate: false }), 'connect own');
  assert.equal(stepOf({ applications: [...examples, beanie], total: 3 }), 'first run');
});

test('whoever only reads is asked for nothing that the role does not allow', () => {
  const may = (permission: string): boolean => permission.endsWith(':read');
  assert.equal(stepOf({ may }), 'look');
  assert.equal(
    stepOf({ may, lastRun: run({ failed: 1, not_evaluated: 1 }), hasGate: false, schedules: 0 }),
    'read run',
  );
});

test('while gate and schedules are not known yet, neither is asked for', () => {
  assert.equal(stepOf({ lastRun: run() }), 'read run');
});

test('what failed is asked for until all of it has been reviewed, and then what comes next', () => {
  const lastRun = run({ failed: 2, passed: 8 });
  const known = { lastRun, hasGate: false, schedules: 0 };
  assert.equal(stepOf({ ...known, failedToReview: 2 }), 'review failed');
  assert.equal(stepOf({ ...known, failedToReview: 1 }), 'review failed');
  assert.equal(stepOf({ ...known, failedToReview: 0 }), 'gate');
  assert.equal(stepOf({ ...known, failedToReview: 0, lastRun: run({ failed: 2, errors: 1 }) }), 'errors');
});
