import type { RequestSketch, SampleAnswer } from '../finding.ts';
import { hole } from '../holes.ts';
import { requestSketch } from '../http-parts.ts';
import { containersOf, isObject, withValueAt, type Json, type JsonObject } from '../json-value.ts';
import { parseRelaxedJson } from './relaxed-json.ts';

/**
 * A workflow that is started by a call (n8n): its webhook says where, the fields that its nodes read say what has to be
 * sent, and the node that responds says what comes back.
 */
export function readWorkflows(document: Json, at: number): RequestSketch[] {
  const nodes = containersOf(document).flatMap(({ value }) =>
    isObject(value) && typeof value['type'] === 'string' && isObject(value['parameters'])
      ? [{ type: value['type'], parameters: value['parameters'] }]
      : [],
  );
  const hook = nodes.find(({ type }) => /\b(?:webhook|chatTrigger)$/i.test(type));
  if (!hook) return [];
  const isChat = /chatTrigger$/i.test(hook.type);
  const path = textIn(hook.parameters, 'path');
  const method = textIn(hook.parameters, 'httpMethod') ?? (isChat ? 'POST' : 'GET');
  const text = JSON.stringify(document);
  const isGet = method.toUpperCase() === 'GET';
  const names = isChat ? ['chatInput', 'sessionId'] : fieldsRead(text, isGet ? 'query' : 'body');
  const body = names.reduce<Json>((made, name) => withValueAt(made, name.split('.'), hole(name)), {});
  return [
    requestSketch('postman', at, {
      method: method.toUpperCase(),
      url: path === undefined ? path : `/webhook/${path.replace(/^\/+/, '')}`,
      ...(isGet
        ? { query: names.map((name) => [name, hole(name)] as const) }
        : { bodyKind: 'json' as const, body }),
      notes: notesOf(nodes, names),
      answers: nodes.flatMap(({ type, parameters }) =>
        /respondToWebhook$/i.test(type) ? answersOf(parameters, at) : [],
      ),
      ...(nodes.some(({ type }) => /langchain\.agent$/i.test(type)) ? { toldPaths: [['output']] } : {}),
    }),
  ];
}

const textIn = (object: JsonObject, name: string): string | undefined => {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
};

/** `$json.body.question`, `$('Webhook').item.json.body["question"]` */
const fieldsRead = (text: string, place: 'body' | 'query'): string[] => [
  ...new Set(
    [
      ...text.matchAll(
        new RegExp(
          String.raw`\bjson(?:\.|\[\\?["'])${place}(?:\\?["']\])?((?:\.\w+|\[\\?["'][\w-]+\\?["']\])+)`,
          'g',
        ),
      ),
    ].map((match) =>
      (match[1] ?? '')
        .replaceAll(/[.[\]\\"']+/g, ' ')
        .trim()
        .replaceAll(' ', '.'),
    ),
  ),
];

/** What an agent is asked is the message. */
function notesOf(nodes: readonly { type: string; parameters: JsonObject }[], names: readonly string[]) {
  const asked = nodes
    .filter(({ type }) => /langchain/i.test(type))
    .map(({ parameters }) => textIn(parameters, 'text') ?? textIn(parameters, 'prompt') ?? '')
    .join('\n');
  return names
    .filter((name) => new RegExp(String.raw`\b${name.split('.').at(-1)}\b`).test(asked))
    .map((name) => ({ path: name.split('.'), description: "the user's message", type: 'string' }));
}

function answersOf(parameters: JsonObject, at: number): SampleAnswer[] {
  const body = textIn(parameters, 'responseBody')
    ?.replace(/^=\s*(?:\{\{(?=\s*\{))?/, '')
    .replaceAll(
      /"?(?<!\{\s*)\{\{\s*([^{}]*)\}\}"?/g,
      (_all, inner: string) => `"${hole(inner.replaceAll(/["\\]/g, ''))}"`,
    );
  const value = body === undefined ? undefined : parseRelaxedJson(body.trim())?.value;
  return isObject(value) ? [{ value, at, isError: false }] : [];
}
