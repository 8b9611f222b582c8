import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { Api } from './api.ts';

export type Seen = {
  readonly status: number;
  readonly input: string | undefined;
  readonly conversation: string | undefined;
  readonly body: unknown;
  readonly echo: string;
  readonly isStreamed: boolean;
};

export type Target = { readonly url: string; readonly seen: readonly Seen[]; close(): Promise<void> };

/** Behaves like the API it is given: refuses as that one would, answers in its shape. */
export async function startTarget(api: Api, token: string): Promise<Target> {
  const seen: Seen[] = [];
  const tag = randomBytes(3).toString('hex');
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () =>
        answer({ api, token, tag, req, res, text: Buffer.concat(chunks).toString('utf8'), seen }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The target has no port.');
  return {
    url: `http://127.0.0.1:${address.port}${api.path}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Exchange = {
  api: Api;
  token: string;
  tag: string;
  req: IncomingMessage;
  res: ServerResponse;
  text: string;
  seen: Seen[];
};

function answer(exchange: Exchange): void {
  const { api, token, req, seen, text, tag } = exchange;
  const url = new URL(req.url ?? '/', 'http://target');
  const wanted = new URL(api.path, 'http://target');
  const record = (status: number, more: Partial<Seen> = {}): void =>
    void seen.push({
      status,
      input: undefined,
      conversation: undefined,
      body: undefined,
      echo: '',
      isStreamed: false,
      ...more,
    });
  const refuse = (status: number, message: string, field?: string): void => {
    record(status);
    send(exchange, status, problem(api, message, field));
  };
  if (url.pathname !== wanted.pathname) return refuse(404, 'Not Found');
  if (req.method !== (api.method ?? 'POST')) return refuse(405, 'Method Not Allowed');
  for (const [name, value] of wanted.searchParams)
    if (url.searchParams.get(name) !== value) return refuse(400, `query parameter ${name} is required`, name);
  if (api.auth) {
    const given =
      api.auth.in === 'query'
        ? url.searchParams.get(api.auth.name)
        : req.headers[api.auth.name.toLowerCase()];
    if (given !== `${api.auth.prefix}${token}`) return refuse(401, 'Unauthorized');
  }
  for (const [name, value] of Object.entries(api.headers ?? {}))
    if (req.headers[name.toLowerCase()] !== value) return refuse(400, `header ${name} is required`, name);
  const body = readBody(api, req, url, text);
  if (body === undefined)
    return refuse(
      415,
      `Content-Type must be ${api.format === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'}`,
    );
  for (const path of api.required)
    if (isMissing(at(body, path)))
      return refuse(api.errors === 'fastapi' || api.errors === 'laravel' ? 422 : 400, 'required', path);
  if (api.isClosed && typeof body === 'object' && body !== null) {
    const known = Object.keys(api.request);
    const extra = Object.keys(body).find((key) => !known.includes(key));
    if (extra) return refuse(400, `Unrecognized request argument supplied: ${extra}`);
  }
  const input = at(body, api.input);
  if (typeof input !== 'string' || input === '')
    return refuse(api.errors === 'fastapi' ? 422 : 400, 'required', api.input.split('.')[0]);
  const given = api.conversation ? at(body, api.conversation.request) : undefined;
  const conversation = typeof given === 'string' && given !== '' ? given : undefined;
  if (api.conversation?.isRequired && conversation === undefined)
    return refuse(422, 'required', api.conversation.request);
  const echo = `Echo ${tag}: ${input}`;
  const wantsStream = at(body, 'stream');
  if (
    (api.streams === 'when_asked' && wantsStream === true) ||
    (api.streams === 'unless_refused' && wantsStream !== false)
  ) {
    record(200, { input, conversation, body, echo, isStreamed: true });
    exchange.res.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const word of echo.split(/(?<= )/))
      exchange.res.write(`${JSON.stringify(fill(api.answer, word, input, ''))}\n`);
    exchange.res.end();
    return;
  }
  record(200, { input, conversation, body, echo });
  send(
    exchange,
    200,
    fill(api.answer, echo, input, conversation ?? `conv-${randomBytes(4).toString('hex')}`),
  );
}

function send({ api, res }: Exchange, status: number, body: unknown): void {
  const isText = typeof body === 'string' && (api.isText === true || status !== 200);
  res.writeHead(status, { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' });
  res.end(isText ? body : JSON.stringify(body));
}

function readBody(api: Api, req: IncomingMessage, url: URL, text: string): unknown {
  if (api.format === 'query') return Object.fromEntries(url.searchParams);
  const type = req.headers['content-type'] ?? '';
  if (api.format === 'form')
    return type.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : undefined;
  if (!type.includes('json')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function at(value: unknown, path: string): unknown {
  if (path === '') return value;
  let current = value;
  for (const step of path.split('.')) {
    if (Array.isArray(current)) current = current.at(Number(step));
    else if (typeof current === 'object' && current !== null)
      current = (current as Record<string, unknown>)[step];
    else return undefined;
  }
  return current;
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function fill(value: unknown, echo: string, input: string, conversation: string): unknown {
  if (typeof value === 'string')
    return value
      .replace('{{echo}}', () => echo)
      .replace('{{input}}', () => input)
      .replace('{{conversation}}', () => conversation);
  if (Array.isArray(value)) return value.map((item) => fill(item, echo, input, conversation));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fill(item, echo, input, conversation)]),
  );
}

/** The words of refusals differ as much as the APIs do. */
function problem(api: Api, message: string, field: string | undefined): unknown {
  const sentence = field === undefined ? message : `${field} is required`;
  switch (api.errors) {
    case 'fastapi':
      return {
        detail:
          field === undefined
            ? message
            : [{ type: 'missing', loc: ['body', ...field.split('.')], msg: 'Field required' }],
      };
    case 'openai':
      return {
        error: {
          message: field === undefined ? message : `Missing required parameter: '${field}'.`,
          type: 'invalid_request_error',
          param: field ?? null,
        },
      };
    case 'laravel':
      return {
        message: `The ${field ?? 'request'} field is required.`,
        errors: field === undefined ? {} : { [field]: [`The ${field} field is required.`] },
      };
    case 'plain':
      return sentence;
    case 'express':
    case undefined:
      return { error: sentence };
  }
}
