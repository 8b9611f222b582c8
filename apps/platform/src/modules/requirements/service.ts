import type {
  BodyOf,
  createRequirements as bulkOperation,
  Requirement,
  RequirementCreate,
  RequirementUpdate,
} from '@sonde/contract';
import { Problem, type FieldFault, type ProblemOptions } from '@sonde/server-kit';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import {
  createCrud,
  defineResource,
  distinctTags,
  foldName,
  namedColumns,
  permittedActions,
  readNamesSeen,
} from '#kernel/resource';
import type { Tenancy } from '#tenancy';
import { requirements as table, type RequirementRow } from './tables.ts';

/** What other modules know of requirements, by their ids, as far as the caller sees it. */
export interface RequirementLinks {
  readonly metrics?: readonly { readonly id: string; readonly name: string }[];
  readonly tests?: number;
}
export type LinkedTo = (
  tx: Tx,
  principal: MemberPrincipal,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, RequirementLinks>>;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly projects: Pick<Tenancy['projects'], 'holdUnlessNone'>;
}

export type Requirements = ReturnType<typeof createRequirements>;

export function createRequirements({ database, clock, projects }: Options) {
  const linked: LinkedTo[] = [];
  const rowOf = (
    principal: MemberPrincipal,
    projectId: string | null,
    input: RequirementCreate,
  ): RequirementRow => {
    const at = new Date(clock.now());
    return {
      ...contentOf(input),
      id: newId(),
      organizationId: principal.organizationId,
      projectId,
      version: 1,
      createdBy: principal.userId,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    };
  };
  const crud = createCrud<typeof table, RequirementCreate, RequirementUpdate, Requirement>({
    resource: requirementResource,
    database,
    clock,
    projectOf: (tx, principal, { project_id }) => projects.holdUnlessNone(tx, principal, project_id),
    newRow: contentOf,
    changes: ({ name, description, tags }) =>
      namedColumns<RequirementRow>({
        name,
        nameKey: name === undefined ? undefined : foldName(name),
        description,
        tags: tags && distinctTags(tags),
      }),
    show: async (tx, principal, rows) => {
      const ids = rows.map(({ id }) => id);
      const found = await Promise.all(linked.map((links) => links(tx, principal, ids)));
      return rows.map((row) =>
        present(principal, row, Object.assign({}, ...found.map((links) => links.get(row.id)))),
      );
    },
  });
  return {
    ...crud,

    async createMany(
      principal: MemberPrincipal,
      { requirements, project_id }: BodyOf<typeof bulkOperation>,
    ): Promise<{ ids: string[] }> {
      return database.tenant(principal.organizationId, async (tx) => {
        const projectId = await projects.holdUnlessNone(tx, principal, project_id);
        const made = requirements.map((input) => rowOf(principal, projectId, input));
        const errors = repeated(made, await takenAmong(tx, principal.organizationId, projectId, made));
        if (errors.length > 0) throw nameTaken({ errors });
        await crud.rows.insertMany(tx, made);
        return { ids: made.map(({ id }) => id) };
      });
    },

    /**
     * Those of these names that the project sees, whatever their case and blanks, or new ones; ids by the names as they
     * are compared.
     */
    async findOrCreateAll(
      tx: Tx,
      principal: MemberPrincipal,
      { names, projectId }: { readonly names: readonly string[]; readonly projectId: string | null },
    ): Promise<ReadonlyMap<string, string>> {
      const { organizationId } = principal;
      const byKey = new Map(
        names.map((name) => [
          foldName(name),
          { ...rowOf(principal, projectId, { name }), name: name.slice(0, 200) },
        ]),
      );
      const found = await findNamed(tx, organizationId, projectId, [...byKey.keys()]);
      const missing = [...byKey.values()]
        .filter(({ nameKey }) => !found.has(nameKey))
        .toSorted((left, right) => (left.nameKey < right.nameKey ? -1 : 1));
      if (missing.length === 0) return found;
      // Somebody may make the same ones at this moment; then theirs are taken.
      for (let from = 0; from < missing.length; from += insertedAtOnce)
        await tx
          .insert(table)
          .values(missing.slice(from, from + insertedAtOnce))
          .onConflictDoNothing();
      const made = await findNamed(tx, organizationId, projectId, [...byKey.keys()]);
      if (made.size < byKey.size) throw requirementResource.problems.notFound();
      return made;
    },

    /** The id of the one of this name that the project sees; nothing is made. */
    find: async (
      tx: Tx,
      { organizationId }: MemberPrincipal,
      { name, projectId }: { readonly name: string; readonly projectId: string | null },
    ) => (await findNamed(tx, organizationId, projectId, [foldName(name)])).get(foldName(name)),

    require: async (tx: Tx, principal: MemberPrincipal, id: string): Promise<void> => {
      await crud.rows.get(tx, principal, id);
    },

    namesOf: (tx: Tx, principal: MemberPrincipal, ids: readonly string[]) =>
      readNamesSeen(tx, table, principal, ids),

    /** For modules that hang something on requirements, to be shown and counted with them. */
    showWith: (links: LinkedTo): void => void linked.push(links),
  };
}

