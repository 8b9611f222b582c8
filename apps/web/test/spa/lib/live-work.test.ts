import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { ServerMessage } from '@sonde/contract';
import { createLiveWork } from '../../../spa/src/lib/live-work.ts';
import * as data from '../support/stand-in-data.ts';

const [job] = data.jobs;
assert.ok(job);
const told = (changes: object): ServerMessage => ({
  type: 'job.updated',
  payload: { ...job, result: null, ...changes },
});

function start() {
  const queryClient = new QueryClient();
  const waiting: (() => void)[] = [];
  let reads = 0;
  const list = ['jobs', 'list', null];
  queryClient.setQueryData(list, { items: [{ ...job, status: 'STARTED' }], total: 1 });
  const observer = new QueryObserver(queryClient, {
    queryKey: list,
    staleTime: Infinity,
    queryFn: () => {
      reads += 1;
      return { items: [{ ...job, status: 'STARTED' }], total: 1 };
    },
  });
  const leave = observer.subscribe(() => undefined);
  const live = createLiveWork({
    queryClient,
    wait: (_milliseconds, then) => {
      waiting.push(then);
      return () => undefined;
    },
  });
  const listed = () => queryClient.getQueryData<{ items: (typeof job)[] }>(list)?.items[0];
  return { live, listed, reads: () => reads, rest: () => waiting.shift()?.(), leave };
}

test('progress goes into the list as it is told, and nothing is read', (t) => {
  const { live, listed, reads, leave } = start();
  t.after(leave);
  for (let step = 1; step <= 30; step += 1)
    live.hear(told({ status: 'STARTED', progress: { step, total: 30, label: `Turn ${step}` } }));
  assert.deepEqual(listed()?.progress, { step: 30, total: 30, label: 'Turn 30' });
  assert.equal(reads(), 0);
});

test('what appears or ends lets the list be read again, at most once while it rests', async (t) => {
  const { live, listed, reads, rest, leave } = start();
  t.after(leave);
  live.hear(told({ status: 'SUCCESS' }));
  assert.equal(listed()?.status, 'SUCCESS', 'before anything was read');
  await new Promise(setImmediate);
  assert.equal(reads(), 1);
  for (let count = 0; count < 20; count += 1) live.hear(told({ task_id: data.idOf(5, 90 + count) }));
  await new Promise(setImmediate);
  assert.equal(reads(), 1);
  rest();
  await new Promise(setImmediate);
  assert.equal(reads(), 2);
  rest();
  await new Promise(setImmediate);
  assert.equal(reads(), 2, 'nothing was told since');
});

test('after a gap each list is read again', async (t) => {
  const { live, reads, leave } = start();
  t.after(leave);
  live.hear({ type: 'gap', payload: { reason: 'too far behind' } });
  await new Promise(setImmediate);
  assert.equal(reads(), 1);
});
