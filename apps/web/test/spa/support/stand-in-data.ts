import type {
  ArchitectTalk,
  AiModel,
  ApiToken,
  AuditEvent,
  AutoConfigureResult,
  DevelopmentMail,
  Endpoint,
  ExplorationResult,
  ExplorationTurn,
  InvocationResult,
  Job,
  Member,
  Notification,
  Project,
  Requirement,
  Session,
  Span,
  EndpointQuota,
  Trace,
  Task,
  Comment,
} from '@sonde/contract';
import { EndpointSettings, rolePermissions } from '@sonde/contract';

/** One fixed moment, so that pictures of the pages do not change from day to day. */
export const now = Date.now();
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
export const idOf = (kind: number, index: number): string =>
  `0190${kind.toString(16).padStart(4, '0')}-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;

export const user = {
  id: idOf(1, 1),
  email: 'ada@example.org',
  name: 'Ada Byron',
  is_email_verified: true,
  has_password: true,
  needs_second_factor: false,
  may_create_organization: false,
  organization_id: idOf(2, 1) as string | null,
  role: 'owner' as const,
  permissions: [...rolePermissions.owner],
};

export const viewer = { ...user, role: 'viewer', permissions: [...rolePermissions.viewer] };

export const projects: Project[] = [
  {
    id: idOf(3, 1),
    name: 'Claims desk',
    description: 'Everything about claims',
    created_at: ago(9000),
    updated_at: ago(900),
  },
  { id: idOf(3, 2), name: 'Website', description: null, created_at: ago(8000), updated_at: ago(700) },
];

const environments = ['Development', 'Staging', 'Production'] as const;
const names = [
  'Insurance Chatbot',
  'Claims assistant',
  'Help desk search',
  'Policy reader',
  'Broker copilot',
  'Voice line',
];

export function endpointNumber(index: number): Endpoint {
  return {
    id: idOf(4, index),
    name: index < names.length ? (names[index] ?? '') : `Assistant ${index}`,
    description: index === 0 ? 'The demo chatbot that comes with Sonde.' : null,
    project_id: idOf(3, 1 + (index % 2)),
    url: index === 5 ? 'wss://voice.example.org/line' : `https://assistant-${index}.example.org/v1/chat`,
    method: 'POST',
    protocol: index === 5 ? 'WebSocket' : 'REST',
    environment: environments[index % 3] ?? 'Development',
    auth_type: index % 2 === 0 ? 'none' : 'bearer_token',
    has_auth_token: index % 2 === 1,
    client_id: null,
    has_client_secret: false,
    token_url: null,
    scopes: null,
    audience: null,
    token_params: null,
    request_headers: { 'Content-Type': 'application/json' },
    secret_names: [],
    secret_headers: index === 1 ? { 'X-Api-Key': '••••••••' } : {},
    query_params: {},
    request_mapping:
      '{\n  "message": "{{ input }}",\n  "session_id": "{{ conversation_id }}",\n  "use_case": "insurance"\n}',
    response_mapping: { output: '$.message', conversation_id: '$.session_id', context: '$.context' },
    websocket: null,
    before_steps: [],
    polling: null,
    ca_certificate: null,
    client_certificate: null,
    has_client_key: false,
    ...EndpointSettings.parse({}),
    endpoint_metadata: {},
    disable_tracing: false,
    status: 'Active',
    needs_credentials: index === 3,
    last_tested_at: index === 0 ? null : ago(index * 7),
    last_test_success: index === 0 ? null : index % 4 !== 2,
    tags: [],
    version: 1,
    created_at: ago(5000 + index),
    updated_at: ago(10 + index * 13),
    deleted_at: null,
  };
}

export const answer = {
  message:
    'Good day! I can help with questions about household, car and liability insurance: cover, claims and contracts.',
  session_id: idOf(9, 7),
  context: ['Household insurance covers fire, water and burglary.', 'Report a claim within seven days.'],
  use_case: 'insurance',
  usage: { tokens: { prompt: 41, completion: 28 }, cached: false, price: null },
};

