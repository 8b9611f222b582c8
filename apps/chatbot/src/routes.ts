import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { accessRequest } from './access.ts';
import type { Access } from './access.ts';
import { bearerTokenRequired, dailyLimitReached, invalidRequest, sessionNotFound } from './problems.ts';
import type { Quota } from './quota.ts';
import { toMessages } from './sessions/session.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { Reply, UseCase } from './use-case.ts';
import { echo } from './use-cases.ts';
import type { UseCases } from './use-cases.ts';

export type ConversationParts = Readonly<{
  access: Access;
  quota: Quota;
  sessions: Sessions;
  useCases: UseCases;
  clock: () => number;
}>;

/** The longest message; some 1,500 words, three times what is recommended. */
const messageLengthMax = 10_000;

const defaultUseCase = 'insurance';

const chatRequestSchema = z.strictObject(
  {
    message: z
      .string('must be given as text')
      .max(messageLengthMax, `must be at most ${messageLengthMax} characters`)
      .refine((text) => text.trim() !== '', 'must not be blank'),
    session_id: z.guid('must be a UUID, or left out to start a new session').nullish(),
    use_case: z.string('must be given as text').nullish(),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'The body must be a JSON object.' : undefined) },
);

type ChatAnswer = Pick<Reply, 'message' | 'context' | 'metadata' | 'tool_calls'> &
  Readonly<{ session_id: string; use_case: string }>;

/** What `ChatAnswer` is in JSON, for Fastify to compile: answers need not be walked to be written. */
const chatAnswerSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    session_id: { type: 'string' },
    context: { type: 'array', items: { type: 'string' } },
    use_case: { type: 'string' },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
    tool_calls: { type: 'array', items: {} },
  },
  required: ['message', 'session_id', 'context', 'use_case'],
} as const;

/** Routes that need the bearer token when one is configured, and count against the daily quota. */
export function mountConversation(app: FastifyInstance, parts: ConversationParts): void {
  const { access, sessions } = parts;

  app.addHook('onRequest', (request, _reply, done) => {
    request.caller = access.identify(accessRequest(request)) ?? null;
    done(request.caller === null ? bearerTokenRequired() : undefined);
  });

  app.post('/chat', { schema: { response: { 200: chatAnswerSchema } } }, (request) =>
    // Before the request is judged, as a faulty one counts too; echo is told apart by what the body asks for alone.
    isEcho(request.body)
      ? chat(parts, request)
      : chargeQuota(parts, request).then(() => chat(parts, request)),
  );

  app.get<{ Params: { session_id: string } }>('/sessions/:session_id', async (request) => {
    await chargeQuota(parts, request);
    const session = sessions.find(ownerOf(request), request.params.session_id.toLowerCase());
    if (session === undefined) throw sessionNotFound();
    return {
      messages: toMessages(session.texts),
      created_at: new Date(session.createdAtMs).toISOString(),
      last_accessed: new Date(session.lastAccessedMs).toISOString(),
    };
  });

  app.delete<{ Params: { session_id: string } }>('/sessions/:session_id', async (request) => {
    await chargeQuota(parts, request);
    if (!sessions.remove(ownerOf(request), request.params.session_id.toLowerCase())) throw sessionNotFound();
    return { message: 'Session deleted' };
  });
}

/** Counts one request of the caller, once, and refuses it when the day's requests are used up. */
export async function chargeQuota(
  { quota, clock }: Pick<ConversationParts, 'quota' | 'clock'>,
  request: FastifyRequest,
): Promise<void> {
  if (request.caller === null || request.quotaState !== null) return;
  const state = await quota.consume(request.caller.quotaKey);
  request.quotaState = state;
  if (!state.allowed) {
    throw dailyLimitReached(state.limit, Math.max(1, Math.ceil(state.resetSeconds - clock() / 1000)));
  }
}

/** Without a promise where the use case needs none: echo is answered within the turn its body arrived in. */
function chat(parts: ConversationParts, request: FastifyRequest): ChatAnswer | Promise<ChatAnswer> {
  const { sessions, useCases, clock } = parts;
  const { message, session_id: sessionId, use_case: name } = readChatRequest(request.body);
  const useCase = findUseCase(useCases, name ?? defaultUseCase);
  const owner = ownerOf(request);
  const id = sessionId?.toLowerCase();
  // An id from before a deployment is taken up again as a new session, so that the client's conversation goes on.
  const session = (id === undefined ? undefined : sessions.find(owner, id)) ?? sessions.begin(owner, id);

  const finish = (answer: Reply): ChatAnswer => {
    if (answer.thread !== undefined) {
      session.threads = { ...session.threads, [useCase.name]: answer.thread };
    }
    sessions.record(session, message, answer.message);
    return {
      message: answer.message,
      session_id: session.id,
      context: answer.context,
      use_case: useCase.name,
      // Left out of the JSON where the use case has none.
      metadata: answer.metadata,
      tool_calls: answer.tool_calls,
    };
  };
  const answer = useCase.respond({
    message,
    history: session.texts,
    thread: session.threads?.[useCase.name],
    nowMs: clock(),
  });
  return answer instanceof Promise ? answer.then(finish) : finish(answer);
}

function readChatRequest(body: unknown): z.infer<typeof chatRequestSchema> {
  const parsed = chatRequestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.map(describeIssue).join(' '));
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys
      .map((key) => JSON.stringify(key.slice(0, 50)))
      .slice(0, 5)
      .join(', ');
    return `Unknown field ${names}; the fields are message, session_id and use_case.`;
  }
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')} ${issue.message}.`;
}

function findUseCase(useCases: UseCases, name: string): UseCase {
  const useCase = useCases.get(name);
  if (useCase === undefined) {
    throw invalidRequest(
      `use_case is not known; the known ones are ${[...useCases.keys()].toSorted().join(', ')}.`,
    );
  }
  return useCase;
}

function isEcho(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'use_case' in body && body.use_case === echo.name;
}

function ownerOf(request: FastifyRequest): string {
  if (request.caller === null) throw new Error('A conversation route ran without its access hook.');
  return request.caller.owner;
}
