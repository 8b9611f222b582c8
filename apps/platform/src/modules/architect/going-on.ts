import { Problem } from '@sonde/server-kit';
import { chosenTools, replyText, type ToolAnswer } from '#mcp';
import { ModelFailure, type Conversation } from '#models';
import { givesTest } from '#test-generation';
import type { Change, Commit, EngineOptions } from './change.ts';
import { refusalIn, ToolRefusal, type Hands } from './hands.ts';
import { answeredRound, askModel, modelCaps, type ModelWish } from './model-round.ts';
import { newPlan, resolvedArguments, settledPlan, withStep } from './plan.ts';
import { closingOf, talkAfter } from './planner/closing.ts';
import { think } from './planner/think.ts';
import type { CanTest } from './planner/thought.ts';
import { builtinPlanner } from './planner/words.ts';
import { newestMessages } from './store.ts';
import type { Round, SessionRow, SessionState, StoredStep } from './tables.ts';

export interface Going extends EngineOptions {
  readonly hands: Hands;
  readonly commit: Commit;
  readonly signal: AbortSignal;
}

type Next = Promise<SessionRow | undefined>;

/** One step of a chat, from its row alone: whatever process did the one before. */
export async function goOn(going: Going, row: SessionRow): Next {
  if (row.status === 'thinking') return thinkOn(going, row);
  if (row.status === 'working') return workOn(going, row);
  if (row.status === 'waiting') return lookAtJob(going, row);
  return undefined;
}

async function thinkOn(going: Going, row: SessionRow): Next {
  const messages = await going.database.tenant(row.organizationId, (tx) =>
    newestMessages(tx, row, modelCaps.earlierMessages),
  );
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const conversation = await going.models.conversation(row.organizationId, undefined);
  if (!conversation) return thinkBuiltin(going, row, content);
  const rounds = row.state.rounds ?? [];
  if (rounds.length >= modelCaps.rounds || JSON.stringify(rounds).length > modelCaps.characters)
    return going.commit(
      ended(
        row,
        rounds.length >= modelCaps.rounds
          ? `I have taken ${rounds.length} rounds, as many as a message may. Say how to go on.`
          : 'I have read as much as a message may. Say how to go on.',
      ),
    );
  const wish = await wishOf(going, conversation, { row, messages, rounds });
  if (typeof wish !== 'string') return takeWish(going, row, { wish, rounds, name: conversation.name });
  if (rounds.length > 0)
    return going.commit(ended(row, `${wish} What was done stays; say it again to go on.`, 'event'));
  const told = await going.commit({
    session: {},
    messages: [{ role: 'event', content: `${wish} Nothing is lost: the built-in planner answers instead.` }],
  });
  return told && thinkBuiltin(going, told, content);
}

/** What the model wants, or how it failed. */
async function wishOf(
  { hands, signal }: Going,
  conversation: Conversation,
  asked: Pick<Parameters<typeof askModel>[1], 'row' | 'messages' | 'rounds'>,
): Promise<ModelWish | string> {
  try {
    return await askModel(conversation, { ...asked, tools: await hands.offered(), signal });
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelFailure)) throw error;
    return `The model ${conversation.name} failed: ${error.message}`;
  }
}

async function takeWish(
  going: Going,
  row: SessionRow,
  {
    wish,
    rounds,
    name,
  }: { readonly wish: ModelWish; readonly rounds: readonly Round[]; readonly name: string },
): Next {
  const { text, wishes, round } = wish;
  if (wishes.length === 0) {
    const over = ended(row, text === '' ? 'Done.' : text);
    return going.commit({ ...over, session: { ...over.session, planner: name }, also: notice(going, row) });
  }
  const offered = new Set(chosenTools(going.mcp.tools, undefined).map(({ name: tool }) => tool));
  const planned = newPlan(wishes, { isWriting: going.hands.isWriting, first: row.plan.length + 1 });
  const steps = (await withRefusals(going, planned)).map<StoredStep>((step) =>
    offered.has(step.tool) ? step : { ...step, status: 'failed', note: 'There is no such tool.' },
  );
  return propose(going, {
    say: text,
    intent: 'model',
    planner: name,
    plan: [...row.plan, ...steps],
    state: { ...row.state, rounds: [...rounds, round] },
  });
}

