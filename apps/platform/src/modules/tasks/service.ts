import type { Person, RestorableListQuery, Task, TaskCreate, TaskUpdate } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, eq, or } from 'drizzle-orm';
import type { Comments } from '#comments';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import {
  createRows,
  livingOrRestorable,
  namedColumns,
  planList,
  projectBeside,
  readList,
  visibleTo,
  type ExpectedVersions,
  type GetOptions,
  type Things,
} from '#kernel/resource';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import { mayChange, presentTask, taskResource } from './resource.ts';
import { tasks as table, type TaskRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly things: Things;
  readonly people: {
    named(tx: Tx, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Person>>;
    emailOf(tx: Tx, organizationId: string, userId: string): Promise<string | undefined>;
  };
  readonly projects: Pick<Tenancy['projects'], 'holdUnlessNone'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly comments: Pick<Comments, 'countOf'>;
}

export type Tasks = ReturnType<typeof createTasks>;

/** Work that somebody is to do. Whoever gets it from somebody else is told. */
export function createTasks({ database, clock, things, people, projects, notifications, comments }: Options) {
  const rows = createRows({ resource: taskResource, clock });
  const inTenant = <T>({ organizationId }: MemberPrincipal, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.tenant(organizationId, work);
  const now = (): Date => new Date(clock.now());

  async function showAll(tx: Tx, principal: MemberPrincipal, found: readonly TaskRow[]): Promise<Task[]> {
    const { organizationId } = principal;
    const wanted = found.flatMap(({ createdBy, assigneeId }) => [createdBy, assigneeId]);
    const known = await people.named(tx, organizationId, [...new Set(wanted.filter((id) => id !== null))]);
    const counts = await comments.countOf(
      tx,
      organizationId,
      taskResource.entity,
      found.map(({ id }) => id),
    );
    return found.map((row) =>
      presentTask(principal, row, { people: known, comments: counts.get(row.id) ?? 0 }),
    );
  }
  const show = async (tx: Tx, principal: MemberPrincipal, row: TaskRow): Promise<Task> =>
    (await showAll(tx, principal, [row]))[0] as Task;

  /** As private as the thing it is about, but for whoever made it or has it. */
  const isKnown = (principal: MemberPrincipal) => {
    const known = things.known(principal, table);
    return known && or(known, eq(table.createdBy, principal.userId), eq(table.assigneeId, principal.userId));
  };

  async function requireKnown(tx: Tx, principal: MemberPrincipal, id: string): Promise<void> {
    const [known] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.organizationId, principal.organizationId), eq(table.id, id), isKnown(principal)));
    if (!known) throw taskResource.problems.notFound();
  }

  async function getRow(
    tx: Tx,
    principal: MemberPrincipal,
    id: string,
    options?: GetOptions,
  ): Promise<TaskRow> {
    const row = await rows.get(tx, principal, id, options);
    await requireKnown(tx, principal, id);
    return row;
  }

  async function requireMember(tx: Tx, organizationId: string, userId: string | null | undefined) {
    if (userId && (await people.emailOf(tx, organizationId, userId)) === undefined) throw assigneeUnknown();
  }

  async function tellAssignee(tx: Tx, principal: MemberPrincipal, row: TaskRow, before: string | null) {
    const { assigneeId } = row;
    if (assigneeId === null || assigneeId === before || assigneeId === principal.userId) return;
    await notifications.create(tx, {
      organizationId: row.organizationId,
      userId: assigneeId,
      kind: 'task.assigned',
      status: 'Assigned',
      subject: row.title,
      body: row.description?.slice(0, 500) ?? '',
      link: `/tasks/${row.id}`,
      entityType: taskResource.entity,
      entityId: row.id,
    });
  }

  const thingOf = (tx: Tx, principal: MemberPrincipal, { entity_type, entity_id }: TaskCreate) =>
    entity_type === undefined || entity_id === undefined
      ? undefined
      : things.find(tx, principal, { entityType: entity_type, entityId: entity_id });

  return {
    async create(principal: MemberPrincipal, input: TaskCreate): Promise<Task> {
      return inTenant(principal, async (tx) => {
        const { organizationId, userId } = principal;
        const projectId = await projects.holdUnlessNone(tx, principal, input.project_id);
        await requireMember(tx, organizationId, input.assignee_id);
        const thing = await thingOf(tx, principal, input);
        const status = input.status ?? 'Open';
        const row = await rows.insert(tx, {
          id: newId(),
          organizationId,
          projectId: thing ? projectBeside(principal, thing) : projectId,
          title: input.title,
          description: input.description ?? null,
          status,
          priority: input.priority ?? 'Medium',
          assigneeId: input.assignee_id ?? null,
          entityType: thing?.entity ?? null,
          entityId: thing ? (input.entity_id ?? null) : null,
          entityName: thing?.name ?? null,
          entityTraceId: thing?.entity === 'trace' ? (thing.traceId ?? null) : null,
          completedAt: status === 'Completed' ? now() : null,
          createdBy: userId,
          createdAt: now(),
          updatedAt: now(),
        });
        await tellAssignee(tx, principal, row, null);
        return show(tx, principal, row);
      });
    },

    list: (principal: MemberPrincipal, query: RestorableListQuery): Promise<Page<Task>> =>
      inTenant(principal, async (tx) => {
        const page = await readList(tx, table, {
          plan: planList(query, taskResource.fields, taskResource.sort),
          within: and(
            visibleTo(principal, table),
            livingOrRestorable(principal, taskResource, query.include_deleted === 'true'),
            isKnown(principal),
          ),
          present: (row) => row,
        });
        return new Page(await showAll(tx, principal, page.rows), page.total, page);
      }),

    listOf: (
      principal: MemberPrincipal,
      { entity_type: entityType, entity_id: entityId }: { entity_type: string; entity_id: string },
      query: RestorableListQuery,
    ): Promise<Page<Task>> =>
      inTenant(principal, async (tx) => {
        const { entity } = await things.find(tx, principal, { entityType, entityId });
        const page = await readList(tx, table, {
          plan: planList(query, taskResource.fields, taskResource.sort),
          within: and(
            visibleTo(principal, table),
            livingOrRestorable(principal, taskResource, query.include_deleted === 'true'),
            eq(table.entityType, entity),
            eq(table.entityId, entityId),
          ),
          present: (row) => row,
        });
        return new Page(await showAll(tx, principal, page.rows), page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string, includeDeleted: boolean): Promise<Task> =>
      inTenant(principal, async (tx) =>
        show(tx, principal, await getRow(tx, principal, id, { includeDeleted })),
      ),

    update: (
      principal: MemberPrincipal,
      id: string,
      input: TaskUpdate,
      expected: ExpectedVersions,
    ): Promise<Task> =>
      inTenant(principal, async (tx) => {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        if (!mayChange(principal, row)) throw notTheirs();
        if (input.assignee_id !== row.assigneeId)
          await requireMember(tx, principal.organizationId, input.assignee_id);
        const changed = await rows.patchRow(
          tx,
          row,
          namedColumns<TaskRow>({
            title: input.title,
            description: input.description,
            status: input.status,
            priority: input.priority,
            assigneeId: input.assignee_id,
            completedAt: completedAt(row, input, now()),
          }),
          expected,
        );
        await tellAssignee(tx, principal, changed, row.assigneeId);
        return show(tx, principal, changed);
      }),

    remove: (principal: MemberPrincipal, id: string): Promise<Task> =>
      inTenant(principal, async (tx) => {
        const row = await rows.remove(tx, principal, id);
        await requireKnown(tx, principal, id);
        return show(tx, principal, row);
      }),

    restore: (principal: MemberPrincipal, id: string): Promise<Task> =>
      inTenant(principal, async (tx) => {
        const row = await rows.restore(tx, principal, id);
        await requireKnown(tx, principal, id);
        return show(tx, principal, row);
      }),
  };
}

/** Told by what the status becomes, never by whoever asks. */
function completedAt(row: TaskRow, { status }: TaskUpdate, now: Date): Date | null | undefined {
  if (status === undefined || status === row.status) return undefined;
  return status === 'Completed' ? now : null;
}

const notTheirs = (): Problem =>
  new Problem(
    'forbidden',
    'auth.permission_denied',
    'A task is changed by whoever made it and by whoever it is assigned to.',
  );
const assigneeUnknown = (): Problem =>
  new Problem(
    'invalid',
    'task.assignee_unknown',
    'It can be assigned to active members of the organization.',
  );
