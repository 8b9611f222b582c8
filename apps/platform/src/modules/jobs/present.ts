import type { Job } from '@sonde/contract';
import type { JobRow } from './tables.ts';

/** Row → API. Lists leave the result out, which may be large. */
export const presentJob = (row: JobRow, options: { withResult: boolean }): Job => ({
  task_id: row.id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  subject_id: row.subjectId,
  progress: { step: row.step, total: row.total, label: row.label },
  result: options.withResult ? row.result : null,
  error: row.error,
  created_at: row.createdAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
});
