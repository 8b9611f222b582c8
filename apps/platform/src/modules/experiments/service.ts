import { and, eq, inArray, or } from 'drizzle-orm';
import type {
  Experiment,
  ExperimentCreate,
  ExperimentUpdate,
  ExperimentVersion,
  RestorableListQuery,
} from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import {
  createRows,
  livingOrRestorable,
  namedColumns,
  permittedActions,
  planList,
  readList,
  requireTheirs,
  visibleTo,
  type ExpectedVersions,
  type GetOptions,
} from '#kernel/resource';
import type { Sealer } from '#kernel/seal';
import type { Tenancy } from '#tenancy';
import type { Environments } from './environments.ts';
import { experimentNotFound, inUse, tooManyVersions, versionNotFound } from './problems.ts';
import { experimentResource } from './resource.ts';
import { contentHash, fingerprint } from './sealing.ts';
import * as store from './store.ts';
import { experiments as table, type ExperimentRow, type VersionRow } from './tables.ts';
import { contentsOf, label, numberOf, presentVersion } from './versions.ts';

export interface ExperimentsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly environments: Pick<Environments, 'unbind'>;
  readonly projects: Pick<Tenancy['projects'], 'get' | 'hold'>;
}

export type Experiments = ReturnType<typeof createExperiments>;
const versionsMax = 1000;

