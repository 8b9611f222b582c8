import type { ArchitectMessage, ArchitectSession, ArchitectTalk, BodyOf, ListQuery } from '@sonde/contract';
import type {
  confirmArchitectPlan,
  createArchitectSession,
  sendArchitectMessage,
  updateArchitectSession,
} from '@sonde/contract';
import { redact } from '@sonde/secrets';
import { Problem } from '@sonde/server-kit';
import type { JobBoard } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { AfterCommit, Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Jobs } from '#kernel/jobs';
import { waitForTurn } from '#kernel/wait-for-turn';
import type { Tenancy } from '#tenancy';
import { announce, enqueueTurn, newMessage } from './turn-queue.ts';
import { changedPlan, settledPlan } from './plan.ts';
import { builtinPlanner } from './planner/words.ts';
import { planVersion, presentSession, presentTalk } from './present.ts';
import * as problems from './problems.ts';
import * as store from './store.ts';
import type { SessionRow } from './tables.ts';

export interface ArchitectOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly jobBoard: Pick<JobBoard, 'cancel' | 'cancelAllOf'>;
  readonly projects: Pick<Tenancy['projects'], 'holdUnlessNone'>;
}

export type Architect = ReturnType<typeof createArchitect>;

const sessionsMax = 500;
const messagesMax = 2000;
const shownMessages = 100;