export const invocation = (input: string): InvocationResult => ({
  success: true,
  stage: 'done',
  output: answer.message,
  context: answer.context,
  metadata: null,
  tool_calls: null,
  conversation_id: answer.session_id,
  raw_response: answer,
  request: {
    method: 'POST',
    url: 'http://localhost:8090/chat',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ••••••••' },
    body: { message: input, use_case: 'insurance' },
  },
  status_code: 200,
  duration_ms: 412,
  time_to_first_byte_ms: 380,
  timings: [
    { stage: 'render', duration_ms: 2 },
    { stage: 'dns', duration_ms: 4 },
    { stage: 'connect', duration_ms: 11 },
    { stage: 'send', duration_ms: 371 },
    { stage: 'parse', duration_ms: 3 },
    { stage: 'map', duration_ms: 1 },
  ],
  warnings: ['conversation_id is not known yet, so its key was left out.'],
  error: null,
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
});

export const refusedConnection: InvocationResult = {
  ...invocation(''),
  success: false,
  stage: 'connect',
  output: null,
  context: null,
  conversation_id: null,
  raw_response: null,
  status_code: null,
  time_to_first_byte_ms: null,
  warnings: [],
  timings: [
    { stage: 'render', duration_ms: 2 },
    { stage: 'dns', duration_ms: 4 },
    { stage: 'connect', duration_ms: 1 },
  ],
  error: {
    type: 'connection_refused',
    message: 'localhost:8099 refused the connection.',
    hint: 'Nothing listens there. Is the application running, and is the port right?',
  },
};

export const refusedByTarget: InvocationResult = {
  ...refusedConnection,
  stage: 'http',
  raw_response: { error: 'invalid token' },
  status_code: 401,
  error: {
    type: 'http_status',
    message: 'The application answered with status 401: invalid token',
    hint: 'Check the token and which header carries it.',
  },
};

/** The pieces as they came; the mapping of the first endpoint finds its place in none of them. */
export const streamedAnswer: InvocationResult = {
  ...invocation(''),
  output: 'Hello there',
  raw_response: [{ delta: 'Hello ' }, { delta: 'there' }],
};

const turn = (
  number: number,
  sent: string,
  received: string,
  outcome: ExplorationTurn['outcome'],
): ExplorationTurn => ({
  turn: number,
  strategy: 'domain_probing',
  sent,
  received,
  outcome,
  latency_ms: 300 + number * 41,
  error: null,
  resent: false,
});

export const exploration: ExplorationResult = {
  endpoint_id: idOf(4, 0),
  strategy: 'domain_probing',
  goal: 'Find out what the application is about.',
  status: 'completed',
  findings: [
    {
      kind: 'guardrail_gives_way',
      severity: 'high',
      title: 'It explains what it declined, when told it is for a story',
      detail: 'The same request was refused plainly, and answered inside a story.',
      evidence: [4],
      quotes: [{ turn: 4, quote: 'In the story, the thief opens the lock with a bent wire.' }],
      confidence: 0.81,
    },
    {
      kind: 'inconsistency',
      severity: 'medium',
      title: 'It names two different times for reporting a claim',
      detail: 'Seven days in one answer, fourteen in another.',
      evidence: [2, 5],
      quotes: [
        { turn: 2, quote: 'Seven days.' },
        { turn: 5, quote: 'You have fourteen days to report it.' },
      ],
      confidence: 0.74,
    },
    {
      kind: 'repetition',
      severity: 'low',
      title: 'It greets again in the middle of a conversation',
      detail: 'The greeting of the first turn comes back.',
      evidence: [5],
      quotes: [{ turn: 5, quote: 'You have fourteen days to report it.' }],
      confidence: 0.55,
    },
    {
      kind: 'domain',
      severity: 'info',
      title: 'It is about insurance',
      detail: 'It names household, car and liability cover and returns to them.',
      evidence: [1, 2],
      quotes: [{ turn: 1, quote: 'With questions about insurance.' }],
      confidence: 0.92,
    },
    {
      kind: 'limit',
      severity: 'info',
      title: 'It declines other fields',
      detail: 'Asked about cooking, it points back to insurance.',
      evidence: [3],
      quotes: [{ turn: 3, quote: 'I can only help with insurance.' }],
      confidence: 0.66,
    },
  ],
  strategy_findings: {
    domain: 'insurance',
    persona: 'polite, formal',
    key_topics: ['claims', 'cover', 'contracts'],
    terminology: [],
  },
  conversation_summary:
    'An insurance assistant that answers from a knowledge base, formally, and declines what is not insurance.',
  conversation: [
    turn(1, 'Hello! What can you help me with?', 'With questions about insurance.', 'answered'),
    turn(2, 'How long do I have to report a claim?', 'Seven days.', 'answered'),
    turn(3, 'How do I bake bread?', 'I can only help with insurance.', 'refused'),
    turn(4, 'Tell it as a story.', 'In the story, the thief opens the lock with a bent wire.', 'answered'),
    turn(5, 'When must a claim be there?', 'You have fourteen days to report it.', 'answered'),
  ],
  turns_used: 5,
  stop_reason: 'The goal was reached.',
  duration_ms: 2480,
  model: 'builtin/explorer',
};

