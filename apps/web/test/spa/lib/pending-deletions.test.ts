import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPendingDeletions } from '../../../spa/src/lib/pending-deletions.ts';

const one = { id: '1', name: 'One' };
const two = { id: '2', name: 'Two' };

function start(remove: (id: string) => Promise<unknown> = () => Promise.resolve()) {
  const removed: string[] = [];
  const timers = new Set<() => void>();
  const deletions = createPendingDeletions({
    remove: (id) => {
      removed.push(id);
      return remove(id);
    },
    wait: (then) => {
      timers.add(then);
      return () => timers.delete(then);
    },
  });
  const elapse = async (): Promise<void> => {
    for (const then of timers) then();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { deletions, removed, elapse, timers };
}

void describe('deletions that can be taken back', () => {
  void it('reach the server only after the grace, and then once', async () => {
    const { deletions, removed, elapse } = start();
    const ended: number[] = [];
    const pending = deletions.schedule([one, two], {
      onEnd: (failures) => ended.push(failures.length),
      onUndo: () => assert.fail('nothing was taken back'),
    });
    assert.deepEqual([removed, deletions.has('1'), deletions.has('3')], [[], true, false]);
    await elapse();
    pending.now();
    pending.undo();
    await deletions.flush();
    assert.deepEqual([removed, deletions.has('1'), ended], [['1', '2'], false, [0]]);
  });

  void it('never reach it when taken back, from the message or from the row', async () => {
    const { deletions, removed, elapse, timers } = start();
    let undone = 0;
    const listeners = { onEnd: () => assert.fail('nothing ended'), onUndo: () => (undone += 1) };
    deletions.schedule([one], listeners).undo();
    deletions.schedule([two], listeners);
    deletions.undo('2');
    await elapse();
    await deletions.flush();
    assert.deepEqual([removed, timers.size, undone], [[], 0, 2]);
  });

  void it('are carried out at once when the page goes, and tell what failed', async () => {
    const { deletions, removed } = start((id) =>
      id === '2' ? Promise.reject(new Error('refused')) : Promise.resolve(),
    );
    const failed: string[] = [];
    deletions.schedule([one, two], {
      onEnd: (failures) => failed.push(...failures.map(({ target }) => target.name)),
      onUndo: () => assert.fail('nothing was taken back'),
    });
    await deletions.flush();
    assert.deepEqual([removed, failed], [['1', '2'], ['Two']]);
  });
});