const contentOf = ({ name, description = null, tags = [] }: RequirementCreate) => ({
  name,
  nameKey: foldName(name),
  description,
  tags: distinctTags(tags),
});

/** The names of these that the project has already, as they are compared. */
async function takenAmong(
  tx: Tx,
  organizationId: string,
  projectId: string | null,
  rows: readonly RequirementRow[],
): Promise<Set<string>> {
  const keys = rows.map(({ nameKey }) => nameKey);
  const taken = await tx
    .select({ nameKey: table.nameKey })
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        projectId === null ? isNull(table.projectId) : eq(table.projectId, projectId),
        inArray(table.nameKey, keys),
        isNull(table.deletedAt),
      ),
    );
  return new Set(taken.map(({ nameKey }) => nameKey));
}

function repeated(rows: readonly RequirementRow[], taken: ReadonlySet<string>): FieldFault[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ nameKey }, index) => {
    const first = seen.get(nameKey);
    if (first === undefined) seen.set(nameKey, index);
    if (first === undefined && !taken.has(nameKey)) return [];
    const message = taken.has(nameKey)
      ? 'The project has a requirement of this name already.'
      : `The list has this name at ${(first ?? 0) + 1} already.`;
    return [{ path: `requirements.${index}.name`, code: 'name_taken', message }];
  });
}

const insertedAtOnce = 500;

/** Ids by the names as they are compared: of its own project first, then of none. */
async function findNamed(
  tx: Tx,
  organizationId: string,
  projectId: string | null,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: table.id, nameKey: table.nameKey })
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        sql`${table.nameKey} = any(${sql.param([...nameKeys])}::text[])`,
        isNull(table.deletedAt),
        projectId === null
          ? isNull(table.projectId)
          : or(eq(table.projectId, projectId), isNull(table.projectId)),
      ),
    )
    .orderBy(sql`${table.projectId} nulls first`);
  return new Map(rows.map(({ id, nameKey }) => [nameKey, id]));
}

const nameTaken = (options?: ProblemOptions): Problem =>
  new Problem(
    'conflict',
    'requirement.name_taken',
    'The project has a requirement of this name already.',
    options,
  );

export const requirementResource = defineResource({
  entity: 'requirement',
  path: '/requirements',
  table,
  sort: 'created_at',
  fields: {
    id: { column: table.id, type: 'id' },
    project_id: { column: table.projectId, type: 'id' },
    name: { column: table.name, type: 'text', isSearched: true, countsNumbers: true },
    description: { column: table.description, type: 'text', isSearched: true },
    tags: { column: table.tags, type: 'texts', isSearched: true },
    created_by: { column: table.createdBy, type: 'id' },
    created_at: { column: table.createdAt, type: 'time' },
    updated_at: { column: table.updatedAt, type: 'time' },
    deleted_at: { column: table.deletedAt, type: 'time' },
  },
  problems: {
    notFound: () => new Problem('not_found', 'requirement.not_found', 'Requirement not found.'),
    deleted: (options) =>
      new Problem(
        'gone',
        'requirement.deleted',
        'This requirement was deleted. Results that cite it stay readable.',
        options,
      ),
    nameTaken,
  },
});

const present = (principal: MemberPrincipal, row: RequirementRow, links: RequirementLinks): Requirement => ({
  id: row.id,
  project_id: row.projectId,
  name: row.name,
  description: row.description,
  tags: row.tags,
  metrics: [...(links.metrics ?? [])],
  counts: { tests: links.tests ?? 0, metrics: links.metrics?.length ?? 0 },
  permitted_actions: permittedActions(principal, 'requirement', row),
  version: row.version,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: row.deletedAt?.toISOString() ?? null,
});
