import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Api, Case, Use } from './api.ts';
import { refusals } from './refusals.ts';
import { fakeSecret } from './secrets.ts';

const folder = join(import.meta.dirname, '../../../../corpora/pastes');
const Line = z.strictObject({ name: z.string(), text: z.string() });
export type PasteFile = z.output<typeof Line>;
const named = /^\d{3,4}-[a-z0-9-]+\.md$/;
const texts = z.record(z.string(), z.string());
const mode = z.enum(['single_turn', 'stateless', 'stateful']);

/** The head of a paste: the API behind it and a right way to use that API. */
const Head = z.strictObject({
  kind: z.string(),
  language: z.string().default('en'),
  url: z.string().optional(),
  path: z.string().optional(),
  method: z.enum(['POST', 'GET', 'PUT', 'PATCH']).optional(),
  protocol: z.literal('WebSocket').optional(),
  auth: z
    .strictObject({
      header: z.string().optional(),
      query: z.string().optional(),
      body: z.string().optional(),
      cookie: z.string().optional(),
      prefix: z.string().default(''),
    })
    .optional(),
  token: z.enum(['typed', 'later']).default('typed'),
  headers: texts.optional(),
  format: z.enum(['json', 'form', 'multipart', 'text', 'query']).optional(),
  required: z.array(z.string()).default([]),
  types: texts.optional(),
  closed: z.array(z.string()).optional(),
  input: z.string().optional(),
  session: z
    .strictObject({
      request: z.string().optional(),
      response: z.string().optional(),
      required: z.boolean().default(false),
    })
    .optional(),
  modes: z.array(mode).min(1).optional(),
  errors: z.enum(Object.keys(refusals) as [keyof typeof refusals]).default('express'),
  answer: z.unknown().optional(),
  answer_type: z.string().optional(),
  asynchronous: z.boolean().optional(),
  busy: z.strictObject({ status: z.number(), times: z.number() }).optional(),
  stream: z
    .strictObject({
      when: z.enum(['asked', 'unless_refused', 'always']),
      flag: z.string().default('stream'),
      format: z.enum(['sse', 'ndjson', 'messages']),
      event: z.string().optional(),
      first: z.unknown().optional(),
      chunk: z.unknown().optional(),
      last: z.unknown().optional(),
      done: z.string().optional(),
    })
    .optional(),
  keep: z.array(z.string()).default([]),
  unreadable: z.boolean().default(false),
  needs_probe: z.boolean().default(false),
  use: z
    .strictObject({
      body: z.unknown().optional(),
      headers: texts.default({}),
      output: z.unknown().optional(),
      session: z.string().optional(),
    })
    .optional(),
});
type Head = z.output<typeof Head>;

/** The pastes of one folder, in the order of their numbers. */
export function loadPastes(set: 'tuning' | 'held-out'): Case[] {
  return pasteFiles(set).map(({ name, text }) => readPaste(name, text, set === 'held-out'));
}

/**
 * The pastes of one folder as they were written, in the order of their numbers: one file for each kind, one paste a line.
 * Git keeps no empty folder: between two generations nothing is held out.
 */
export function pasteFiles(set: 'tuning' | 'held-out'): PasteFile[] {
  const at = join(folder, set);
  if (!existsSync(at)) return [];
  return readdirSync(at)
    .flatMap((file) => linesOf(join(at, file)))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function linesOf(file: string): PasteFile[] {
  const kind = basename(file, '.jsonl');
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const paste = Line.parse(JSON.parse(line));
      if (!paste.text.includes(`\nkind: ${kind}\n`))
        throw new Error(`${paste.name}: is not of the kind ${kind}.`);
      return paste;
    });
}

/** Reads one paste: a head in YAML between two lines of three dashes, below it the text as a user would paste it. */
export function readPaste(name: string, file: string, isUnseen: boolean): Case {
  if (!named.test(name)) throw new Error(`${name}: is not called like a paste, such as 007-some-words.md.`);
  const id = basename(name, '.md');
  const split = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file);
  if (!split) throw new Error(`${name}: no head between two lines of three dashes.`);
  const [, yaml = '', body = ''] = split;
  const parsed = Head.safeParse(parse(yaml));
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  const head = parsed.data;
  const secrets: string[] = [];
  const text = body
    .replace(/\n$/, '')
    .replace(/\{\{secret:([a-z0-9]+)(?::(\w+))?\}\}/g, (_, kind: string, label = '') => {
      const secret = fakeSecret(kind, `${id}:${kind}:${label}`);
      if (!secrets.includes(secret)) secrets.push(secret);
      return secret;
    });
  const api = apiOf(id, head);
  return {
    id,
    kind: head.kind,
    language: head.language,
    api,
    text,
    secrets,
    keep: head.keep,
    isUnseen,
    paste: {
      ...(head.url === undefined ? {} : { url: head.url }),
      isUnreadable: head.unreadable,
      needsProbe: head.needs_probe,
      isTokenLater: head.token === 'later',
      use: useOf(head, api),
    },
  };
}

