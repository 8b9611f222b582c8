import { hole } from '../../holes.ts';
import { isObject, type Json, type JsonObject } from '../../json-value.ts';
import { plain } from '../../names.ts';
import type { Collected } from '../collect.ts';
import type { CodeCall } from '../evaluation/calls.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';
import { BEARER, requestSketch } from '../../http-parts.ts';

type Settings = { base?: string; model?: string; key?: string };

/** What frameworks call the server, the model and the key; builders put `with` or `set` before it. */
const SETTINGS: readonly (readonly [keyof Settings, RegExp])[] = [
  ['base', /^(?:baseurl|baseuri|apibase|basepath|apibaseurl|openaiapibase|endpoint|serverurl|url)$/],
  ['model', /^(?:model|modelname|modelid|deploymentname|defaultmodel)$/],
  ['key', /^(?:apikey|openaiapikey|token|key|accesstoken)$/],
];

/** Frameworks that speak as OpenAI does say so in the name of what they make. */
const DIALECT = /open_?ai|litellm|lm_?studio|vllm/i;

/** What is made to hold a model is given its name first. */
const HOLDS_MODEL = /(?:Model|LM|LLM|ChatCompletion|Client)$/;

/**
 * A client that is told its server and its model sends chat completions there, although the request itself is written
 * nowhere: the framework does that.
 */
export function modelClientRequests({ calls }: Collected, evaluator: Evaluator, text: string) {
  const found: Settings = {};
  let isDialect = false;
  let at: number | undefined;
  for (const call of calls) {
    const settings = settingsOf(call, evaluator);
    if (settings.base !== undefined) at ??= call.node.startIndex;
    isDialect ||= DIALECT.test(call.name) || settings.model?.startsWith('openai/') === true;
    for (const name of ['base', 'model', 'key'] as const) {
      const value = settings[name];
      if (value !== undefined) found[name] ??= value;
    }
  }
  const { base, model, key } = found;
  if (!isDialect || base === undefined || model === undefined) return [];
  return [
    requestSketch('client_code', at ?? 0, {
      method: 'POST',
      url: addressBelow(base, text),
      headers: [['Content-Type', 'application/json']],
      bodyKind: 'json',
      body: {
        model: model.replace(/^openai\//, ''),
        messages: [{ role: 'user', content: hole('message') }],
      },
      credentials: { ...BEARER, value: key ?? hole('API_KEY') },
      label: 'model client',
      libraryOutput: '$.choices[0].message.content',
    }),
  ];
}

function addressBelow(base: string, text: string): string {
  const root = base.replace(/\/+$/, '');
  if (root.endsWith('/chat/completions')) return root;
  // Spring gives the version of the API itself.
  const version = /\bOpenAiApi\b/.test(text) && !/\/v\d+$/.test(root) ? '/v1' : '';
  return `${root}${version}/chat/completions`;
}

function settingsOf(call: CodeCall, evaluator: Evaluator): Settings {
  const values = evaluator.values(call);
  const given: [string, Json][] = [
    ...values.filter(isObject).flatMap(entriesWithin),
    ...Object.entries(evaluator.named(call)),
    [call.last.replace(/^(?:with|set)_?(?=[A-Z_])/i, ''), values.length === 1 ? (values[0] ?? null) : null],
  ];
  const settings: Settings = {};
  for (const [name, value] of given) {
    const kind = SETTINGS.find(([, names]) => names.test(plain(name)))?.[0];
    if (kind === undefined || typeof value !== 'string') continue;
    if (kind === 'base' ? /^https?:\/\/\S+$/.test(value) : kind === 'key' || isModelName(value))
      settings[kind] ??= value;
  }
  const [first] = values;
  if (HOLDS_MODEL.test(call.last) && typeof first === 'string' && isModelName(first))
    settings.model ??= first;
  return settings;
}

/** Some keep the server in an object of its own: `configuration: { baseURL }`. */
const entriesWithin = (value: JsonObject): [string, Json][] =>
  Object.entries(value).flatMap(([name, item]) => (isObject(item) ? Object.entries(item) : [[name, item]]));

const isModelName = (text: string): boolean => /^[\w./:-]{2,80}$/.test(text) && !/^https?:/.test(text);
