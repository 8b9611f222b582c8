import { and, desc, eq } from 'drizzle-orm';
import { builtinEnvironments, type EnvironmentMove, type EnvironmentPointers } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { requirePermission } from '#kernel/resource';
import type { Tenancy } from '#tenancy';
import {
  environmentNotFound,
  environmentTaken,
  notShared,
  tooManyEnvironments,
  versionNotFound,
} from './problems.ts';
import { listPointers, lockParameters, pointersOf, type PointerRow } from './store.ts';
import {
  parameterEnvironmentMoves as moves,
  parameterEnvironments as table,
  type ExperimentRow,
  type PointedAt,
  type VersionRow,
} from './tables.ts';
import { label } from './versions.ts';

export interface EnvironmentsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly projects: Pick<Tenancy['projects'], 'get' | 'hold'>;
}

/** How the module finds what an environment shall point at; experiments know it. */
export interface Pointable {
  getRow(tx: Tx, principal: MemberPrincipal, id: string): Promise<ExperimentRow>;
  findVersion(tx: Tx, row: ExperimentRow, named: string): Promise<VersionRow>;
}

export type Environments = ReturnType<typeof createEnvironments>;
const environmentsMax = 50;
export const isBuiltin = (name: string): boolean => (builtinEnvironments as readonly string[]).includes(name);