async function thinkBuiltin(going: Going, row: SessionRow, content: string): Next {
  const { hands, commit } = going;
  const canTest: CanTest = async ({ name, description }) =>
    (await going.models.generationModel(row.organizationId)).client !== undefined ||
    givesTest([{ id: '', name, description }], 'Single-Turn');
  const thought = await think(content, { state: row.state, hands, canTest }).catch(unlessRefused);
  if (typeof thought === 'string')
    return commit(ended(row, `I could not read what I need for that. ${thought}`));
  const { say, intent, wishes, closing, unclear, asked } = thought;
  const talk = thought.talk ?? row.state.talk;
  const state: SessionState = {
    ...(talk ? { talk } : {}),
    ...(unclear ? { question: { asked, names: unclear } } : {}),
    ...(closing === undefined ? {} : { closing }),
    intent,
  };
  if (wishes.length === 0) {
    const over = ended(row, say);
    return commit({
      session: { ...over.session, planner: builtinPlanner, state },
      messages: [{ role: 'assistant', content: say, intent }],
    });
  }
  const plan = await withRefusals(going, newPlan(wishes, { isWriting: hands.isWriting }));
  const refused = plan.find(({ status }) => status === 'failed');
  if (refused) {
    const settled = settledPlan(plan, 'A step of the plan may not be done.');
    const over = ended(
      { ...row, plan: settled, state },
      `I cannot do that for you. ${refused.title}: ${refused.note}`,
    );
    return commit({ ...over, session: { ...over.session, planner: builtinPlanner } });
  }
  return propose(going, { say, intent, planner: builtinPlanner, plan, state });
}

/** Nobody is asked for a yes to what they may not do. */
async function withRefusals({ hands }: Going, plan: readonly StoredStep[]): Promise<StoredStep[]> {
  const refused = await hands.refused(plan.map(({ tool }) => tool));
  return plan.map((step) => {
    const permission = refused.get(step.tool);
    return permission === undefined
      ? step
      : { ...step, status: 'failed', note: `This needs the permission ${permission}.` };
  });
}

/** What only reads is done at once; what changes something waits for a yes, unless that was given for all. */
async function propose(
  { commit }: Going,
  planned: {
    readonly say: string;
    readonly intent: string;
    readonly planner: string;
    readonly plan: StoredStep[];
    readonly state: SessionState;
  },
): Next {
  const { say, intent, planner, plan, state } = planned;
  const writes = plan.filter((step) => step.status === 'planned' && step.is_writing);
  return commit(({ autoApprove }) => {
    const needsConfirmation = writes.length > 0 && !autoApprove;
    const asking =
      say === '' && needsConfirmation
        ? `I would do this: ${writes.map(({ title }) => title).join(', ')}.`
        : say;
    return {
      session: {
        planner,
        plan,
        state,
        ...(needsConfirmation
          ? { status: 'confirming' as const, mode: 'planning' as const }
          : { status: 'working' as const, mode: 'creating' as const }),
      },
      messages: asking === '' ? [] : [{ role: 'assistant', content: asking, intent, needsConfirmation }],
    };
  });
}

async function workOn(going: Going, row: SessionRow): Next {
  const { commit, hands } = going;
  const step = row.plan.find(({ status }) => status === 'planned' || status === 'running');
  if (!step) return finish(going, row);
  // The process that called it died before it could write down what came of it.
  if (step.status === 'running' && step.is_writing)
    return commit(
      ended(
        { ...row, plan: settledPlan(row.plan, 'A step before it was interrupted.') },
        `${step.title}: the platform was restarted in the middle of it, so it may or may not have been done. Look before you say it again.`,
        'event',
      ),
    );
  const resolved = resolvedArguments(step, row.plan);
  if ('missing' in resolved)
    return failStep(going, row, {
      step,
      note: `“${resolved.missing}” was left out, and this needs what it makes.`,
    });
  const begun = await commit({
    session: {
      plan: withStep(row.plan, { ...step, status: 'running' }),
      mode: step.tool === 'test_sets_execute' ? 'executing' : row.mode,
    },
  });
  if (!begun) return undefined;
  const called = await hands.use(step.tool, resolved.arguments).catch(unlessRefused);
  const refusal =
    typeof called === 'string' ? called : called.status >= 400 ? refusalIn(called.body) : undefined;
  if (refusal !== undefined || typeof called === 'string')
    return failStep(going, begun, { step, note: refusal ?? '' });
  return stepAnswered(going, begun, { step: { ...step, arguments: resolved.arguments }, called });
}

const keptCharacters = 8000;

async function stepAnswered(
  { commit, jobBoard }: Going,
  row: SessionRow,
  { step, called }: { readonly step: StoredStep; readonly called: ToolAnswer },
): Next {
  const answer: unknown = JSON.parse(
    replyText({
      body: called.body,
      nextCursor: called.nextCursor,
      limitCharacters: keptCharacters,
      readsRest: undefined,
    }),
  );
  const taskId = step.is_writing ? taskIn(called.body) : undefined;
  if (taskId === undefined)
    return commit({ session: { plan: withStep(row.plan, { ...step, status: 'done', answer }) } });
  const { organizationId, id } = row;
  let tell: (() => Promise<void>) | undefined;
  return commit({
    session: {
      status: 'waiting',
      awaitingTask: taskId,
      plan: withStep(row.plan, { ...step, status: 'running', task_id: taskId, answer }),
    },
    before: async (tx) => {
      tell = await jobBoard.follow(tx, { organizationId, taskId }, id);
      // One that has ended already wakes nobody, so this worker goes on.
      return tell ? { claimedBy: null } : {};
    },
    also: async () => tell?.(),
  });
}

