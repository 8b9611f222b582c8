import type {
  ExplorerSet,
  ExplorerSetCreate,
  ExplorerSetUpdate,
  ExplorerSettings,
  RestorableListQuery,
} from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Endpoints } from '#endpoints';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { createCrud, distinctTags, namedColumns, permittedActions, type GetOptions } from '#kernel/resource';
import type { Metrics } from '#metrics';
import type { Tenancy } from '#tenancy';
import { invalid } from './problems.ts';
import { explorerResource } from './resource.ts';
import { explorerJobs, explorerTests as tests, type explorerSets, type SetRow } from './tables.ts';

export interface SetsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly metrics: Pick<Metrics, 'get'>;
  readonly projects: Pick<Tenancy['projects'], 'hold'>;
}

export type ExplorerSets = ReturnType<typeof createSets>;

export function createSets({ database, clock, endpoints, metrics, projects }: SetsOptions) {
  const crud = createCrud<typeof explorerSets, ExplorerSetCreate, ExplorerSetUpdate, ExplorerSet>({
    resource: explorerResource,
    database,
    clock,
    projectOf: async (tx, principal, { project_id }) =>
      project_id === null && principal.projectId === null
        ? null
        : projects.hold(tx, principal, project_id ?? null),
    newRow: ({ name, description = null, tags = [] }) => ({
      name,
      description,
      tags: distinctTags(tags),
      defaultEndpointId: null,
      metricIds: [],
    }),
    changes: ({ name, description, tags }) =>
      namedColumns<SetRow>({ name, description, tags: tags && distinctTags(tags) }),
    show: (tx, principal, rows) => showSets(tx, principal, rows),
  });

  /** Its name, or undefined where it is gone or was never seen by the caller. */
  async function named(find: () => Promise<{ id: string; name: string }>) {
    try {
      const { id, name } = await find();
      return { id, name };
    } catch (error) {
      if (error instanceof Problem && (error.kind === 'not_found' || error.kind === 'gone')) return undefined;
      throw error;
    }
  }
  const endpointNamed = (principal: MemberPrincipal, id: string) => named(() => endpoints.get(principal, id));
  const metricNamed = (principal: MemberPrincipal, id: string) => named(() => metrics.get(principal, id));

  async function settings(principal: MemberPrincipal, row: SetRow): Promise<ExplorerSettings> {
    const endpoint = row.defaultEndpointId && (await endpointNamed(principal, row.defaultEndpointId));
    const found = [];
    for (const id of row.metricIds) found.push(await metricNamed(principal, id));
    return { default_endpoint: endpoint || null, metrics: found.filter((metric) => metric !== undefined) };
  }

  const getRow = (principal: MemberPrincipal, id: string, options?: GetOptions): Promise<SetRow> =>
    database.tenant(principal.organizationId, (tx) => crud.rows.get(tx, principal, id, options));

  return {
    ...crud,
    getRow,

    /** Those that are not there, or not theirs to delete, stay and are named. */
    async removeMany(principal: MemberPrincipal, ids: readonly string[]) {
      const deleted: string[] = [];
      const missing: string[] = [];
      for (const id of new Set(ids))
        try {
          await crud.remove(principal, id);
          deleted.push(id);
        } catch (error) {
          if (!(error instanceof Problem) || (error.kind !== 'not_found' && error.kind !== 'gone'))
            throw error;
          missing.push(id);
        }
      return { deleted_ids: deleted, not_found_ids: missing };
    },

    settings: async (principal: MemberPrincipal, id: string): Promise<ExplorerSettings> =>
      settings(principal, await getRow(principal, id)),

    async putSettings(
      principal: MemberPrincipal,
      id: string,
      given: {
        readonly default_endpoint_id?: string | null | undefined;
        readonly metric_ids?: readonly string[] | null | undefined;
      },
    ): Promise<ExplorerSettings> {
      await getRow(principal, id);
      const { default_endpoint_id: endpointId, metric_ids: metricIds } = given;
      if (endpointId && !(await endpointNamed(principal, endpointId)))
        throw invalid('default_endpoint_id', 'There is no such endpoint.');
      const distinct = metricIds === undefined ? undefined : [...new Set(metricIds ?? [])];
      for (const [place, metricId] of (distinct ?? []).entries())
        if (!(await metricNamed(principal, metricId)))
          throw invalid(`metric_ids.${place}`, 'There is no such metric.');
      const changes = namedColumns<SetRow>({ defaultEndpointId: endpointId, metricIds: distinct });
      const row = await database.tenant(principal.organizationId, (tx) =>
        crud.rows.patch(tx, principal, id, changes),
      );
      return settings(principal, row);
    },

    list: (principal: MemberPrincipal, query: RestorableListQuery) => crud.list(principal, query),
  };
}

async function showSets(tx: Tx, principal: MemberPrincipal, rows: readonly SetRow[]): Promise<ExplorerSet[]> {
  const { organizationId } = principal;
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const count = (state: string, label?: string) =>
    label === undefined
      ? sql<number>`(count(*) filter (where ${tests.state} = ${state}))::int`
      : sql<number>`(count(*) filter (where ${tests.state} = ${state} and ${tests.label} = ${label}))::int`;
  const counted = await tx
    .select({
      id: tests.explorerSetId,
      tests: count('test'),
      suggestions: count('suggested'),
      passed: count('test', 'pass'),
      failed: count('test', 'fail'),
      errors: count('test', 'error'),
    })
    .from(tests)
    .where(and(eq(tests.organizationId, organizationId), inArray(tests.explorerSetId, ids)))
    .groupBy(tests.explorerSetId);
  const running = await tx
    .select({ id: explorerJobs.id, setId: explorerJobs.explorerSetId })
    .from(explorerJobs)
    .where(
      and(
        eq(explorerJobs.organizationId, organizationId),
        inArray(explorerJobs.explorerSetId, ids),
        isNull(explorerJobs.endedAt),
      ),
    );
  return rows.map((row) => {
    const { id: _id, ...counts } = counted.find(({ id }) => id === row.id) ?? { id: '', ...nothing };
    return {
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      description: row.description,
      tags: row.tags,
      counts,
      running_task_id: running.find(({ setId }) => setId === row.id)?.id ?? null,
      permitted_actions: permittedActions(principal, 'explorer', row),
      version: row.version,
      created_by: row.createdBy,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      deleted_at: row.deletedAt?.toISOString() ?? null,
    };
  });
}

const nothing = { tests: 0, suggestions: 0, passed: 0, failed: 0, errors: 0 };
