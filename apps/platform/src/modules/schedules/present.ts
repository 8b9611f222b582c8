import type { Schedule } from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import { permittedActions } from '#kernel/resource';
import type { ScheduleRow } from './tables.ts';

/** What the names of the things it runs are; of one that is gone, or that the caller is not shown, nothing but its id is left. */
export interface Names {
  readonly testSets: ReadonlyMap<string, string>;
  readonly endpoints: ReadonlyMap<string, string>;
}

export const presentSchedule = (
  principal: MemberPrincipal,
  row: ScheduleRow,
  { names, next }: { readonly names: Names; readonly next: readonly Date[] },
): Schedule => ({
  id: row.id,
  project_id: row.projectId,
  name: row.name,
  test_set: { id: row.testSetId, name: names.testSets.get(row.testSetId) ?? '' },
  endpoint: { id: row.endpointId, name: names.endpoints.get(row.endpointId) ?? '' },
  cron: row.cron,
  timezone: row.timezone,
  options: row.options,
  jitter_seconds: row.jitterSeconds,
  is_paused: row.isPaused,
  stop_reason: row.stopReason,
  next_times: next.map((time) => time.toISOString()),
  last_time: row.lastTime?.toISOString() ?? null,
  last_test_run_id: row.lastTestRunId,
  last_error: row.lastError,
  permitted_actions: permittedActions(principal, 'schedule', row),
  version: row.version,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