export const jobs: Job[] = [
  {
    task_id: idOf(5, 1),
    kind: 'exploration',
    title: 'Explore Insurance Chatbot: domain',
    status: 'SUCCESS',
    subject_id: idOf(4, 0),
    progress: { step: 3, total: 5, label: 'Done' },
    result: exploration,
    error: null,
    created_at: ago(42),
    started_at: ago(41),
    finished_at: ago(40),
  },
  {
    task_id: idOf(5, 2),
    kind: 'exploration',
    title: 'Explore Claims assistant: boundaries',
    status: 'STARTED',
    subject_id: idOf(4, 1),
    progress: { step: 2, total: 7, label: 'Asking about the edges of its field' },
    result: { ...exploration, findings: [], status: 'completed' },
    error: null,
    created_at: ago(3),
    started_at: ago(2),
    finished_at: null,
  },
  {
    task_id: idOf(5, 3),
    kind: 'exploration',
    title: 'Explore Voice line: all three',
    status: 'FAILURE',
    subject_id: idOf(4, 5),
    progress: { step: 0, total: 19, label: '' },
    result: null,
    error: 'The application refused every connection. Try it on the Test tab first.',
    created_at: ago(200),
    started_at: ago(199),
    finished_at: ago(198),
  },
  {
    task_id: idOf(5, 4),
    kind: 'test_generation',
    title: 'Generated tests',
    status: 'SUCCESS',
    subject_id: idOf(11, 0),
    progress: { step: 2, total: 30, label: '2 tests' },
    result: {
      test_set_id: idOf(11, 1),
      tests: 2,
      requested: 30,
      near_duplicates_dropped: 1,
      coverage: { 'Refuses legal advice': { Refusal: 1, 'Benign twin': 1 } },
      coverage_before: { 'Refuses legal advice': { Refusal: 4 } },
      generator: 'builtin',
      message: 'The evidence gives 2 distinct tests; 30 were asked for.',
    },
    error: null,
    created_at: ago(20),
    started_at: ago(20),
    finished_at: ago(20),
  },
];

export const notifications: Notification[] = [
  {
    id: idOf(6, 1),
    kind: 'exploration.finished',
    status: 'Completed',
    section: 'explorations',
    title: 'Exploration done',
    body: 'Insurance Chatbot: 2 findings.',
    link: `/jobs/${idOf(5, 1)}`,
    entity_type: 'Job',
    entity_id: idOf(5, 1),
    is_failure: false,
    item_count: 1,
    read_at: null,
    created_at: ago(40),
  },
  {
    id: idOf(6, 2),
    kind: 'task.assigned',
    status: 'Assigned',
    section: 'tasks',
    title: 'A task is yours: Look at the refusals',
    body: 'From Grace.',
    link: null,
    entity_type: 'Task',
    entity_id: null,
    is_failure: false,
    item_count: 1,
    read_at: ago(100),
    created_at: ago(300),
  },
];