/** What a person does with a planning chat; what it does by itself is `engine.ts`. */
export function createArchitect(options: ArchitectOptions) {
  const { database, clock, events, jobs, jobBoard, projects } = options;
  const now = (): Date => new Date(clock.now());

  const show = async (tx: Tx, row: SessionRow): Promise<ArchitectTalk> =>
    presentTalk(row, await store.newestMessages(tx, row, shownMessages));

  /** One change of an own session, under its lock. */
  async function change(
    principal: MemberPrincipal,
    id: string,
    work: (tx: Tx, row: SessionRow, afterCommit: AfterCommit) => Promise<Partial<SessionRow>>,
  ): Promise<ArchitectTalk> {
    requireLasting(principal);
    return database.tenant(principal.organizationId, async (tx, afterCommit) => {
      const row = await store.findOwn(tx, principal, { id, forUpdate: true });
      if (!row) throw problems.sessionNotFound();
      const changes = { ...(await work(tx, row, afterCommit)), updatedAt: now() };
      await store.writeSession(tx, row, changes);
      const changed = { ...row, ...changes };
      await announce(tx, events, changed);
      return show(tx, changed);
    });
  }

  /** With whose rights what follows is done. */
  const speaker = (principal: MemberPrincipal) => ({
    apiTokenId: principal.kind === 'api_token' ? principal.credentialId : null,
    credentialId: principal.credentialId,
  });
  const isSpeaker = (principal: MemberPrincipal, row: SessionRow): boolean =>
    speaker(principal).apiTokenId === row.apiTokenId;

  /** The yes for all holds for whoever gave it: a token that may do less gives none for what its person says later. */
  const speaking = (principal: MemberPrincipal, row: SessionRow, autoApprove?: boolean) => ({
    ...speaker(principal),
    autoApprove: autoApprove ?? (row.autoApprove && isSpeaker(principal, row)),
  });

  function approving(principal: MemberPrincipal, row: SessionRow): Partial<SessionRow> {
    const isResting = row.status === 'idle' || row.status === 'confirming';
    if (!isResting && !isSpeaker(principal, row)) throw problems.busy();
    return speaking(principal, row, true);
  }

  async function hear(tx: Tx, row: SessionRow, content: string): Promise<Partial<SessionRow>> {
    if ((await store.countMessages(tx, row)) >= messagesMax) throw problems.tooLong();
    await store.insertMessages(tx, [newMessage(row, { role: 'user', content, at: now() })]);
    await enqueueTurn(tx, jobs, row);
    const { question: _question, closing: _closing, rounds: _rounds, ...state } = row.state;
    return {
      status: 'thinking',
      turn: row.turn + 1,
      plan: [],
      awaitingTask: null,
      claimedBy: null,
      // A question is kept: what is said now may answer it.
      state: { ...state, ...(row.state.question ? { question: row.state.question } : {}) },
    };
  }

  return {
    async create(
      principal: MemberPrincipal,
      input: BodyOf<typeof createArchitectSession>,
    ): Promise<ArchitectTalk> {
      requireLasting(principal);
      const { organizationId, userId } = principal;
      return database.tenant(organizationId, async (tx) => {
        await waitForTurn(tx, `architect sessions:${organizationId}:${userId}`);
        if ((await store.countOwn(tx, principal)) >= sessionsMax) throw problems.tooMany(sessionsMax);
        const projectId = await projects.holdUnlessNone(tx, principal, input.project_id);
        const at = now();
        const row: SessionRow = {
          id: newId(),
          organizationId,
          projectId,
          createdBy: userId,
          ...speaker(principal),
          title:
            input.title === undefined ? titleFrom(input.initial_message) : withoutCredentials(input.title),
          status: 'idle',
          mode: 'discovery',
          autoApprove: input.auto_approve,
          planner: builtinPlanner,
          turn: 0,
          plan: [],
          state: {},
          awaitingTask: null,
          claimedBy: null,
          createdAt: at,
          updatedAt: at,
        };
        await store.insertSession(tx, row);
        if (input.initial_message === undefined) return show(tx, row);
        const heard = await hear(tx, row, withoutCredentials(input.initial_message));
        await store.writeSession(tx, row, heard);
        return show(tx, { ...row, ...heard });
      });
    },

    list: (principal: MemberPrincipal, query: ListQuery): Promise<Page<ArchitectSession>> =>
      database.tenant(principal.organizationId, (tx) => store.listOwn(tx, principal, query)),

    get: (principal: MemberPrincipal, id: string): Promise<ArchitectTalk> =>
      database.tenant(principal.organizationId, async (tx) => {
        const row = await store.findOwn(tx, principal, { id });
        if (!row) throw problems.sessionNotFound();
        return show(tx, row);
      }),

    messages: (principal: MemberPrincipal, id: string, query: ListQuery): Promise<Page<ArchitectMessage>> =>
      database.tenant(principal.organizationId, async (tx) => {
        const row = await store.findOwn(tx, principal, { id });
        if (!row) throw problems.sessionNotFound();
        return store.listMessages(tx, row, query);
      }),

    update: (
      principal: MemberPrincipal,
      id: string,
      input: BodyOf<typeof updateArchitectSession>,
    ): Promise<ArchitectTalk> =>
      change(principal, id, async (_tx, row) => {
        if (input.plan && row.status !== 'confirming') throw problems.nothingWaits();
        return {
          ...(input.title === undefined ? {} : { title: withoutCredentials(input.title) }),
          ...(input.auto_approve ? approving(principal, row) : {}),
          ...(input.auto_approve === false ? { autoApprove: false } : {}),
          ...(input.plan ? { plan: changedPlan(row.plan, input.plan) } : {}),
        };
      }),

    send: (
      principal: MemberPrincipal,
      id: string,
      input: BodyOf<typeof sendArchitectMessage>,
    ): Promise<ArchitectTalk> =>
      change(principal, id, async (tx, row) => {
        if (row.status !== 'idle' && row.status !== 'confirming') throw problems.busy();
        const said = row.status === 'confirming' ? yesOrNo(input.content) : undefined;
        if (said !== undefined) requireRead(row, input.plan_version, said);
        const settings = speaking(principal, row, input.auto_approve);
        if (said === undefined)
          return { ...(await hear(tx, row, withoutCredentials(input.content))), ...settings };
        await store.insertMessages(tx, [
          newMessage(row, { role: 'user', content: input.content, intent: said ? 'yes' : 'no', at: now() }),
        ]);
        return { ...(await decide(tx, row, said)), ...settings };
      }),

    confirm: (
      principal: MemberPrincipal,
      id: string,
      input: BodyOf<typeof confirmArchitectPlan>,
    ): Promise<ArchitectTalk> =>
      change(principal, id, async (tx, row) => {
        if (row.status !== 'confirming') throw problems.nothingWaits();
        requireRead(row, input.plan_version, input.approve);
        return { ...(await decide(tx, row, input.approve)), ...speaking(principal, row) };
      }),

    /** What is under way is let go of at once: a worker that comes back with its outcome finds another turn. */
    async stop(principal: MemberPrincipal, id: string): Promise<ArchitectTalk> {
      let awaited: string | null = null;
      const stopped = await change(principal, id, async (tx, row, afterCommit) => {
        if (row.status === 'idle') return {};
        awaited = row.awaitingTask;
        afterCommit(() => events.publish(stoppedEvent(row)));
        return stopping(tx, row, 'Stopped. What was finished stays.');
      });
      if (awaited !== null && principal.permissions.has('job:cancel'))
        await jobBoard.cancel(principal, awaited).catch(unlessEnded);
      return stopped;
    },

    remove: (principal: MemberPrincipal, id: string): Promise<ArchitectSession> =>
      database.tenant(principal.organizationId, async (tx, afterCommit) => {
        const row = await store.findOwn(tx, principal, { id, forUpdate: true });
        if (!row) throw problems.sessionNotFound();
        await store.removeSession(tx, principal, id);
        afterCommit(() => events.publish(stoppedEvent(row)));
        return presentSession(row);
      }),

    forget: store.removeAllOf,

    /** What somebody asked for with a session or a token that is ended, whose plans would go on with their rights. */
    async stopAllWith(tx: Tx, credentialIds: readonly string[]): Promise<void> {
      const found = await store.underWayWith(tx, credentialIds);
      // Jobs come before chats, as everywhere.
      const taskIds = found.flatMap(({ awaitingTask }) => awaitingTask ?? []);
      if (taskIds.length > 0) await jobBoard.cancelAllOf(tx, { taskIds });
      for (const { organizationId, id } of found) {
        const row = await store.lockSession(tx, organizationId, id);
        if (!row || row.status === 'idle' || row.status === 'confirming') continue;
        const said =
          'Stopped: what this was asked for with, a session or a token, was ended. What was finished stays.';
        const changes = { ...(await stopping(tx, row, said)), updatedAt: now() };
        await store.writeSession(tx, row, changes);
        // Not announced, as a job that is cancelled along is not.
        await events.tell(tx, stoppedEvent(row));
      }
    },
  };

  async function stopping(tx: Tx, row: SessionRow, content: string): Promise<Partial<SessionRow>> {
    await store.insertMessages(tx, [newMessage(row, { role: 'event', content, at: now() })]);
    return {
      status: 'idle',
      mode: 'discovery',
      turn: row.turn + 1,
      plan: settledPlan(row.plan, 'It was stopped before this.'),
      state: row.state.talk ? { talk: row.state.talk } : {},
      awaitingTask: null,
      claimedBy: null,
    };
  }

  async function decide(tx: Tx, row: SessionRow, approve: boolean): Promise<Partial<SessionRow>> {
    const turn = row.turn + 1;
    if (approve) {
      await enqueueTurn(tx, jobs, row);
      return { status: 'working', mode: 'creating', turn, claimedBy: null };
    }
    await store.insertMessages(tx, [
      newMessage(row, { role: 'assistant', content: 'Nothing was done.', intent: 'no', at: now() }),
    ]);
    return {
      status: 'idle',
      mode: 'discovery',
      turn,
      plan: settledPlan(row.plan, 'It was declined.'),
      state: row.state.talk ? { talk: row.state.talk } : {},
    };
  }
}

