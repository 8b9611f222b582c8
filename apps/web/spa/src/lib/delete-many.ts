import type { DeletionFailure, DeletionTarget } from './pending-deletions.ts';

const atOnce = 4;

/** Deletes one after the other, a few at once; one that cannot be deleted does not keep the others. */
export async function deleteMany(
  targets: readonly DeletionTarget[],
  remove: (id: string) => Promise<unknown>,
  onStep: (done: number) => void,
): Promise<DeletionFailure[]> {
  const queue = [...targets];
  const failures: DeletionFailure[] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      const failed = target;
      await remove(target.id).catch((error: unknown) => failures.push({ target: failed, error }));
      onStep((done += 1));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}
