import type { AlertDelivery, AlertRule } from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import { permittedActions } from '#kernel/resource';
import { shownChannel } from './channels.ts';
import type { DeliveryRow, RuleRow } from './tables.ts';

/** What the things are called that rules look at, by their ids. */
export interface WatchedNames {
  readonly testSets: ReadonlyMap<string, string>;
  readonly endpoints: ReadonlyMap<string, string>;
}

const watched = (id: string | null, names: ReadonlyMap<string, string>): AlertRule['test_set'] =>
  id === null ? null : { id, name: names.get(id) ?? '' };

/** Of a secret nothing is ever shown but that there is one. */
export const presentRule = (principal: MemberPrincipal, row: RuleRow, names: WatchedNames): AlertRule => ({
  id: row.id,
  project_id: row.projectId,
  name: row.name,
  test_set_id: row.testSetId,
  test_set: watched(row.testSetId, names.testSets),
  endpoint_id: row.endpointId,
  endpoint: watched(row.endpointId, names.endpoints),
  on: row.trigger,
  threshold: row.threshold,
  channels: row.channels.map((channel) =>
    channel.kind === 'webhook' ? { webhook: shownChannel(channel), has_secret: true } : channel.kind,
  ),
  is_paused: row.isPaused,
  last_raised_at: row.lastRaisedAt?.toISOString() ?? null,
  permitted_actions: permittedActions(principal, 'alert_rule', row),
  version: row.version,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const presentDelivery = (row: DeliveryRow): AlertDelivery => ({
  id: row.id,
  alert_rule_id: row.alertRuleId,
  test_run_id: row.testRunId,
  channel: row.channel,
  host: row.url === null ? null : new URL(row.url).host,
  reason: row.reason,
  status: row.status,
  attempts: row.attempts,
  last_status_code: row.lastStatusCode,
  last_error: row.lastError,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
});