function apiOf(id: string, head: Head): Api {
  const address = new URL(head.url ?? head.path ?? '/', 'http://localhost');
  const body = head.use?.body;
  const found = placesOf(body, /\{\{[^}]*\binput\b/)[0];
  const history = placesOf(body, /\{\{[^}]*\bmessages\b/)[0];
  const input = head.input ?? (found ? found.path : history ? `${history.path}.-1.content` : '');
  const request =
    head.session?.request ?? placesOf(body, /\{\{[^}]*\b(?:conversation|session|thread|chat)_id\b/)[0]?.path;
  const response = head.session?.response ?? placesOf(head.answer, /\{\{conversation\}\}/)[0]?.path;
  const own = history ? 'stateless' : request ? 'stateful' : 'single_turn';
  const [first = own, ...otherModes] = head.modes ?? [];
  const { auth } = head;
  const place = (['header', 'query', 'body', 'cookie'] as const).find((name) => auth?.[name] !== undefined);
  return {
    name: id,
    host: address.host,
    path: `${address.pathname}${address.search}`,
    method: head.method ?? 'POST',
    ...(head.protocol ? { protocol: head.protocol } : {}),
    auth: auth && place ? { in: place, name: auth[place] ?? '', prefix: auth.prefix } : undefined,
    headers: head.headers ?? {},
    format: head.format ?? (head.method === 'GET' ? 'query' : 'json'),
    request: Object.fromEntries((head.closed ?? []).map((key) => [key, null])),
    required: head.required,
    types: head.types ?? {},
    isClosed: head.closed !== undefined,
    input,
    isInputPart: found !== undefined && !found.isWhole,
    mode: first,
    otherModes,
    answer: head.answer,
    output: placesOf(head.answer, /\{\{echo/)[0]?.path ?? '',
    ...(request === undefined
      ? {}
      : {
          conversation: {
            request,
            ...(response === undefined ? {} : { response }),
            isRequired: head.session?.required ?? false,
          },
        }),
    errors: head.errors,
    isText: typeof head.answer === 'string',
    ...(head.answer_type ? { answerType: head.answer_type } : {}),
    ...(head.asynchronous ? { isAsynchronous: true } : {}),
    ...(head.busy ? { busy: head.busy } : {}),
    ...(head.stream ? { stream: streamOf(head.stream) } : {}),
  };
}

function streamOf({ event, done, ...rest }: NonNullable<Head['stream']>): NonNullable<Api['stream']> {
  return { ...rest, ...(event === undefined ? {} : { event }), ...(done === undefined ? {} : { done }) };
}

function useOf(head: Head, api: Api): Use {
  const { auth } = api;
  const value = `${auth?.prefix ?? ''}{{ auth_token }}`;
  const session = head.use?.session ?? pathOf(api.conversation?.response);
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
    text: 'text/plain',
    query: '',
  };
  const type = types[api.format ?? 'json'];
  return {
    body: head.use?.body,
    headers: {
      ...(type === '' || api.protocol ? {} : { 'Content-Type': type }),
      ...api.headers,
      ...(auth?.in === 'header' ? { [auth.name]: value } : {}),
      ...(auth?.in === 'cookie' ? { Cookie: `${auth.name}=${value}` } : {}),
      ...head.use?.headers,
    },
    query: auth?.in === 'query' ? { [auth.name]: value } : {},
    response: {
      output: head.use?.output ?? pathOf(api.output),
      ...(session === undefined ? {} : { conversation_id: session }),
    },
  };
}

/** A dotted path as JSONPath. */
function pathOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  if (path === '') return '$';
  return `$${path
    .split('.')
    .map((step) => (/^-?\d+$/.test(step) ? `[${step}]` : /^\w+$/.test(step) ? `.${step}` : `['${step}']`))
    .join('')}`;
}

type Place = { path: string; isWhole: boolean };

/** Where in a value the texts stand that hold a mark. */
function placesOf(value: unknown, mark: RegExp, path: readonly string[] = []): Place[] {
  if (typeof value === 'string')
    return mark.test(value) ? [{ path: path.join('.'), isWhole: /^\s*\{\{[^}]*\}\}\s*$/.test(value) }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => placesOf(item, mark, [...path, key]));
}

/** The last paste that has been looked at while the reader was worked on. Every later one is held out. */
const lastSeen = 1197;
export const numberOf = (id: string): number => Number.parseInt(id, 10);
export const isHeldOut = (id: string): boolean => numberOf(id) > lastSeen;

export const tokenOf = (item: Case): string =>
  item.secrets[0] ??
  (item.api.auth ? `k${createHash('sha256').update(item.id).digest('hex').slice(0, 31)}` : '');
