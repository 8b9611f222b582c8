import type { ServerResponse } from 'node:http';
import type { AutoConfigureResult, Endpoint, generationModel, InvocationResult } from '@sonde/contract';
import type { z } from 'zod';
import * as data from './stand-in-data.ts';
import * as improving from './stand-in-improving.ts';
import * as testing from './stand-in-tests.ts';
import * as watching from './stand-in-watching.ts';

export interface StandInState {
  user: (Omit<typeof data.user, 'role' | 'permissions'> & { role: string; permissions: string[] }) | null;
  endpoints: Endpoint[];
  /** Nothing has been run here yet. */
  isNew?: boolean;
  mailEnabled?: boolean;
  /** The first owner has not come in yet. */
  isWaitingForOwner?: boolean;
  /** The platform does not answer our own server in time. */
  isPlatformSlow?: boolean;
  /** Whose account a link would sign in to, when that has to be asked. */
  arrival?: { confirm: { email: string; name: string | null }; current: string | null };
  /** Paths that answer with this problem. */
  readonly failing: Map<string, { status: number; code: string; detail: string; error_id?: string }>;
  /** What a test has in place of the usual, by method and path; a list goes out as a page of it. */
  readonly instead: Map<string, (asked: { url: URL; body: unknown }) => unknown>;
  /** Null stands for an answer to what was sent. */
  testAnswer: InvocationResult | null;
  autoConfigured: AutoConfigureResult;
  /** What the application says is left of 100 calls; it says nothing unless this is set. */
  quotaLeft?: number;
  /** The model in force; the built-in reader where nothing else is said. */
  generationModel?: z.output<(typeof generationModel.answers)[200]>;
}

interface Call {
  readonly state: StandInState;
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly response: ServerResponse;
}

export function answerApi(call: Call): void {
  const path = call.url.pathname.replace(/^\/api\/v1/, '').replace(/\/$/, '');
  const failing = call.state.failing.get(path);
  if (failing) return problem(call.response, failing);
  const key = `${call.method} ${path}`;
  const instead = call.state.instead.get(key)?.(call);
  if (instead !== undefined)
    return Array.isArray(instead) ? list(call, instead) : json(call.response, instead);
  const fixed = fixedAnswers[key];
  if (fixed) return fixed(call);
  for (const [pattern, answer] of patterns) {
    const match = pattern.exec(key);
    if (match) return answer(call, match[1] ?? '');
  }
  problem(call.response, { status: 404, code: 'http.not_found', detail: `Nothing answers ${key} here.` });
}

const json = (response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

function problem(
  response: ServerResponse,
  {
    title = 'It did not work',
    ...said
  }: { status: number; code: string; title?: string; detail: string; error_id?: string; errors?: object[] },
): void {
  const { status } = said;
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ type: 'about:blank', title, ...said }));
}

function list(call: Call, all: readonly unknown[]): void {
  // The page of deleted things asks for those alone; here nothing is deleted.
  if (call.url.searchParams.get('$filter') === 'deleted_at ne null')
    return json(call.response, [], { 'x-total-count': '0' });
  const skip = Number(call.url.searchParams.get('skip') ?? 0);
  const limit = Number(call.url.searchParams.get('limit') ?? 20);
  json(call.response, all.slice(skip, skip + limit), { 'x-total-count': String(all.length) });
}

/** Only as much of `$filter` as the grid sends: a searched text and equalities joined by `and`. */
function filtered(call: Call): Endpoint[] {
  const filter = call.url.searchParams.get('$filter') ?? '';
  const search = /contains\(tolower\(name\),'([^']*)'\)/.exec(filter)?.[1];
  const environment = /environment eq '(\w+)'/.exec(filter)?.[1];
  const kept = call.state.endpoints.filter(
    (endpoint) =>
      (search === undefined || endpoint.name.toLowerCase().includes(search)) &&
      (environment === undefined || endpoint.environment === environment),
  );
  const order = call.url.searchParams.get('sort_order') === 'asc' ? 1 : -1;
  return call.url.searchParams.get('sort_by') === 'name'
    ? kept.toSorted((a, b) => order * a.name.localeCompare(b.name))
    : kept;
}

