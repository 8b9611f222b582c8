import type { ListQuery, Project } from '@sonde/contract';
import type { Problem } from '@sonde/server-kit';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import { tellAccessChangedForAll } from '#kernel/access-changed';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import { planList, readList, type ListFields } from '#kernel/resource';
import { unauthenticated } from '#tokens';
import type { TenancyHooks } from './hooks.ts';
import { projectNotFound } from './problems.ts';
import { organizations, projects } from './tables.ts';

type Row = typeof projects.$inferSelect;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'tell'>;
  readonly audit: Audit;
  readonly hooks: Pick<TenancyHooks, 'projectDeleting'>;
}

export function createProjects({ database, clock, events, audit, hooks }: Options) {
  const live = (organizationId: string) =>
    and(eq(projects.organizationId, organizationId), isNull(projects.deletedAt));

  /** Missing, deleted, foreign and outside of the caller's own project are one refusal. */
  async function getRow(tx: Tx, principal: MemberPrincipal, id: string): Promise<Row> {
    const [row] =
      principal.projectId && principal.projectId !== id
        ? []
        : await tx
            .select()
            .from(projects)
            .where(and(live(principal.organizationId), eq(projects.id, id)));
    if (!row) throw projectNotFound();
    return row;
  }

  /** The oldest of the organization, for what names none. */
  async function oldestId(tx: Tx, principal: MemberPrincipal): Promise<string> {
    const [oldest] = await tx
      .select({ id: projects.id })
      .from(projects)
      .where(live(principal.organizationId))
      .orderBy(asc(projects.createdAt), asc(projects.id))
      .limit(1);
    if (!oldest) throw await refusal(tx, principal);
    return oldest.id;
  }

  /** What a caller hears whose project is not there, or whose organization was deleted with all its projects. */
  async function refusal(tx: Tx, { organizationId }: MemberPrincipal): Promise<Problem> {
    const [organization] = await tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    return organization ? projectNotFound() : unauthenticated(true);
  }

  /** Its id, once nobody can delete it until the transaction is over. */
  async function hold(tx: Tx, principal: MemberPrincipal, projectId: string | null): Promise<string> {
    const named = projectId ?? principal.projectId;
    if (named !== null && principal.projectId !== null && named !== principal.projectId)
      throw projectNotFound();
    for (;;) {
      const id = named ?? (await oldestId(tx, principal));
      const held = await tx
        .select({ id: projects.id })
        .from(projects)
        .where(and(live(principal.organizationId), eq(projects.id, id)))
        .for('share');
      if (held.length > 0) return id;
      // The oldest was deleted at this moment; the next statement sees that, and the one after it is the oldest.
      if (named !== null) throw await refusal(tx, principal);
    }
  }

  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.tenant(principal.organizationId, work);

  async function change(tx: Tx, principal: MemberPrincipal, id: string, changes: Partial<Row>): Promise<Row> {
    const [row] = await tx
      .update(projects)
      .set({ ...changes, updatedAt: new Date(clock.now()) })
      .where(and(live(principal.organizationId), eq(projects.id, id)))
      .returning();
    if (!row) throw projectNotFound();
    return row;
  }

  const record = (
    tx: Tx,
    principal: MemberPrincipal,
    action: string,
    { id, name }: Pick<Row, 'id' | 'name'>,
    caller: Caller,
  ): Promise<void> =>
    audit.record(tx, {
      action,
      organizationId: principal.organizationId,
      actorId: principal.userId,
      target: { type: 'project', id, name },
      caller,
    });

  return {
    create: (
      principal: MemberPrincipal,
      input: { name: string; description?: string | null | undefined },
      caller: Caller,
    ): Promise<Project> =>
      inTenant(principal, async (tx) => {
        const at = new Date(clock.now());
        const row: Row = {
          id: newId(),
          organizationId: principal.organizationId,
          name: input.name,
          description: input.description ?? null,
          createdAt: at,
          updatedAt: at,
          deletedAt: null,
        };
        await tx.insert(projects).values(row);
        await record(tx, principal, 'project.created', row, caller);
        return present(row);
      }),

    list: (principal: MemberPrincipal, query: ListQuery): Promise<Page<Project>> => {
      const plan = planList(query, fields, 'created_at');
      return inTenant(principal, async (tx) => {
        const within = and(
          live(principal.organizationId),
          principal.projectId ? eq(projects.id, principal.projectId) : undefined,
        );
        return readList(tx, projects, { plan, within, present });
      });
    },

    get: (principal: MemberPrincipal, id: string): Promise<Project> =>
      inTenant(principal, async (tx) => present(await getRow(tx, principal, id))),

    update: (
      principal: MemberPrincipal,
      id: string,
      changes: { name?: string | undefined; description?: string | null | undefined },
      caller: Caller,
    ): Promise<Project> =>
      inTenant(principal, async (tx) => {
        const before = await getRow(tx, principal, id);
        const row = await change(tx, principal, id, {
          name: changes.name ?? before.name,
          description: changes.description === undefined ? before.description : changes.description,
        });
        await record(tx, principal, 'project.updated', row, caller);
        return present(row);
      }),

    remove: (principal: MemberPrincipal, id: string, caller: Caller): Promise<Project> =>
      inTenant(principal, async (tx) => {
        await getRow(tx, principal, id);
        const row = await change(tx, principal, id, { deletedAt: new Date(clock.now()) });
        await hooks.projectDeleting.run(tx, principal.organizationId, id);
        await tellAccessChangedForAll(events, tx, principal.organizationId);
        await record(tx, principal, 'project.deleted', row, caller);
        return present(row);
      }),

    /** The project asked for; without an id the caller's own, or the oldest of the organization. */
    resolve: (principal: MemberPrincipal, projectId: string | null): Promise<Project> =>
      inTenant(principal, async (tx) => {
        const id = projectId ?? principal.projectId ?? (await oldestId(tx, principal));
        return present(await getRow(tx, principal, id));
      }),

    /**
     * Like `resolve`, for whoever puts something into the project or brings it back: in the transaction that does so.
     * A project that is deleted at the same moment is either gone before, and the thing refused, or has the thing in it.
     */
    hold,

    /** The same where a thing may be of no project: nothing named is the caller's own project, and else none. */
    holdUnlessNone: async (
      tx: Tx,
      principal: MemberPrincipal,
      projectId: string | null | undefined,
    ): Promise<string | null> =>
      (projectId ?? principal.projectId) === null ? null : hold(tx, principal, projectId ?? null),
  };
}

const fields: ListFields = {
  id: { column: projects.id, type: 'id' },
  name: { column: projects.name, type: 'text', isSearched: true, countsNumbers: true },
  description: { column: projects.description, type: 'text', isSearched: true },
  created_at: { column: projects.createdAt, type: 'time' },
  updated_at: { column: projects.updatedAt, type: 'time' },
};

const present = (row: Row): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