/** Named lines of versions of a project's parameters. A version is never changed once it is there. */
export function createExperiments({ database, clock, sealer, projects, environments }: ExperimentsOptions) {
  const rows = createRows({ resource: experimentResource, clock });
  const now = (): Date => new Date(clock.now());
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  /** A private one is unknown to everybody but its maker. */
  async function getRow(
    tx: Tx,
    principal: MemberPrincipal,
    id: string,
    options: GetOptions = {},
  ): Promise<ExperimentRow> {
    await rows.get(tx, principal, id, { includeDeleted: true }).then(mine(principal), (error: unknown) => {
      // Whether it may be read as a deleted one is asked below.
      if ((error as { code?: string }).code === 'experiment.not_found') throw error;
    });
    return rows.get(tx, principal, id, options);
  }

  async function presentAll(tx: Tx, principal: MemberPrincipal, found: readonly ExperimentRow[]) {
    const pointers = await store.pointersOf(
      tx,
      principal.organizationId,
      found.map(({ id }) => id),
    );
    return found.map((row) =>
      present(
        principal,
        row,
        pointers.filter(({ experimentId }) => experimentId === row.id).map(({ name }) => name),
      ),
    );
  }
  const presentOne = async (tx: Tx, principal: MemberPrincipal, row: ExperimentRow): Promise<Experiment> =>
    (await presentAll(tx, principal, [row]))[0] as Experiment;

  async function presentVersions(
    tx: Tx,
    { organizationId, projectId, id }: ExperimentRow,
    found: readonly VersionRow[],
  ): Promise<ExperimentVersion[]> {
    const parameters = await store.findParameters(tx, { organizationId, projectId });
    const pointers = await store.pointersOf(tx, organizationId, [id]);
    const known = new Map(found.map((row) => [row.number, row]));
    const shown: ExperimentVersion[] = [];
    for (const row of found) {
      const parent =
        row.parent === null
          ? undefined
          : (known.get(row.parent) ??
            (await store.findVersion(tx, organizationId, { experimentId: id, number: row.parent })));
      shown.push(
        presentVersion(row, {
          parent: parent?.contents,
          fields: parameters?.fields ?? [],
          environments: pointers.filter(({ number }) => number === row.number).map(({ name }) => name),
        }),
      );
    }
    return shown;
  }

  async function findVersion(tx: Tx, row: ExperimentRow, named: string): Promise<VersionRow> {
    const number = numberOf(named);
    const { organizationId, projectId, id: experimentId } = row;
    const found =
      number === undefined
        ? (await store.findByHash(tx, { organizationId, projectId }, { hash: named, experimentId }))[0]
        : await store.findVersion(tx, organizationId, { experimentId, number });
    if (!found) throw versionNotFound();
    return found;
  }

  async function list(principal: MemberPrincipal, query: RestorableListQuery, projectId?: string) {
    const plan = planList(query, experimentResource.fields, experimentResource.sort);
    return inTenant(principal, async (tx) => {
      const page = await readList(tx, table, {
        plan,
        within: and(
          visibleTo(principal, table),
          projectId === undefined ? undefined : eq(table.projectId, projectId),
          or(eq(table.visibility, 'shared'), eq(table.createdBy, principal.userId)),
          livingOrRestorable(principal, experimentResource, query.include_deleted === 'true'),
        ),
        present: (row) => row,
      });
      return new Page(await presentAll(tx, principal, page.rows), page.total, page);
    });
  }

  /** Those of these that somebody may look at: not what others keep to themselves, nor what is gone for good. */
  async function seenOf(
    tx: Tx,
    principal: MemberPrincipal,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.organizationId, principal.organizationId),
          inArray(table.id, [...ids]),
          or(eq(table.visibility, 'shared'), eq(table.createdBy, principal.userId)),
        ),
      );
    return new Set(found.map(({ id }) => id));
  }

  return {
    getRow,
    findVersion,
    seenOf,

    async create(principal: MemberPrincipal, input: ExperimentCreate): Promise<Experiment> {
      return inTenant(principal, async (tx) => {
        const projectId = await projects.hold(tx, principal, input.project_id ?? null);
        const row = await rows.insert(tx, {
          id: newId(),
          organizationId: principal.organizationId,
          projectId,
          name: input.name,
          description: input.description ?? null,
          visibility: input.visibility ?? 'shared',
          createdBy: principal.userId,
          createdAt: now(),
          updatedAt: now(),
        });
        return presentOne(tx, principal, row);
      });
    },

    list: (principal: MemberPrincipal, query: RestorableListQuery) => list(principal, query),

    async listOf(principal: MemberPrincipal, projectId: string, query: RestorableListQuery) {
      await projects.get(principal, projectId);
      return list(principal, query, projectId);
    },

    get: (principal: MemberPrincipal, id: string, includeDeleted = false): Promise<Experiment> =>
      inTenant(principal, async (tx) =>
        presentOne(tx, principal, await getRow(tx, principal, id, { includeDeleted })),
      ),

    update: (
      principal: MemberPrincipal,
      id: string,
      { name, description, visibility }: ExperimentUpdate,
      expected: ExpectedVersions,
    ): Promise<Experiment> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        if (visibility === 'private' && row.visibility === 'shared') {
          const pointing = await store.pointersOf(tx, row.organizationId, [id]);
          if (pointing.length > 0) throw inUse(pointing.map((one) => one.name));
          // Whoever did not make it would lose it out of sight.
          requireTheirs(principal, row);
        }
        const changes = namedColumns<ExperimentRow>({ name, description, visibility });
        return presentOne(tx, principal, await rows.patchRow(tx, row, changes, expected));
      }),

    /** Environments that point at it point at nothing afterwards; restoring does not bring that back. */
    remove: (principal: MemberPrincipal, id: string): Promise<Experiment> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        requireTheirs(principal, row);
        await environments.unbind(tx, principal, row);
        return presentOne(tx, principal, await rows.remove(tx, principal, id));
      }),

    restore: (principal: MemberPrincipal, id: string): Promise<Experiment> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { includeDeleted: true });
        // Nothing comes back into a project that is no more.
        await projects.hold(tx, principal, row.projectId);
        return presentOne(tx, principal, await rows.restore(tx, principal, id));
      }),

    /** The newest version again when it says the same; `isNew` tells which. */
    addVersion: (
      principal: MemberPrincipal,
      id: string,
      input: {
        readonly values: Readonly<Record<string, unknown>>;
        readonly message?: string | null | undefined;
        readonly parent_version?: string | null | undefined;
      },
    ): Promise<{ isNew: boolean; version: ExperimentVersion }> =>
      inTenant(principal, async (tx) => {
        // Locked, so that two who save at once get two numbers.
        const row = await getRow(tx, principal, id, { forUpdate: true });
        const { organizationId, projectId } = row;
        const latest =
          row.latest === 0
            ? undefined
            : await store.findVersion(tx, organizationId, { experimentId: id, number: row.latest });
        const parent = input.parent_version ? await findVersion(tx, row, input.parent_version) : latest;
        const parameters = await store.findParameters(tx, { organizationId, projectId });
        const contents = contentsOf({
          sealer,
          projectId,
          row: parameters,
          parent: parent?.contents ?? {},
          values: input.values,
        });
        const hash = contentHash(contents);
        if (latest?.contentHash === hash)
          return { isNew: false, version: await onlyOne(presentVersions(tx, row, [latest])) };
        if (row.latest >= versionsMax) throw tooManyVersions(versionsMax);
        const made: VersionRow = {
          id: newId(),
          organizationId,
          projectId,
          experimentId: id,
          number: row.latest + 1,
          contentHash: hash,
          schemaFingerprint: fingerprint(parameters?.fields ?? []),
          contents,
          parent: parent?.number ?? null,
          message: input.message ?? null,
          createdBy: principal.userId,
          createdAt: now(),
        };
        await store.insertVersion(tx, made);
        await store.bumpLatest(tx, row, made.number, now());
        return { isNew: true, version: await onlyOne(presentVersions(tx, row, [made])) };
      }),

    listVersions: (
      principal: MemberPrincipal,
      id: string,
      page: { readonly skip: number; readonly limit: number },
    ): Promise<ExperimentVersion[]> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id);
        return presentVersions(
          tx,
          row,
          await store.listVersions(tx, row.organizationId, { experimentId: id, ...page }),
        );
      }),

    getVersion: (principal: MemberPrincipal, id: string, named: string): Promise<ExperimentVersion> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id);
        return onlyOne(presentVersions(tx, row, [await findVersion(tx, row, named)]));
      }),

    /** These of its versions, newest first, with what each changed of its parent. */
    versionsOf: async (
      tx: Tx,
      row: ExperimentRow,
      numbers: readonly number[],
    ): Promise<ExperimentVersion[]> =>
      presentVersions(
        tx,
        row,
        await store.findVersions(tx, row.organizationId, { experimentId: row.id, numbers }),
      ),
  };
}

const mine =
  (principal: MemberPrincipal) =>
  (row: ExperimentRow): void => {
    if (row.visibility === 'private' && row.createdBy !== principal.userId) throw experimentNotFound();
  };

async function onlyOne<T>(list: Promise<readonly T[]>): Promise<T> {
  const [one] = await list;
  if (one === undefined) throw new Error('One was expected.');
  return one;
}

const present = (
  principal: MemberPrincipal,
  row: ExperimentRow,
  environments: readonly string[],
): Experiment => ({
  id: row.id,
  project_id: row.projectId,
  owner_user_id: row.createdBy,
  name: row.name,
  description: row.description,
  visibility: row.visibility,
  latest_version: row.latest === 0 ? null : label(row.latest),
  environments: [...environments],
  permitted_actions: permittedActions(principal, 'experiment', row),
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: row.deletedAt?.toISOString() ?? null,
});
