import { randomUUID } from 'node:crypto';
import {
  sendInPieces,
  sendJson,
  type TargetHandler,
  type TargetRequest,
  type TargetServer,
  type TargetSocketHandler,
} from './target-server.ts';

/** Puts one stand-in of every common kind of AI application on a server. Each is as strict as the real ones. */
export function addChatTargets(server: TargetServer): void {
  server.route('/openai/v1/chat/completions', openai);
  server.route('/openai/v1/stream', openaiStream);
  server.route('/anthropic/v1/messages', anthropic);
  server.route('/gemini/v1beta/models/flash:generateContent', gemini);
  server.route('/rasa/webhooks/rest/webhook', rasa);
  server.route(
    '/plain',
    (request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
        .end(`You said: ${request.text}`),
  );
  server.route('/ollama/api/chat', ollamaLines);
  server.route('/sessions/chat', createSessionTarget());
  server.route('/oauth/token', createTokenAddress({ authentication: 'any' }));
  server.route('/oauth/token-body-only', createTokenAddress({ authentication: 'body' }));
  server.route('/oauth/chat', oauthChat);
  server.routeSocket('/ws/chat', createSocketTarget());
}

export const FAKE_CLIENT = { id: 'client-one', secret: ['fake', 'client', 'secret'].join('-') } as const;
export const FAKE_OPENAI_KEY: string = ['fake', 'openai', 'key', '0001'].join('-');

const openai: TargetHandler = (request, response) => {
  if (request.headers.authorization !== `Bearer ${FAKE_OPENAI_KEY}`) {
    return sendJson(response, 401, {
      error: {
        message: `Incorrect API key provided: ${request.headers.authorization}`,
        type: 'invalid_request_error',
      },
    });
  }
  const messages = chatMessages(request);
  if (messages === undefined)
    return sendJson(response, 400, {
      error: { message: "Invalid type for 'messages'", type: 'invalid_request_error' },
    });
  sendJson(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: fieldOf(request, 'model'),
    choices: [
      { index: 0, message: { role: 'assistant', content: answerTo(messages) }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  });
};

/** CRLF line ends, a role-only first delta, a usage chunk without choices, and the closing mark. */
const openaiStream: TargetHandler = async (request, response) => {
  const text = answerTo(chatMessages(request) ?? []);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = (delta: unknown) =>
    `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta }] })}\r\n\r\n`;
  const deltas = Array.from(text, (character) => chunk({ content: character })).join('');
  const usage = `data: ${JSON.stringify({ id: 'c1', choices: [], usage: { total_tokens: 7 } })}\r\n\r\n`;
  await sendInPieces(
    response,
    `: ping\r\n\r\n${chunk({ role: 'assistant' })}${deltas}${usage}data: [DONE]\r\n\r\n`,
    41,
  );
};

const anthropic: TargetHandler = (request, response) => {
  if (request.headers['x-api-key'] === undefined || request.headers['anthropic-version'] === undefined) {
    return sendJson(response, 401, {
      type: 'error',
      error: { type: 'authentication_error', message: 'x-api-key header is required' },
    });
  }
  const messages = chatMessages(request);
  if (messages === undefined || messages.some(({ role }) => role !== 'user' && role !== 'assistant')) {
    return sendJson(response, 400, {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'messages: Unexpected role "system"' },
    });
  }
  sendJson(response, 200, {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: answerTo(messages) }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  });
};

const gemini: TargetHandler = (request, response) => {
  if (request.query.get('key') === null)
    return sendJson(response, 403, {
      error: { code: 403, message: 'Method doesn’t allow unregistered callers', status: 'PERMISSION_DENIED' },
    });
  const contents = fieldOf(request, 'contents');
  if (!Array.isArray(contents))
    return sendJson(response, 400, {
      error: { code: 400, message: 'contents is not specified', status: 'INVALID_ARGUMENT' },
    });
  const turns = contents as { role?: string; parts?: { text?: string }[] }[];
  if (turns.some(({ role }) => role !== 'user' && role !== 'model')) {
    return sendJson(response, 400, {
      error: { code: 400, message: 'Please use a valid role: user, model.', status: 'INVALID_ARGUMENT' },
    });
  }
  const last =
    turns
      .at(-1)
      ?.parts?.map(({ text }) => text ?? '')
      .join('') ?? '';
  sendJson(response, 200, {
    candidates: [
      { content: { role: 'model', parts: [{ text: `Answer to: ${last}` }] }, finishReason: 'STOP' },
    ],
    usageMetadata: { totalTokenCount: 5 },
  });
};

/** Rasa answers with a list of messages, empty when it has nothing to say. */
const rasa: TargetHandler = (request, response) => {
  const message = textField(request, 'message');
  const recipient = fieldOf(request, 'sender') ?? 'default';
  sendJson(
    response,
    200,
    message === 'silence'
      ? []
      : [
          { recipient_id: recipient, text: `Hello, ${message}` },
          { recipient_id: recipient, text: 'How can I help?' },
        ],
  );
};

