import type { FilesModule } from '#files';
import type { RunRow, StoredOutput } from '../tables.ts';
import { beginningOf, isLarge } from './output.ts';
import type { Settled } from './settled.ts';

export type LargeOutputs = ReturnType<typeof createLargeOutputs>;

/** Answers that are too large for a row: the row has their beginning, a file of the result the whole. */
export function createLargeOutputs(keeping: FilesModule['keeping']) {
  /** The whole of an answer; its beginning where the file has been deleted. */
  async function whole(organizationId: string, stored: StoredOutput): Promise<StoredOutput> {
    if (stored.file_id === undefined) return stored;
    const text = await keeping.read(organizationId, stored.file_id);
    return text === undefined ? stored : (JSON.parse(text) as StoredOutput);
  }

  return {
    whole,

    /** What of a step goes into rows. Whoever judges it has the step itself, with the whole of the answer. */
    async keep({ organizationId, projectId }: RunRow, step: Settled): Promise<Settled> {
      if (!step.output || !isLarge(step.output)) return step;
      const text = JSON.stringify(step.output);
      const fileId = await keeping.keep({
        organizationId,
        projectId,
        binding: { type: 'TestResult', id: step.id },
        filename: 'answer.json',
        contentType: 'application/json',
        text,
      });
      const bytes = Buffer.byteLength(text);
      return { ...step, output: { ...beginningOf(step.output), file_id: fileId, file_bytes: bytes } };
    },

    /** Several that one is compared with: each of them whole, or, where that is too much at once, their beginnings. */
    async wholeTogether(organizationId: string, stored: readonly StoredOutput[]): Promise<StoredOutput[]> {
      const bytes = stored.reduce((sum, { file_bytes: size = 0 }) => sum + size, 0);
      if (bytes === 0 || bytes > togetherBytesMax) return [...stored];
      const found: StoredOutput[] = [];
      for (const one of stored) found.push(await whole(organizationId, one));
      return found;
    },
  };
}

const togetherBytesMax = 64 * 1024 * 1024;