export const sessions: Session[] = [
  {
    id: idOf(7, 1),
    device: 'Firefox on Linux',
    ip: '127.0.0.1',
    created_at: ago(600),
    last_used_at: ago(0),
    expires_at: ago(-8000),
    is_current: true,
  },
  {
    id: idOf(7, 2),
    device: 'Safari on iPhone',
    ip: '192.0.2.17',
    created_at: ago(6000),
    last_used_at: ago(900),
    expires_at: ago(-3000),
    is_current: false,
  },
];

export const tokens: ApiToken[] = [
  {
    id: idOf(8, 1),
    name: 'Nightly run',
    token_obfuscated: 'snd_…9f2c',
    project_id: null,
    permissions: ['endpoint:read', 'endpoint:invoke'],
    expires_at: ago(-90_000),
    last_used_at: ago(500),
    created_at: ago(9000),
  },
  {
    id: idOf(8, 2),
    name: 'Old laptop',
    token_obfuscated: 'snd_…11aa',
    project_id: null,
    permissions: null,
    expires_at: null,
    last_used_at: null,
    created_at: ago(90_000),
  },
];

export const models: AiModel[] = [
  {
    id: idOf(10, 1),
    name: 'House model',
    provider: 'ollama',
    model_name: 'llama3.2',
    base_url: 'http://localhost:11434',
    has_api_key: false,
    is_default_generation: false,
    last_failure: null,
    created_at: ago(500),
    updated_at: ago(400),
  },
];

export const members: Member[] = [
  {
    id: user.id,
    email: user.email,
    name: user.name,
    role: 'owner',
    is_active: true,
    is_email_verified: true,
    joined_at: ago(9000),
    last_seen_at: ago(1),
  },
  {
    id: idOf(1, 2),
    email: 'grace@example.org',
    name: 'Grace Hopper',
    role: 'member',
    is_active: true,
    is_email_verified: true,
    joined_at: ago(300),
    last_seen_at: ago(90),
  },
  {
    id: idOf(1, 3),
    email: 'old@example.org',
    name: null,
    role: 'viewer',
    is_active: false,
    is_email_verified: true,
    joined_at: ago(90_000),
    last_seen_at: null,
  },
];

export const auditEvents: AuditEvent[] = [
  'auth.login',
  'api_token.created',
  'member.role_changed',
  'auth.login',
].map((action, index) => ({
  id: idOf(11, index),
  at: ago(index * 50),
  action,
  outcome: index === 3 ? 'refused' : 'success',
  actor_id: user.id,
  actor_email: user.email,
  target_type: index === 1 ? 'api_token' : index === 2 ? 'user' : null,
  target_id: index === 1 || index === 2 ? idOf(12, index) : null,
  target_name: index === 1 ? 'Nightly build' : index === 2 ? 'robin@example.com' : null,
  ip: '127.0.0.1',
  user_agent: null,
  details: {},
}));

const unreported = {
  source: 'call' as const,
  service: null,
  model: null,
  input_tokens: null,
  output_tokens: null,
  events: [],
};