const ollamaLines: TargetHandler = async (request, response) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const pieces = Array.from(answerTo(chatMessages(request) ?? []), (content) =>
    JSON.stringify({ model: 'tiny', message: { role: 'assistant', content }, done: false }),
  );
  await sendInPieces(
    response,
    [
      ...pieces,
      JSON.stringify({ model: 'tiny', message: { role: 'assistant', content: '' }, done: true }),
    ].join('\n'),
    37,
  );
};

/** Remembers its conversations, gives out their ids, and refuses an id it never gave. */
function createSessionTarget(): TargetHandler {
  const turns = new Map<string, number>();
  return (request, response) => {
    const given = fieldOf(request, 'session_id');
    if (given === null || given === '')
      return sendJson(response, 422, {
        detail: [{ loc: ['body', 'session_id'], msg: 'must be a valid id when present' }],
      });
    if (given !== undefined && (typeof given !== 'string' || !turns.has(given)))
      return sendJson(response, 404, { detail: 'unknown session' });
    const id = typeof given === 'string' ? given : randomUUID();
    const turn = (turns.get(id) ?? 0) + 1;
    turns.set(id, turn);
    sendJson(response, 200, {
      data: { reply: `turn ${turn}: ${textField(request, 'text')}`, session_id: id },
    });
  };
}

export type TokenAddress = TargetHandler & { issued: () => number };

/** RFC 6749 client credentials; tokens are numbered so that a test can tell them apart. */
export function createTokenAddress(options: {
  authentication: 'any' | 'body';
  expiresInSeconds?: number;
}): TokenAddress {
  let count = 0;
  const handler: TargetHandler = (request, response) => {
    const form = new URLSearchParams(request.text);
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const [basicId, basicSecret] =
      basic === undefined ? [] : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    const isBasic =
      options.authentication === 'any' && basicId === FAKE_CLIENT.id && basicSecret === FAKE_CLIENT.secret;
    const isBody =
      form.get('client_id') === FAKE_CLIENT.id && form.get('client_secret') === FAKE_CLIENT.secret;
    if (!isBasic && !isBody)
      return sendJson(response, 401, {
        error: 'invalid_client',
        error_description: `Client authentication failed for ${basicSecret ?? form.get('client_secret')}`,
      });
    if (form.get('grant_type') !== 'client_credentials')
      return sendJson(response, 400, { error: 'unsupported_grant_type' });
    count += 1;
    sendJson(response, 200, {
      access_token: `issued-token-${count}`,
      token_type: 'Bearer',
      expires_in: options.expiresInSeconds ?? 3600,
    });
  };
  return Object.assign(handler, { issued: () => count });
}

const oauthChat: TargetHandler = (request, response) => {
  const token = /^Bearer (issued-token-\d+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return sendJson(response, 401, { error: 'invalid_token' });
  sendJson(response, 200, { answer: `with ${token}: ${textField(request, 'question')}` });
};

/** Streams words, then says that the answer has ended; keeps count of the turns of one connection. */
export function createSocketTarget(): TargetSocketHandler {
  return (socket) => {
    let turn = 0;
    const conversationId = randomUUID();
    socket.on('message', (data) => {
      turn += 1;
      const message = JSON.parse(String(data as Buffer)) as { text?: string };
      for (const content of [`turn ${turn}: `, 'you said ', message.text ?? ''])
        socket.send(JSON.stringify({ type: 'token', content }));
      socket.send(
        JSON.stringify({ type: 'end', conversation_id: conversationId, message: 'response ended' }),
      );
    });
  };
}

type ChatMessage = { role: string; content: unknown };

function chatMessages(request: TargetRequest): ChatMessage[] | undefined {
  const messages = fieldOf(request, 'messages');
  if (!Array.isArray(messages) || messages.length === 0) return undefined;
  const isMessage = (value: unknown): value is ChatMessage =>
    typeof value === 'object' && value !== null && 'role' in value && 'content' in value;
  return messages.every(isMessage) ? messages : undefined;
}

function answerTo(messages: readonly ChatMessage[]): string {
  const system = messages.find(({ role }) => role === 'system');
  const users = messages.filter(({ role }) => role === 'user');
  const last = users.at(-1)?.content;
  const text = typeof last === 'string' ? last : JSON.stringify(last);
  return `${system === undefined ? '' : `[${String(system.content)}] `}turn ${users.length}: ${text} – ünïcödé 🎈`;
}

function fieldOf(request: TargetRequest, name: string): unknown {
  const { json } = request;
  return typeof json === 'object' && json !== null && Object.hasOwn(json, name)
    ? (json as Record<string, unknown>)[name]
    : undefined;
}

function textField(request: TargetRequest, name: string): string {
  const value = fieldOf(request, name);
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
