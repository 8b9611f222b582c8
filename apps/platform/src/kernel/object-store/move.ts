import { createSpool } from './spool.ts';
import type { ObjectStore } from './object-store.ts';

export interface MoveReport {
  readonly copied: number;
  readonly alreadyThere: number;
  readonly bytes: number;
}

interface Move {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** Where an object waits between the two. */
  readonly directory: string;
  readonly onProgress?: (report: MoveReport) => void;
}

/**
 * Copies every object from one store to another. It may be broken off and started again, and nothing is removed: the
 * old store stays whole until its operator deletes it.
 */
export async function moveObjects({ from, to, directory, onProgress }: Move): Promise<MoveReport> {
  const spool = createSpool(directory);
  let report: MoveReport = { copied: 0, alreadyThere: 0, bytes: 0 };
  for await (const { key, sizeBytes } of from.list()) {
    const there = await to.find(key);
    if (there?.sizeBytes === sizeBytes) report = { ...report, alreadyThere: report.alreadyThere + 1 };
    else {
      const source = await from.open(key);
      if (!source) continue;
      const spooled = await spool.receive(source, { maxBytes: sizeBytes });
      try {
        if (spooled.sizeBytes !== sizeBytes) throw new Error(`${key} came with another size than it has.`);
        await to.put(key, spooled.path);
      } finally {
        await spooled.discard();
      }
      report = { ...report, copied: report.copied + 1, bytes: report.bytes + sizeBytes };
    }
    onProgress?.(report);
  }
  return report;
}
