import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { WebSocketServer } from 'ws';
import type { Api } from './api.ts';
import { at, faultIn, fill, isMissing, readBody } from './body.ts';
import { refusals, type Reason } from './refusals.ts';
import { framesOf } from './stream.ts';

export type Seen = {
  readonly status: number;
  readonly input: string | undefined;
  readonly conversation: string | undefined;
  readonly body: unknown;
  /** What a right configuration takes out of the answer: the field that holds the text, markup and all. */
  readonly echo: string;
  /** The text by itself. */
  readonly plainEcho: string;
  readonly isStreamed: boolean;
};

export type Target = {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** From now on nobody is turned away for being early. */
  settle(): void;
  close(): Promise<void>;
};

/** Behaves like the API it is given: refuses as that one would, answers in its shape. */
export async function startTarget(api: Api, token: string): Promise<Target> {
  const seen: Seen[] = [];
  const tag = randomBytes(3).toString('hex');
  let isSettled = false;
  const exchange = (req: IncomingMessage, text: string): Reply => {
    const reply =
      !isSettled && seen.length < (api.busy?.times ?? 0)
        ? refusal(api, { status: api.busy?.status ?? 503, message: 'Too busy, please try again' })
        : answer({ api, token, tag, req, text });
    seen.push(reply.seen);
    return reply;
  };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => send(api, res, exchange(req, Buffer.concat(chunks).toString('utf8'))));
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (req, socket, head) => {
    const fault = api.protocol === 'WebSocket' ? handshakeFault(api, token, req) : 404;
    if (fault !== undefined) {
      seen.push(unseen(fault));
      socket.end(`HTTP/1.1 ${fault} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(req, socket, head, (client) => {
      client.on('message', (data: Buffer) => {
        const reply = exchange(req, data.toString('utf8'));
        for (const frame of reply.frames ?? [JSON.stringify(reply.body)]) client.send(frame);
        if (api.stream?.done === 'close' || reply.seen.status !== 200) client.close(1000);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The target has no port.');
  return {
    url: `${api.protocol === 'WebSocket' ? 'ws' : 'http'}://127.0.0.1:${address.port}${api.path}`,
    seen,
    settle: () => {
      isSettled = true;
    },
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Exchange = { api: Api; token: string; tag: string; req: IncomingMessage; text: string };

type Reply = { status: number; body: unknown; frames?: readonly string[]; seen: Seen };

const unseen = (status: number): Seen => ({
  status,
  input: undefined,
  conversation: undefined,
  body: undefined,
  echo: '',
  plainEcho: '',
  isStreamed: false,
});

function refusal(api: Api, reason: Reason): Reply {
  const refused = refusals[api.errors ?? 'express'](reason);
  return { ...refused, seen: unseen(refused.status) };
}

function answer({ api, token, tag, req, text }: Exchange): Reply {
  const refuse = (status: number, message: string, field?: string): Reply =>
    refusal(api, { status, message, field, expected: field === undefined ? undefined : api.types?.[field] });
  const refuseKind = (field: string, expected: string): Reply =>
    refusal(api, { status: 400, message: 'invalid', field, expected, isMissing: false });
  const url = new URL(req.url ?? '/', 'http://target');
  const wanted = new URL(api.path, 'http://target');
  if (url.pathname !== wanted.pathname) return refuse(404, 'Not Found');
  if (api.protocol === undefined && req.method !== (api.method ?? 'POST'))
    return refuse(405, 'Method Not Allowed');
  for (const [name, value] of wanted.searchParams)
    if (url.searchParams.get(name) !== value)
      return asStatus(400, refuse(400, `query parameter ${name} is required`, name));
  if (api.auth?.in !== 'body' && !isAllowed(api, token, req, url)) return refuse(401, 'Unauthorized');
  for (const [name, value] of Object.entries(api.headers ?? {}))
    if (!isHeader(req, name, value)) return asStatus(400, refuse(400, `header ${name} is required`, name));
  const body = readBody(api, req, url, text);
  if (body === undefined) return refuse(415, `Content-Type must be ${contentTypes[api.format ?? 'json']}`);
  if (api.auth?.in === 'body' && at(body, api.auth.name) !== `${api.auth.prefix}${token}`)
    return refuse(401, 'Unauthorized');
  for (const path of api.required) if (isMissing(at(body, path))) return refuse(400, 'required', path);
  const fault = faultIn(body, api.types ?? {});
  if (fault !== undefined) return refuseKind(fault.place, fault.expected);
  if (api.isClosed && typeof body === 'object' && body !== null) {
    const known = Object.keys(api.request);
    const extra = Object.keys(body).find((key) => !known.includes(key));
    if (extra) return refuse(400, `Unrecognized request argument supplied: ${extra}`);
  }
  const input = at(body, api.input);
  if (typeof input !== 'string' || input === '') return refuseInput(api, body, refuse, refuseKind);
  const given = api.conversation ? at(body, api.conversation.request) : undefined;
  const conversation = typeof given === 'string' && given !== '' ? given : undefined;
  if (api.conversation?.isRequired && conversation === undefined)
    return refuse(400, 'required', api.conversation.request);
  const echo = `Echo ${tag}: ${input}`;
  const filled = fill(api.answer, {
    echo,
    input,
    conversation: conversation ?? `conv-${randomBytes(4).toString('hex')}`,
  });
  const told = api.isInputPart ? undefined : at(filled, api.output);
  const seen: Seen = {
    ...unseen(200),
    input,
    conversation,
    body,
    plainEcho: echo,
    echo: api.stream === undefined && typeof told === 'string' && told.includes(echo) ? told : echo,
  };
  const isWanted = at(body, api.stream?.flag ?? 'stream');
  const when = api.stream?.when ?? (api.streams === 'when_asked' ? 'asked' : api.streams);
  if (
    when === 'always' ||
    (when === 'asked' && isWanted === true) ||
    (when === 'unless_refused' && isWanted !== false)
  )
    return {
      status: 200,
      body: filled,
      frames: api.stream
        ? framesOf(api.stream, { echo, input, conversation: conversation ?? 'conv-1' })
        : echo
            .split(/(?<= )/)
            .map((word) => `${JSON.stringify(fill(api.answer, { echo: word, input, conversation: '' }))}\n`),
      seen: { ...seen, echo, isStreamed: api.stream === undefined },
    };
  return { status: 200, body: filled, seen };
}

/** Says of the outermost step on the way to the message what is wrong with it. */
function refuseInput(
  api: Api,
  body: unknown,
  refuse: (status: number, message: string, field: string) => Reply,
  refuseKind: (field: string, expected: string) => Reply,
): Reply {
  const steps = api.input.split('.');
  for (const [index, step] of steps.entries()) {
    const path = steps.slice(0, index + 1).join('.');
    const value = at(body, path);
    const shown = path.replaceAll(/\.-\d+/g, '.0');
    if (step === '#json' && value === undefined) return refuseKind(steps.slice(0, index).join('.'), 'JSON');
    if (isMissing(value)) return refuse(400, 'required', shown);
    const next = steps[index + 1];
    if (next === undefined) break;
    const expected = /^-?\d+$/.test(next) ? 'array' : next === '#json' ? 'string' : 'object';
    if (faultIn(body, { [path]: expected })) return refuseKind(shown, expected);
  }
  return refuseKind(api.input.replaceAll(/\.-\d+/g, '.0'), 'string');
}

const asStatus = (status: number, reply: Reply): Reply => ({ ...reply, status, seen: unseen(status) });

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
  query: 'anything',
} as const;

function handshakeFault(api: Api, token: string, req: IncomingMessage): number | undefined {
  const url = new URL(req.url ?? '/', 'http://target');
  if (url.pathname !== new URL(api.path, 'http://target').pathname) return 404;
  return api.auth?.in === 'body' || isAllowed(api, token, req, url) ? undefined : 401;
}

function isAllowed({ auth }: Api, token: string, req: IncomingMessage, url: URL): boolean {
  if (!auth) return true;
  const wanted = `${auth.prefix}${token}`;
  if (auth.in === 'query') return url.searchParams.get(auth.name) === wanted;
  if (auth.in === 'cookie')
    return (req.headers.cookie ?? '').split(/;\s*/).includes(`${auth.name}=${wanted}`);
  const given = String(req.headers[auth.name.toLowerCase()] ?? '');
  // The name of a scheme may be written in any case.
  const scheme = given.slice(0, auth.prefix.length).toLowerCase();
  return scheme === auth.prefix.toLowerCase() && given.slice(auth.prefix.length) === token;
}

function isHeader(req: IncomingMessage, name: string, value: string): boolean {
  const given = req.headers[name.toLowerCase()];
  return value === '*' ? given !== undefined && given !== '' : given === value;
}

function send(api: Api, res: ServerResponse, { status, body, frames }: Reply): void {
  if (frames !== undefined) {
    res.writeHead(200, {
      'content-type':
        api.stream?.format === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/x-ndjson',
    });
    for (const frame of frames) res.write(frame);
    res.end();
    return;
  }
  const isText = typeof body === 'string' && (api.isText === true || status !== 200);
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  res.writeHead(status, {
    'content-type': status === 200 ? (api.answerType ?? type) : type,
    ...(status === 429 || status === 503 ? { 'retry-after': '0' } : {}),
  });
  res.end(isText ? body : JSON.stringify(body));
}
