import type { AlertDelivery, AlertRule, AlertRuleCreate, AlertRuleUpdate, ListQuery } from '@sonde/contract';
import type { Egress } from '@sonde/egress';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { shownEndpoints, type Endpoints } from '#endpoints';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import {
  createRows,
  namedColumns,
  planList,
  readList,
  readNamesSeen,
  visibleTo,
  type ExpectedVersions,
} from '#kernel/resource';
import type { Sealer } from '#kernel/seal';
import { waitForTurn } from '#kernel/wait-for-turn';
import type { Tenancy } from '#tenancy';
import { shownRuns } from '#test-runs';
import { testSets, type TestSets } from '#tests';
import { storedChannels } from './channels.ts';
import { presentDelivery, presentRule } from './present.ts';
import { invalidField, tooManyRules } from './problems.ts';
import { deliveryFields, ruleResource } from './resource.ts';
import { deleteRule } from './store.ts';
import { alertDeliveries, alertRules, type RuleRow } from './tables.ts';

export interface AlertsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly egress: Egress;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly testSets: Pick<TestSets, 'getRow'>;
  readonly projects: Pick<Tenancy['projects'], 'holdUnlessNone'>;
}

export type Alerts = ReturnType<typeof createAlerts>;

/** Each may call several addresses whenever a run ends. */
const rulesMax = 100;

export function createAlerts(options: AlertsOptions) {
  const { database, clock, projects } = options;
  const rows = createRows({ resource: ruleResource, clock });
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);
  const one = (principal: MemberPrincipal, work: (tx: Tx) => Promise<RuleRow>): Promise<AlertRule> =>
    inTenant(principal, async (tx) => (await show(tx, principal, [await work(tx)]))[0] as AlertRule);

  async function show(tx: Tx, principal: MemberPrincipal, found: readonly RuleRow[]): Promise<AlertRule[]> {
    const idsOf = (key: 'testSetId' | 'endpointId') => [...new Set(found.flatMap((row) => row[key] ?? []))];
    const names = {
      testSets: await readNamesSeen(tx, testSets, principal, idsOf('testSetId')),
      endpoints: await readNamesSeen(tx, shownEndpoints, principal, idsOf('endpointId')),
    };
    return found.map((row) => presentRule(principal, row, names));
  }

  return {
    async create(principal: MemberPrincipal, input: AlertRuleCreate): Promise<AlertRule> {
      await requireWatched(options, principal, input);
      return one(principal, async (tx) => {
        await waitForTurn(tx, `alert rules:${principal.organizationId}`);
        const kept = await tx.$count(alertRules, eq(alertRules.organizationId, principal.organizationId));
        if (kept >= rulesMax) throw tooManyRules(rulesMax);
        const projectId = await projects.holdUnlessNone(tx, principal, input.project_id);
        return rows.insert(tx, newRule(options, principal, { input, projectId }));
      });
    },

    list: (principal: MemberPrincipal, query: ListQuery): Promise<Page<AlertRule>> =>
      inTenant(principal, async (tx) => {
        const page = await rows.list(tx, principal, query, (row) => row);
        return new Page(await show(tx, principal, page.rows), page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string): Promise<AlertRule> =>
      one(principal, (tx) => rows.get(tx, principal, id)),

    async update(
      principal: MemberPrincipal,
      id: string,
      input: AlertRuleUpdate,
      expected: ExpectedVersions,
    ): Promise<AlertRule> {
      await requireWatched(options, principal, input);
      return one(principal, async (tx) => {
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        return rows.patchRow(tx, row, changesOf(options, row, input), expected);
      });
    },

    remove: (principal: MemberPrincipal, id: string): Promise<AlertRule> =>
      one(principal, async (tx) => {
        const row = await rows.getTheirs(tx, principal, id);
        await deleteRule(tx, principal.organizationId, id);
        return row;
      }),

    deliveries: (principal: MemberPrincipal, id: string, query: ListQuery): Promise<Page<AlertDelivery>> =>
      inTenant(principal, async (tx) => {
        await rows.get(tx, principal, id);
        return readList(tx, alertDeliveries, {
          plan: planList(query, deliveryFields, 'created_at'),
          within: and(
            eq(alertDeliveries.organizationId, principal.organizationId),
            eq(alertDeliveries.alertRuleId, id),
            ofSeenRuns(tx, principal),
          ),
          present: presentDelivery,
        });
      }),
  };
}

/** A rule of the organization is raised by runs of every project, and what it found is of the run. */
const ofSeenRuns = (tx: Tx, principal: MemberPrincipal): SQL | undefined =>
  principal.projectId === null
    ? undefined
    : inArray(
        alertDeliveries.testRunId,
        tx.select({ id: shownRuns.id }).from(shownRuns).where(visibleTo(principal, shownRuns)),
      );

/** What a rule looks at must be there, and be seen by whoever names it. */
async function requireWatched(
  { database, endpoints, testSets }: AlertsOptions,
  principal: MemberPrincipal,
  { test_set_id: testSetId, endpoint_id: endpointId }: AlertRuleUpdate,
): Promise<void> {
  if (endpointId) await endpoints.get(principal, endpointId);
  if (testSetId)
    await database.tenant(principal.organizationId, (tx) => testSets.getRow(tx, principal, testSetId));
}

function newRule(
  { clock, sealer, egress }: AlertsOptions,
  principal: MemberPrincipal,
  { input, projectId }: { input: AlertRuleCreate; projectId: string | null },
): RuleRow {
  const id = newId();
  const at = new Date(clock.now());
  return {
    id,
    organizationId: principal.organizationId,
    projectId,
    name: input.name,
    testSetId: input.test_set_id ?? null,
    endpointId: input.endpoint_id ?? null,
    trigger: input.on,
    threshold: thresholdOf(input.on, input.threshold),
    channels: storedChannels(input.channels, { sealer, egress, ruleId: id, former: [] }),
    isPaused: input.is_paused ?? false,
    lastRaisedAt: null,
    version: 1,
    createdBy: principal.userId,
    createdAt: at,
    updatedAt: at,
  };
}

function changesOf(
  { sealer, egress }: AlertsOptions,
  row: RuleRow,
  input: AlertRuleUpdate,
): Partial<RuleRow> {
  const trigger = input.on ?? row.trigger;
  // A threshold means something else for another trigger, so it does not go over to it.
  const threshold = input.threshold ?? (trigger === row.trigger ? row.threshold : undefined);
  return namedColumns<RuleRow>({
    name: input.name,
    testSetId: input.test_set_id,
    endpointId: input.endpoint_id,
    trigger,
    threshold: thresholdOf(trigger, threshold),
    channels:
      input.channels &&
      storedChannels(input.channels, { sealer, egress, ruleId: row.id, former: row.channels }),
    isPaused: input.is_paused,
  });
}

function thresholdOf(trigger: AlertRule['on'], threshold: number | undefined): number {
  if (trigger !== 'pass_rate_below') {
    if (threshold !== undefined && !Number.isInteger(threshold))
      throw invalidField('threshold', 'A whole number of tests.');
    return threshold ?? 0;
  }
  if (threshold === undefined) throw invalidField('threshold', 'Say below how many percent.');
  if (threshold > 100) throw invalidField('threshold', 'A pass rate is at most 100 percent.');
  return threshold;
}