const textOf = (body: unknown, key: string): string => {
  const value = (body as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : '';
};

const signedIn = { success: true, auth_code: 'one-time-code-of-the-stand-in' };
const mailed = { success: true, message: 'If there is an account with this address, a mail is on its way.' };

const fixedAnswers: Readonly<Record<string, (call: Call) => void>> = {
  'POST /insights/query': ({ response }) => json(response, testing.insights),
  'GET /insights/ids': ({ response }) =>
    json(response, { entity: 'test_result', ids: [testing.tests[0]?.id], is_truncated: false }),
  'GET /annotations': (call) => list(call, testing.annotations),
  'GET /annotations/agreement': ({ response }) => json(response, testing.agreement),
  'POST /review_queue/next': ({ response }) => json(response, testing.reviewItem()),
  'POST /review_queue/release': ({ response }) => json(response, { released: true }),
  'GET /review_queue/progress': ({ response }) =>
    json(response, {
      results: 12,
      reviewed: 4,
      remaining: 8,
      failed_unreviewed: 1,
      reviewers: [
        { id: data.idOf(1, 1), name: 'Test Person', results: 4, assigned: 6, done: 4 },
        { id: data.idOf(1, 2), name: null, results: 1, assigned: 0, done: 0 },
      ],
    }),
  'GET /insights/regressions': ({ response }) => json(response, testing.regressions),
  'GET /metrics': (call) => list(call, testing.metrics),
  'GET /metrics/kinds': ({ response }) => json(response, testing.kinds),
  'GET /test_sets': (call) => list(call, testing.testSets),
  'GET /tests': (call) => list(call, testing.tests),
  'GET /garak/probes': ({ response }) => json(response, testing.probes),
  'GET /test_runs': (call) => list(call, call.state.isNew ? [] : testing.runs),
  'GET /test_runs/compare': ({ response }) => json(response, testing.compared),
  'POST /preflight-checks': ({ response }) => json(response, testing.preflight),
  'GET /schedules': (call) => list(call, watching.schedules),
  'POST /schedules/preview': ({ response }) => json(response, { next_times: watching.nextTimes }),
  'GET /alert_rules': (call) => list(call, watching.alertRules),
  'GET /requirements': (call) => list(call, data.requirements),
  'POST /requirements/bulk': ({ response, body }) => {
    const { requirements } = body as { requirements: readonly { name: string }[] };
    const taken = requirements.findIndex(({ name }) => name === 'Taken meanwhile');
    if (taken < 0)
      return json(response, { ids: requirements.map((_one, index) => data.idOf(6, 10 + index)) });
    const errors = [{ path: `requirements.${taken}.name`, code: 'name_taken', message: 'There already.' }];
    return problem(response, { status: 409, code: 'requirement.name_taken', detail: 'Taken.', errors });
  },
  'GET /api/auth/session': ({ state, response }) =>
    json(response, { user: state.user, expires: new Date(data.now + 6e8).toISOString() }),
  'GET /api/auth-config': ({ state, response }) =>
    json(response, {
      providers: state.isPlatformSlow ? [] : [{ name: 'github', display_name: 'GitHub' }],
      password_policy: { min_length: 12, max_length: 128, min_strength_score: 2 },
      registration: 'open',
      registration_domains: [],
      is_set_up: state.isPlatformSlow ? null : !state.isWaitingForOwner,
      mail_enabled: state.isPlatformSlow ? null : (state.mailEnabled ?? true),
    }),
  'POST /api/auth/callback/credentials': ({ state, response }) => {
    if (state.arrival) return json(response, state.arrival);
    state.user ??= data.user;
    json(response, { success: true });
  },
  'POST /api/auth/arrival': ({ state, body, response }) => {
    if ((body as { accept: boolean }).accept) state.user = data.user;
    json(response, { success: true });
  },
  'POST /api/auth/signout': ({ state, response }) => {
    state.user = null;
    json(response, { success: true });
  },
  'POST /auth/login/email': ({ body, response }) =>
    json(
      response,
      textOf(body, 'password') === 'the right one'
        ? signedIn
        : { success: false, auth_code: null, message: 'Wrong e-mail or password.' },
    ),
  'POST /auth/verify-email/preview': ({ response }) =>
    json(response, { email: 'ada@example.org', name: 'Ada', sets_password: true }),
  'GET /users/me/invitations': ({ response }) => json(response, []),
  'POST /auth/register': ({ response }) => json(response, { ...mailed, auth_code: null }),
  'POST /auth/reset-password': ({ body, response }) =>
    textOf(body, 'new_password').length >= 12
      ? json(response, { success: true })
      : problem(response, {
          status: 422,
          code: 'auth.password_policy',
          title: 'Invalid input',
          detail: 'The password does not fit the policy.',
          errors: [{ path: 'new_password', code: 'too_short', message: 'Use at least 12 characters.' }],
        }),
  'POST /auth/check-password': ({ body, response }) => {
    const good = textOf(body, 'password').length >= 12;
    json(response, {
      acceptable: good,
      score: good ? 3 : 1,
      failures: good ? [] : [{ code: 'too_short', message: 'Use at least 12 characters.' }],
    });
  },
  'POST /auth/owner-link': ({ state, response }) => {
    state.user = { ...data.user, organization_id: null, may_create_organization: true };
    state.isWaitingForOwner = false;
    json(response, signedIn);
  },
  'POST /organizations': ({ state, response }) => {
    state.user = data.user;
    json(response, { id: data.user.organization_id, name: 'Example' });
  },
  'GET /users/me': ({ state, response }) => json(response, state.user),
  'GET /endpoints': (call) => list(call, filtered(call)),
  'POST /endpoints': (call) => {
    const created: Endpoint = {
      ...data.endpointNumber(900),
      ...(call.body as object),
      id: data.idOf(4, 900),
    };
    call.state.endpoints.unshift(created);
    json(call.response, created);
  },
  'GET /endpoints/schema': ({ response }) =>
    json(response, {
      input_schema: {},
      output_schema: {},
      variables: ['input', 'conversation_id', 'messages', 'files', 'image', 'system_prompt', 'params'].map(
        (name) => ({ name, description: `The ${name} of the call` }),
      ),
      filters: ['tojson', 'to_openai', 'to_anthropic', 'to_gemini'].map((name) => ({
        name,
        description: `The filter ${name}`,
      })),
    }),
  'POST /endpoints/test': ({ body, state, response }) =>
    json(response, state.testAnswer ?? data.invocation(inputOf(body))),
  'POST /endpoints/auto-configure': ({ state, response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const step of ['parse', 'probe', 'correct', 'generate'])
      response.write(
        `event: progress\ndata: ${JSON.stringify({ step, state: step === 'correct' ? 'skipped' : 'done', attempt: 1, label: '' })}\n\n`,
      );
    response.end(`event: result\ndata: ${JSON.stringify(state.autoConfigured)}\n\n`);
  },
  'GET /projects': (call) => list(call, data.projects),
  'GET /sources': (call) => list(call, [improving.source]),
  'GET /sources/search': ({ response }) => json(response, []),
  'GET /explorations/compare': ({ response }) => json(response, improving.explorationCompared),
  'GET /jobs': (call) => list(call, data.jobs),
  'GET /releases': ({ response }) =>
    json(response, [
      {
        version: '0.1.0',
        date: '2026-11-22',
        components: { platform: '0.1.0' },
        notes: 'First.\n\n- One thing',
      },
    ]),
  'GET /addresses': ({ response }) =>
    json(response, {
      api_url: 'http://localhost:8080',
      mcp_url: 'http://localhost:8080/mcp',
      otlp_traces_url: 'http://localhost:8080/v1/traces',
      web_url: 'http://localhost:3000',
      is_configured: false,
    }),
  'GET /models/generation-service': ({ response }) =>
    json(response, {
      url: 'http://127.0.0.1:8070',
      is_running: true,
      version: '0.1.0',
      per_minute: 100,
      per_day: 10_000,
      per_batch: 50,
    }),
  'GET /architect/sessions': (call) => list(call, [data.talk]),
  'GET /tasks': (call) => list(call, data.tasks),
  'GET /traces': (call) => list(call, data.traces),
  'GET /traces/model_prices': ({ response }) =>
    json(response, { prices: [{ model: 'small-*', input_per_million: 0.1, output_per_million: 0.4 }] }),
  'GET /notifications': (call) => list(call, data.notifications),
  'GET /notifications/unread-count': ({ response }) => json(response, { unread: 1 }),
  'GET /auth/second-factor': ({ response }) =>
    json(response, { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false }),
  'GET /auth/sessions': ({ response }) => json(response, data.sessions),
  'GET /tokens': (call) => list(call, data.tokens),
  'POST /tokens': ({ response }) =>
    json(response, {
      ...data.tokens[0],
      access_token: 'snd_shown-once-by-the-stand-in',
      token_type: 'bearer',
    }),
  'GET /models': (call) => list(call, data.models),
  'GET /models/generation': ({ state, response }) =>
    json(
      response,
      state.generationModel ?? {
        source: 'builtin',
        model: 'builtin/reader',
        model_id: null,
        host: null,
        description: 'Sonde works by its built-in rules. They need no language model and no network.',
      },
    ),
  'GET /members': (call) => list(call, data.members),
  'GET /invitations': (call) => list(call, []),
  'POST /invitations/preview': ({ response }) =>
    json(response, {
      organization_name: 'Harbour Works',
      email: 'grace@example.org',
      invited_by: 'ada@example.org',
      role: 'member',
    }),
  'GET /usage': ({ response }) =>
    json(response, {
      period_start: new Date(data.now - 9e8).toISOString(),
      period_end: new Date(data.now + 9e8).toISOString(),
      resources: [
        { resource: 'endpoints', kind: 'stock', used: 6, limit: 50 },
        { resource: 'seats', kind: 'stock', used: 3, limit: null },
        { resource: 'tracing_spans', kind: 'flow', used: 1804, limit: null },
      ],
    }),
  'GET /usage/history': ({ response }) =>
    json(
      response,
      Array.from({ length: 20 }, (_, index) => ({
        day: new Date(data.now - index * 864e5).toISOString().slice(0, 10),
        resource: 'tracing_spans',
        amount: 40 + ((index * 37) % 90),
      })),
    ),
  'GET /audit-events': (call) => list(call, data.auditEvents),
  'GET /features': ({ response }) => json(response, { edition: 'community', features: [], license: null }),
  'GET /health': ({ response }) =>
    json(response, { status: 'healthy', service: 'platform', version: '0.1.0', components: {} }),
  'GET /dev/mailbox': (call) => list(call, data.mails),
};

/** One of several, found by the id in the path. */
const one =
  (items: readonly { readonly id: string }[]) =>
  ({ response }: Call, id: string): void => {
    const found = items.find((item) => item.id === id);
    if (found) json(response, found);
    else problem(response, { status: 404, code: 'http.not_found', detail: 'There is no such thing.' });
  };

const patterns: readonly (readonly [RegExp, (call: Call, id: string) => void])[] = [
  [/^GET \/test_sets\/([\w-]+)$/, one(testing.testSets)],
  [
    /^GET \/test_sets\/([\w-]+)\/tests$/,
    (call, id) => list(call, id === data.idOf(11, 1) ? testing.proposed : testing.tests),
  ],
  [/^GET \/import\/([\w-]+)$/, ({ response }) => json(response, testing.importing)],
  [/^POST \/import\/([\w-]+)\/parse$/, ({ response }) => json(response, testing.parsed)],
  [
    /^GET \/test_sets\/([\w-]+)\/metrics$/,
    ({ response }) => json(response, [{ metric: data.idOf(10, 0), name: 'Speaks of insurance' }]),
  ],
  [/^(?:GET|PUT) \/tests\/([\w-]+)$/, one(testing.tests)],
  [/^GET \/requirements\/([\w-]+)$/, one(data.requirements)],
  [/^DELETE \/requirements\/([\w-]+)$/, one(data.requirements)],
  [/^GET \/requirements\/([\w-]+)\/metrics$/, (call) => list(call, testing.metrics.slice(0, 1))],
  [/^GET \/alert_rules\/([\w-]+)\/deliveries$/, (call) => list(call, watching.deliveries)],
  [/^GET \/test_runs\/([\w-]+)$/, one(testing.runs)],
  [/^GET \/test_runs\/([\w-]+)\/results$/, (call) => list(call, testing.results)],
  [/^GET \/test_results\/([\w-]+)$/, ({ response }, id) => json(response, testing.wholeResult(id))],
  [/^GET \/test_results\/([\w-]+)\/reviews$/, (call) => list(call, testing.reviews)],
  [
    /^POST \/endpoints\/([\w-]+)\/test$/,
    ({ body, state, response }) => json(response, state.testAnswer ?? data.invocation(inputOf(body))),
  ],
  [
    /^GET \/endpoints\/([\w-]+)\/quota$/,
    ({ state, response, url }) =>
      json(response, data.quotaOf(state.quotaLeft ?? null, Number(url.searchParams.get('calls') ?? 0))),
  ],
  [
    /^POST \/endpoints\/([\w-]+)\/explore$/,
    ({ response }) => json(response, { task_id: data.jobs[0]?.task_id, message: 'Started.' }),
  ],
  [
    /^GET \/endpoints\/([\w-]+)$/,
    ({ state, response }, id) => {
      const found = state.endpoints.find((endpoint) => endpoint.id === id);
      if (found) json(response, found);
      else
        problem(response, { status: 404, code: 'endpoint.not_found', detail: 'There is no such endpoint.' });
    },
  ],
  [
    /^PATCH \/endpoints\/([\w-]+)$/,
    ({ state, response, body }, id) => {
      state.endpoints = state.endpoints.map((endpoint) =>
        endpoint.id === id ? { ...endpoint, ...(body as object), version: endpoint.version + 1 } : endpoint,
      );
      json(
        response,
        state.endpoints.find((endpoint) => endpoint.id === id),
      );
    },
  ],
  [
    /^DELETE \/endpoints\/([\w-]+)$/,
    ({ state, response }, id) => {
      const found = state.endpoints.find((endpoint) => endpoint.id === id);
      state.endpoints = state.endpoints.filter((endpoint) => endpoint.id !== id);
      json(response, found);
    },
  ],
  [
    /^GET \/jobs\/([\w-]+)$/,
    ({ response }, id) =>
      json(
        response,
        data.jobs.find((job) => job.task_id === id),
      ),
  ],
  [/^GET \/architect\/sessions\/([\w-]+)$/, ({ response }) => json(response, data.talk)],
  [/^GET \/tasks\/[a-z_]+\/([\w-]+)$/, (call) => list(call, data.tasks)],
  [/^GET \/tasks\/([\w-]+)$/, ({ response }) => json(response, data.tasks[0])],
  [/^GET \/comments\/entity\/[a-z_]+\/([\w-]+)$/, (call) => list(call, data.comments)],
  [
    /^GET \/traces\/(\w+)\/summary$/,
    ({ response }, id) =>
      json(
        response,
        data.traces.find((trace) => trace.trace_id === id),
      ),
  ],
  [
    /^GET \/traces\/(\w+)\/conversation$/,
    ({ response }, id) =>
      json(
        response,
        data.traces
          .filter((trace) => trace.trace_id === id)
          .map((trace) => ({ ...trace, message: trace.message_preview, answer: trace.answer_preview })),
      ),
  ],
  [
    /^GET \/traces\/(\w+)$/,
    ({ response }, id) =>
      json(
        response,
        data.spans.filter((span) => span.trace_id === id),
      ),
  ],
  [
    /^GET \/organizations\/([\w-]+)$/,
    ({ response }, id) =>
      json(response, {
        id,
        name: 'Example',
        default_generation_model_id: null,
        require_second_factor: false,
      }),
  ],
  [
    /^GET \/projects\/[\w-]+\/parameters\/schema$/,
    ({ response }) => json(response, { fields: [], version: 0, updated_at: null }),
  ],
  [/^GET \/experiments$/, (call) => list(call, [improving.experiment])],
  [/^GET \/experiments\/([\w-]+)$/, one([improving.experiment])],
  [/^GET \/experiments\/([\w-]+)\/versions$/, (call) => list(call, improving.experimentVersions)],
  [
    /^GET \/experiments\/([\w-]+)\/versions\/v2$/,
    ({ response }) => json(response, improving.experimentVersions[0]),
  ],
  [/^GET \/explorer$/, (call) => list(call, [improving.explorerSet])],
  [/^GET \/explorer\/([\w-]+)$/, one([improving.explorerSet])],
  [
    /^GET \/explorer\/([\w-]+)\/tree$/,
    ({ response }) =>
      json(response, { topics: improving.explorerTopics, tests: improving.explorerTests, total: 2 }),
  ],
  [/^GET \/explorer\/([\w-]+)\/suggestions$/, (call) => list(call, [improving.explorerSuggestion])],
  [
    /^GET \/explorer\/([\w-]+)\/settings$/,
    ({ response }) => json(response, { default_endpoint: null, metrics: [] }),
  ],
  [/^GET \/sources\/([\w-]+)$/, one([improving.source])],
  [/^GET \/sources\/([\w-]+)\/passages$/, (call) => list(call, [improving.passage])],
  [
    /^GET \/explorations\/([\w-]+)\/turns$/,
    ({ response }) => json(response, data.exploration.conversation.slice(0, 2)),
  ],
  [/^GET \/comments\/([\w-]+)$/, ({ response }) => json(response, data.comments[0])],
  [
    /^GET \/projects\/([\w-]+)\/parameters$/,
    ({ response }, id) =>
      json(
        response,
        id.endsWith('1')
          ? { tone: { description: 'How it speaks', default: 'formal', Production: 'friendly' } }
          : {},
      ),
  ],
];

function inputOf(body: unknown): string {
  const input = (body as { input_data?: { input?: unknown } }).input_data?.input;
  return typeof input === 'string' ? input : '';
}