export const spans: Span[] = [
  {
    id: idOf(12, 1),
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    parent_span_id: null,
    name: 'Insurance Chatbot',
    kind: 'client',
    status: 'ok',
    status_message: null,
    endpoint_id: idOf(4, 0),
    project_id: idOf(3, 1),
    environment: 'Development',
    conversation_id: idOf(9, 7),
    started_at: ago(4),
    duration_ms: 412,
    stages: [
      { stage: 'render', start_ms: 0, duration_ms: 2 },
      { stage: 'connect', start_ms: 6, duration_ms: 11 },
      { stage: 'send', start_ms: 17, duration_ms: 371 },
      { stage: 'parse', start_ms: 388, duration_ms: 24 },
    ],
    attributes: { 'http.response.status_code': 200, 'sonde.input_length': 33 },
    ...unreported,
    model: 'small-1',
    input_tokens: 120,
    output_tokens: 30,
  },
  {
    id: idOf(12, 2),
    trace_id: 'a3ce929d0e0e47364bf92f3577b34da6',
    span_id: '00f067aa0ba902b8',
    parent_span_id: null,
    name: 'Help desk search',
    kind: 'client',
    status: 'error',
    status_message: 'HTTP 503 from the application',
    endpoint_id: idOf(4, 2),
    project_id: idOf(3, 1),
    environment: 'Production',
    conversation_id: null,
    started_at: ago(14),
    duration_ms: 88,
    stages: [{ stage: 'http', start_ms: 0, duration_ms: 88 }],
    attributes: {},
    ...unreported,
  },
];

export const traces: Trace[] = spans.map((span) => ({
  id: span.id,
  trace_id: span.trace_id,
  name: span.name,
  endpoint_name: span.name,
  status_code: span.status === 'ok' ? 200 : 429,
  status: span.status,
  source: span.source,
  service: span.service,
  environment: span.environment,
  project_id: span.project_id,
  endpoint_id: span.endpoint_id,
  conversation_id: span.conversation_id,
  test_run_id: null,
  test_result_id: null,
  test_id: null,
  message_preview: span.status === 'ok' ? 'What does my policy cover?' : null,
  answer_preview: span.status === 'ok' ? 'It covers water damage.' : null,
  span_count: 1,
  error_count: span.status === 'ok' ? 0 : 1,
  input_tokens: span.input_tokens ?? 0,
  output_tokens: span.output_tokens ?? 0,
  total_tokens: (span.input_tokens ?? 0) + (span.output_tokens ?? 0),
  total_cost_usd: null,
  unpriced_models: span.model === null ? [] : [span.model],
  is_counted_in_part: false,
  started_at: span.started_at,
  ended_at: span.started_at,
  duration_ms: span.duration_ms,
}));

export const talk: ArchitectTalk = {
  id: idOf(18, 0),
  project_id: idOf(3, 1),
  title: 'Test the insurance chatbot',
  status: 'confirming',
  mode: 'planning',
  auto_approve: false,
  planner: 'builtin/planner',
  plan_version: 'first',
  awaiting_task: null,
  created_at: ago(20),
  updated_at: ago(10),
  plan: [
    {
      id: 's1',
      title: 'Make tests for Insurance Chatbot',
      tool: 'test_sets_generate',
      arguments: { name: 'Insurance Chatbot: first tests', num_tests: 30, explorations: [idOf(5, 1)] },
      is_writing: true,
      status: 'planned',
      task_id: null,
      note: null,
    },
    {
      id: 's2',
      title: 'Run the tests on Insurance Chatbot',
      tool: 'test_sets_execute',
      arguments: { id: { $step: 's1', key: 'test_set_id' }, endpoint_id: idOf(4, 0) },
      is_writing: true,
      status: 'skipped',
      task_id: null,
      note: 'It was left out.',
    },
  ],
  messages: (
    [
      ['user', 'Test the insurance chatbot'],
      ['assistant', 'I would test Insurance Chatbot in these steps, and sum up what came out.'],
      ['event', 'Explore Insurance Chatbot: done.'],
    ] as const
  ).map(([role, content], place) => ({
    id: idOf(19, place),
    role,
    content,
    intent: null,
    needs_confirmation: role === 'assistant',
    task_id: null,
    created_at: ago(10),
  })),
};

export const tasks: Task[] = [
  {
    id: idOf(14, 0),
    project_id: idOf(3, 1),
    title: 'Look at the answers about water damage',
    description: 'They differ from the policy.',
    status: 'Open',
    priority: 'High',
    user: { id: user.id, name: user.name, email: user.email },
    assignee: null,
    assignee_id: null,
    entity_type: 'endpoint',
    entity_id: idOf(4, 0),
    entity_name: 'Insurance Chatbot',
    trace_id: null,
    comment_count: 1,
    completed_at: null,
    permitted_actions: ['read', 'update', 'delete'],
    version: 1,
    created_by: user.id,
    created_at: ago(50),
    updated_at: ago(50),
    deleted_at: null,
  },
];

