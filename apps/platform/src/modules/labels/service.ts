import type { Label, LabelCreate, LabelUpdate, ListQuery } from '@sonde/contract';
import { eq } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createRows, defineResource, foldName, readNamesSeen } from '#kernel/resource';
import type { Tenancy } from '#tenancy';
import { labelProblems } from './problems.ts';
import { findNamed, insertUnlessTaken, lockBranch, lockNamed, removeLabels, type Place } from './store.ts';
import { labels as table, type LabelKind, type LabelRow } from './tables.ts';

/** What is sorted by labels: it counts what the caller sees of each, and follows when two become one or one goes away. */
export interface LabelHolder {
  count(tx: Tx, principal: MemberPrincipal, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  move(tx: Tx, organizationId: string, from: string, to: string | null): Promise<void>;
}

interface Options {
  readonly kind: LabelKind;
  readonly database: Database;
  readonly clock: Clock;
  readonly projects: Pick<Tenancy['projects'], 'holdUnlessNone'>;
}

export type Labels = ReturnType<typeof createLabels>;

/** Categories, or topics: paths of words, each once in its project whatever its case and blanks. */
export function createLabels({ kind, database, clock, projects }: Options) {
  const holders: LabelHolder[] = [];
  const rows = createRows({ resource: labelResource(kind), clock });
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.tenant(principal.organizationId, work);

  async function show(tx: Tx, principal: MemberPrincipal, found: readonly LabelRow[]): Promise<Label[]> {
    const ids = found.map(({ id }) => id);
    const counts = await Promise.all(holders.map((holder) => holder.count(tx, principal, ids)));
    return found.map((row) =>
      present(
        row,
        counts.reduce((sum, count) => sum + (count.get(row.id) ?? 0), 0),
      ),
    );
  }
  async function showOne(tx: Tx, principal: MemberPrincipal, row: LabelRow): Promise<Label> {
    const [shown] = await show(tx, principal, [row]);
    if (!shown) throw labelProblems[kind].notFound();
    return shown;
  }

  const newRow = (place: Omit<Place, 'kind'>, name: string, createdBy: string): LabelRow => {
    const at = new Date(clock.now());
    const { organizationId, projectId } = place;
    const made = { id: newId(), organizationId, projectId, createdBy, createdAt: at, updatedAt: at };
    return { ...made, kind, name, nameKey: foldName(name) };
  };

  /** What used the one uses the other from now on. */
  async function mergeInto(tx: Tx, from: LabelRow, to: LabelRow): Promise<void> {
    for (const holder of holders) await holder.move(tx, from.organizationId, from.id, to.id);
    await removeLabels(tx, from.organizationId, [from.id]);
  }

  /** A label and all below it, under a new name; where that is taken, the two become one. */
  async function rename(tx: Tx, row: LabelRow, name: string, merge: boolean): Promise<LabelRow> {
    const branch = await lockBranch(tx, row, row.nameKey);
    const renamed = branch.map((old) => {
      const path = `${name}${old.name.slice(row.name.length)}`;
      return { old, path, key: foldName(path) };
    });
    const own = new Set(branch.map(({ id }) => id));
    const taken = await lockNamed(
      tx,
      row,
      renamed.map(({ key }) => key),
    );
    const others = new Map(taken.filter(({ id }) => !own.has(id)).map((other) => [other.nameKey, other]));
    if (others.size > 0 && !merge) throw labelProblems[kind].nameTaken();
    let kept = row;
    // A name moved below itself is free once what lies deepest has moved; one moved up, once the topmost has.
    for (const { old, path, key } of name.length > row.name.length ? renamed.toReversed() : renamed) {
      const other = others.get(key);
      if (other) await mergeInto(tx, old, other);
      const now = other ?? (await rows.patchRow(tx, old, { name: path, nameKey: key }));
      if (old.id === row.id) kept = now;
    }
    return kept;
  }

  return {
    create: (principal: MemberPrincipal, { name, project_id }: LabelCreate): Promise<Label> =>
      inTenant(principal, async (tx) => {
        const projectId = await projects.holdUnlessNone(tx, principal, project_id);
        const row = newRow({ organizationId: principal.organizationId, projectId }, name, principal.userId);
        return showOne(tx, principal, await rows.insert(tx, row));
      }),

    list: (principal: MemberPrincipal, query: ListQuery): Promise<Page<Label>> =>
      inTenant(principal, async (tx) => {
        const page = await rows.list(tx, principal, query, (row) => row);
        return new Page(await show(tx, principal, page.rows), page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string): Promise<Label> =>
      inTenant(principal, async (tx) => showOne(tx, principal, await rows.get(tx, principal, id))),

    update: (principal: MemberPrincipal, id: string, { name, merge = false }: LabelUpdate): Promise<Label> =>
      inTenant(principal, async (tx) => {
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        return showOne(tx, principal, name === undefined ? row : await rename(tx, row, name, merge));
      }),

    /** For good; what was sorted by it is sorted by nothing. */
    remove: (principal: MemberPrincipal, id: string): Promise<Label> =>
      inTenant(principal, async (tx) => {
        const row = await rows.getTheirs(tx, principal, id);
        const shown = await showOne(tx, principal, row);
        for (const holder of holders) await holder.move(tx, row.organizationId, id, null);
        await removeLabels(tx, row.organizationId, [id]);
        return shown;
      }),

    /** The labels of these names that the project sees, made if there are none; ids by the names as they are compared. */
    async findOrMakeAll(
      tx: Tx,
      place: Omit<Place, 'kind'>,
      names: readonly string[],
      createdBy: string,
    ): Promise<ReadonlyMap<string, string>> {
      const at = { ...place, kind };
      const byKey = new Map(names.map((name) => [foldName(name), newRow(place, name, createdBy)]));
      const found = await findNamed(tx, at, [...byKey.keys()]);
      const missing = [...byKey.values()].filter(({ nameKey }) => !found.has(nameKey));
      if (missing.length === 0) return found;
      await insertUnlessTaken(tx, missing);
      const made = await findNamed(tx, at, [...byKey.keys()]);
      if (made.size < byKey.size) throw labelProblems[kind].notFound();
      return made;
    },

    require: async (tx: Tx, principal: MemberPrincipal, id: string): Promise<void> => {
      await rows.get(tx, principal, id);
    },

    namesOf: (tx: Tx, principal: MemberPrincipal, ids: readonly string[]) =>
      readNamesSeen(tx, table, principal, ids),

    /** For the module whose things are sorted by labels. */
    heldBy: (holder: LabelHolder): void => void holders.push(holder),
  };
}

const labelResource = (kind: LabelKind) =>
  defineResource({
    entity: kind,
    table,
    within: eq(table.kind, kind),
    sort: 'created_at',
    fields: {
      id: { column: table.id, type: 'id' },
      project_id: { column: table.projectId, type: 'id' },
      name: { column: table.name, type: 'text', isSearched: true, countsNumbers: true },
      created_by: { column: table.createdBy, type: 'id' },
      created_at: { column: table.createdAt, type: 'time' },
      updated_at: { column: table.updatedAt, type: 'time' },
    },
    problems: labelProblems[kind],
  });

const present = (row: LabelRow, tests: number): Label => ({
  id: row.id,
  project_id: row.projectId,
  name: row.name,
  counts: { tests },
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