/** Which version each environment of a project is given, who moved it there, and where it stood before. */
export function createEnvironments({ database, clock, projects }: EnvironmentsOptions) {
  const now = (): Date => new Date(clock.now());
  const placeOf = async (principal: MemberPrincipal, projectId: string) => {
    await projects.get(principal, projectId);
    return { organizationId: principal.organizationId, projectId };
  };
  /** For what writes there: nobody deletes the project until the transaction is over. */
  const heldPlace = async (tx: Tx, principal: MemberPrincipal, projectId: string) => ({
    organizationId: principal.organizationId,
    projectId: await projects.hold(tx, principal, projectId),
  });
  type Place = Awaited<ReturnType<typeof placeOf>>;

  async function write(
    tx: Tx,
    principal: MemberPrincipal,
    place: Place,
    move: {
      readonly name: string;
      readonly from: PointerRow | undefined;
      readonly to: { readonly versionId: string; readonly shown: PointedAt } | null;
      readonly message: string | null;
    },
  ): Promise<void> {
    const at = now();
    const versionId = move.to?.versionId ?? null;
    await tx
      .insert(table)
      .values({ ...place, name: move.name, experimentVersionId: versionId, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: [table.projectId, table.name],
        set: { experimentVersionId: versionId, updatedAt: at },
      });
    if ((move.from?.versionId ?? null) === versionId) return;
    await tx.insert(moves).values({
      id: newId(),
      ...place,
      environment: move.name,
      movedFrom: move.from ? shownOf(move.from) : null,
      movedTo: move.to?.shown ?? null,
      message: move.message,
      movedBy: principal.userId,
      movedAt: at,
    });
  }

  const presentOne = (name: string, to: PointedAt | null) => ({
    name,
    experiment_id: to?.experiment_id ?? null,
    version: to?.version ?? null,
  });

  return {
    async list(principal: MemberPrincipal, projectId: string): Promise<EnvironmentPointers> {
      const place = await placeOf(principal, projectId);
      const rows = await database.tenant(principal.organizationId, (tx) => listPointers(tx, place));
      const pointers = new Map(rows.map((row) => [row.name, shownOf(row)]));
      const names = new Set<string>([...builtinEnvironments, ...pointers.keys()]);
      return {
        environments: Object.fromEntries(
          [...names].map((name) => {
            const at = pointers.get(name);
            return [name, at ? { experiment_id: at.experiment_id, version: at.version } : null];
          }),
        ),
      };
    },

    async create(principal: MemberPrincipal, projectId: string, name: string) {
      return database.tenant(principal.organizationId, async (tx) => {
        const place = await heldPlace(tx, principal, projectId);
        if (isBuiltin(name)) throw environmentTaken();
        await lockParameters(tx, place, now());
        const known = await listPointers(tx, place);
        if (known.some((row) => row.name === name)) throw environmentTaken();
        if (known.length >= environmentsMax) throw tooManyEnvironments(environmentsMax);
        await tx
          .insert(table)
          .values({ ...place, name, experimentVersionId: null, createdAt: now(), updatedAt: now() });
        return presentOne(name, null);
      });
    },

    async move(
      principal: MemberPrincipal,
      projectId: string,
      name: string,
      {
        experiments,
        experiment_id,
        version,
        message = null,
      }: {
        readonly experiments: Pointable;
        readonly experiment_id: string | null;
        readonly version?: string | null | undefined;
        readonly message?: string | null | undefined;
      },
    ) {
      requireRightTo(principal, name);
      return database.tenant(principal.organizationId, async (tx) => {
        const place = await heldPlace(tx, principal, projectId);
        await lockParameters(tx, place, now());
        const from = (await listPointers(tx, place)).find((row) => row.name === name);
        if (!from && !isBuiltin(name)) throw environmentNotFound();
        const to =
          experiment_id === null
            ? null
            : await found(tx, principal, experiments, { projectId, experiment_id, version });
        await write(tx, principal, place, { name, from, to, message });
        return presentOne(name, to?.shown ?? null);
      });
    },

    async remove(principal: MemberPrincipal, projectId: string, name: string) {
      requireRightTo(principal, name);
      return database.tenant(principal.organizationId, async (tx) => {
        const place = await heldPlace(tx, principal, projectId);
        await lockParameters(tx, place, now());
        const from = (await listPointers(tx, place)).find((row) => row.name === name);
        if (from) await write(tx, principal, place, { name, from, to: null, message: null });
        if (from && !isBuiltin(name))
          await tx
            .delete(table)
            .where(
              and(
                eq(table.organizationId, place.organizationId),
                eq(table.projectId, projectId),
                eq(table.name, name),
              ),
            );
        return presentOne(name, null);
      });
    },

    async history(
      principal: MemberPrincipal,
      projectId: string,
      name: string,
      limit: number,
    ): Promise<EnvironmentMove[]> {
      const place = await placeOf(principal, projectId);
      return database.tenant(principal.organizationId, async (tx) => {
        const rows = await tx
          .select()
          .from(moves)
          .where(
            and(
              eq(moves.organizationId, place.organizationId),
              eq(moves.projectId, projectId),
              eq(moves.environment, name),
            ),
          )
          .orderBy(desc(moves.id))
          .limit(limit);
        const isKnown =
          rows.length > 0 ||
          isBuiltin(name) ||
          (await listPointers(tx, place)).some((row) => row.name === name);
        if (!isKnown) throw environmentNotFound();
        return rows.map((row) => ({
          id: row.id,
          environment: row.environment,
          from: row.movedFrom,
          to: row.movedTo,
          message: row.message,
          moved_by: row.movedBy,
          moved_at: row.movedAt.toISOString(),
        }));
      });
    },

    /** Before an experiment goes: what points at it points at nothing, if whoever does this may move it. */
    async unbind(tx: Tx, principal: MemberPrincipal, experiment: ExperimentRow): Promise<void> {
      const { organizationId } = principal;
      const bound = await pointersOf(tx, organizationId, [experiment.id]);
      for (const { name } of bound) requireRightTo(principal, name);
      const place = { organizationId, projectId: experiment.projectId };
      const pointers = bound.length === 0 ? [] : await listPointers(tx, place);
      for (const from of pointers.filter(({ experimentId }) => experimentId === experiment.id))
        await write(tx, principal, place, {
          name: from.name,
          from,
          to: null,
          message: 'The experiment was deleted.',
        });
    },
  };
}

/** What real users meet is changed by admins alone. */
function requireRightTo(principal: MemberPrincipal, name: string): void {
  if (name === 'production') requirePermission(principal, 'experiment:promote');
}

const shownOf = ({ experimentId, experimentName, number }: PointerRow): PointedAt | null =>
  experimentId === null || number === null
    ? null
    : { experiment_id: experimentId, name: experimentName ?? '', version: label(number) };

async function found(
  tx: Tx,
  principal: MemberPrincipal,
  experiments: Pointable,
  {
    projectId,
    experiment_id,
    version,
  }: {
    readonly projectId: string;
    readonly experiment_id: string;
    readonly version?: string | null | undefined;
  },
) {
  const row = await experiments.getRow(tx, principal, experiment_id);
  if (row.projectId !== projectId || row.latest === 0) throw versionNotFound();
  if (row.visibility === 'private') throw notShared();
  const wanted = await experiments.findVersion(tx, row, version ?? label(row.latest));
  return {
    versionId: wanted.id,
    shown: { experiment_id: row.id, name: row.name, version: label(wanted.number) },
  };
}