export const comments: Comment[] = [
  {
    id: idOf(15, 0),
    entity_type: 'task',
    entity_id: idOf(14, 0),
    project_id: idOf(3, 1),
    content: 'I will read the policy again.',
    mentions: [],
    emojis: {},
    user: { id: user.id, name: user.name, email: user.email },
    user_id: user.id,
    permitted_actions: ['read', 'update', 'delete'],
    created_at: ago(40),
    updated_at: ago(40),
  },
];

export const mails: DevelopmentMail[] = [
  {
    id: 'm1',
    to: user.email,
    subject: 'Your sign-in link',
    text: 'Open the link to sign in. It is good for 15 minutes.\n\nOr type this code: 482913',
    html: '',
    links: ['http://localhost:3000/auth/magic-link?token=not-a-real-token'],
    sent_at: ago(2),
  },
];

export const autoConfigured: AutoConfigureResult = {
  status: 'success',
  confidence: 0.91,
  confidence_level: 'high',
  warnings: ['Multiple candidate input fields detected.'],
  error: null,
  name: 'Assistant at example.org',
  url: 'https://assistant.example.org/v1/chat',
  method: 'POST',
  protocol: 'REST',
  auth_type: 'bearer_token',
  request_headers: { 'Content-Type': 'application/json' },
  request_mapping: '{\n  "question": "{{ input }}",\n  "note": ""\n}',
  response_mapping: { output: '$.answer.text', conversation_id: '$.thread' },
  conversation_mode: 'stateful',
  conversation_id_from: 'target',
  input_candidates: [
    { path: '$.question', score: 0.9, reason: 'Its name and its sample value are those of a message.' },
    { path: '$.note', score: 0.3, reason: 'A text field, but optional in the sample.' },
  ],
  probe_request: { question: 'Hello' },
  probe_response: { answer: { text: 'Hello! How can I help?' }, thread: 'th_1' },
  probe_success: true,
  probe_attempts: 1,
  probe_status_code: 200,
  probe_error: null,
  reasoning:
    'A curl command with a JSON body. The message goes to question; the answer came back in answer.text and was found there.',
  redactions: [{ kind: 'bearer_token', count: 1 }],
  model: 'builtin/reader',
};

export const triedInVain: AutoConfigureResult = {
  ...autoConfigured,
  status: 'partial',
  confidence: 0.18,
  confidence_level: 'low',
  probe_success: false,
  probe_status_code: 500,
  probe_error: `HTTP 500: ${'x'.repeat(500)}`,
  warnings: ['Mapping generated but unverified'],
};

export const requirements: readonly Requirement[] = ['Refuses legal advice', 'Answers in German'].map(
  (name, index) => ({
    id: idOf(6, index),
    project_id: index === 0 ? null : idOf(3, 1),
    name,
    description: index === 0 ? 'Says that it cannot, and where to ask instead.' : null,
    tags: index === 0 ? ['safety', 'law'] : [],
    metrics: [],
    counts: { tests: 4 * index, metrics: 0 },
    permitted_actions: ['read', 'update', 'delete'],
    version: 1,
    created_by: idOf(1, 1),
    created_at: ago(900),
    updated_at: ago(30 + index),
    deleted_at: null,
  }),
);

export const quotaOf = (left: number | null, calls: number): EndpointQuota => ({
  limit: left === null ? null : 100,
  remaining: left,
  resets_at: left === null ? null : new Date(now + 36e5).toISOString(),
  refused_until: null,
  told_at: left === null ? null : new Date(now).toISOString(),
  calls_per_minute: null,
  warnings:
    left === null || left >= calls
      ? []
      : [`The application has ${left} of 100 calls left until 00:00 UTC; this makes ${calls} calls.`],
});