/** A yes is to the plan that was read, and nobody else's change of it is carried out by it. A no that names none harms nobody. */
function requireRead(row: SessionRow, read: string | undefined, approve: boolean): void {
  if (read === undefined ? approve : read !== planVersion(row)) throw problems.planChanged();
}

/** Work goes on when the call is over; a token that was exchanged for some minutes would widen or end meanwhile. */
function requireLasting({ kind }: MemberPrincipal): void {
  if (kind === 'exchanged') throw problems.exchangedRefused();
}

const stoppedEvent = ({ organizationId, id, turn }: SessionRow) => ({
  name: 'architect.stopped',
  organizationId,
  data: { session_id: id, turn },
});

function unlessEnded(error: unknown): void {
  if (!(error instanceof Problem && ['job.finished', 'job.not_found'].includes(error.code))) throw error;
}

/** What is pasted along is kept in no chat, and read by no model: neither has a use for it. */
const withoutCredentials = (text: string): string => redact({ text }).text;

const titleFrom = (message: string | undefined): string =>
  message === undefined
    ? 'New chat'
    : withoutCredentials(message)
        .replaceAll(/[\p{Cc}\s\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
        .slice(0, 80)
        .trim() || 'New chat';

/** A plain yes or no; anything else is something new to think about, in whatever script it is written. */
export function yesOrNo(text: string): boolean | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim();
  if (/^(?:yes|y|yep|yeah|ok|okay|sure|go|go ahead|do it|please do|confirm|approve|yes please)$/.test(plain))
    return true;
  if (/^(?:no|n|nope|don't|do not|cancel|decline|stop|never mind|no thanks)$/.test(plain)) return false;
  return undefined;
}