async function lookAtJob(going: Going, row: SessionRow): Next {
  const { commit, jobBoard } = going;
  const { organizationId, id, awaitingTask } = row;
  const step = row.plan.find(
    ({ task_id: taskId, status }) => taskId === awaitingTask && status === 'running',
  );
  const job = awaitingTask === null ? undefined : await jobBoard.describe(organizationId, awaitingTask);
  if (!step || awaitingTask === null) return commit({ session: { status: 'working', awaitingTask: null } });
  if (job && job.finished_at === null)
    return commit({
      session: {},
      before: async (tx) =>
        (await jobBoard.follow(tx, { organizationId, taskId: awaitingTask }, id)) ? { claimedBy: null } : {},
    });
  if (job?.status !== 'SUCCESS') {
    const how =
      job?.status === 'REVOKED' ? 'It was cancelled.' : (job?.error ?? 'The job is not there any more.');
    return failStep(going, row, { step, note: how });
  }
  return commit({
    session: {
      status: 'working',
      awaitingTask: null,
      plan: withStep(row.plan, { ...step, status: 'done', note: job.progress.label }),
    },
    messages: [
      { role: 'event', content: `${step.title}: done. ${job.progress.label}`.trim(), taskId: awaitingTask },
    ],
  });
}

/** A model reads how it failed and may try otherwise; a plan of the built-in planner ends there. */
async function failStep(
  going: Going,
  row: SessionRow,
  { step, note }: { readonly step: StoredStep; readonly note: string },
): Next {
  const plan = withStep(row.plan, { ...step, status: 'failed', note });
  if (isModels(row)) return going.commit({ session: { status: 'working', awaitingTask: null, plan } });
  const settled = settledPlan(plan, 'A step before it failed.');
  const over = ended({ ...row, plan: settled }, `${step.title}: ${note}`);
  return going.commit({ ...over, also: notice(going, { ...row, plan: settled }) });
}

async function finish(going: Going, row: SessionRow): Next {
  const { commit, hands } = going;
  const { rounds = [] } = row.state;
  const last = rounds.at(-1);
  if (last && isModels(row)) {
    const answered = answeredRound(rounds, last, row.plan);
    return commit({
      session: {
        status: 'thinking',
        // What was answered is in the round now, and would only be carried about.
        plan: row.plan.map(({ answer: _answer, ...step }) => step),
        state: { ...row.state, rounds: [...rounds.slice(0, -1), answered] },
      },
    });
  }
  const talk = talkAfter(row.state.talk ?? {}, row.plan);
  const closing = await closingOf(row.state.closing, { plan: row.plan, talk, hands }).catch(unlessRefused);
  const { intent } = row.state;
  const over = ended({ ...row, state: { talk, ...(intent === undefined ? {} : { intent }) } }, closing);
  return commit({ ...over, also: notice(going, row) });
}

/** Steps of a model are answered to it. */
const isModels = ({ state }: SessionRow): boolean => (state.rounds ?? []).length > 0;

/** The turn is over; what was spoken of is kept. */
const ended = (row: SessionRow, content: string, role: 'assistant' | 'event' = 'assistant'): Change => ({
  session: {
    status: 'idle',
    mode: 'discovery',
    plan: row.plan,
    state: row.state.talk ? { talk: row.state.talk } : {},
  },
  messages: [{ role, content, intent: row.state.intent }],
});

/** Whoever waited for a job may be elsewhere by now. */
const notice =
  ({ notifications }: Going, row: SessionRow): NonNullable<Change['also']> =>
  async (tx) => {
    if (!row.plan.some(({ task_id: taskId }) => taskId !== null)) return;
    const isFailed = row.plan.some(({ status }) => status === 'failed' || status === 'interrupted');
    await notifications.create(tx, {
      organizationId: row.organizationId,
      userId: row.createdBy,
      kind: 'architect.plan_finished',
      status: isFailed ? 'Failed' : 'Completed',
      subject: row.title,
      link: `/architect/${row.id}`,
      entityType: 'ArchitectSession',
      entityId: row.id,
    });
  };

const taskIn = (body: unknown): string | undefined => {
  const { task_id: taskId } = Object(body) as { task_id?: unknown };
  return typeof taskId === 'string' ? taskId : undefined;
};

function unlessRefused(error: unknown): string {
  if (error instanceof ToolRefusal) return error.message;
  if (error instanceof Problem) return refusalIn({ detail: error.message, errors: error.errors });
  throw error;
}
