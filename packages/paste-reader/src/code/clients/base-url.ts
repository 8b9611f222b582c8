import type { Pair } from '../../finding.ts';
import { isObject, type JsonObject, type Json, textOf } from '../../json-value.ts';
import type { Collected } from '../collect.ts';
import { type CodeCall, VERB } from '../evaluation/calls.ts';
import type { Evaluator } from '../evaluation/evaluator.ts';

/** What every request of a client begins with. */
export type ClientBase = {
  readonly url: string | undefined;
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
};

/** `S.headers["Authorization"] = …` of a client that sends several requests: all of them have it. */
function clientHeaders(
  calls: readonly CodeCall[],
  evaluator: Evaluator,
  memberWrites: Collected['memberWrites'],
): Pair[] {
  const senders = new Set(
    calls.filter(({ last }) => VERB.test(last)).map(({ receiver }) => receiver?.text ?? ''),
  );
  return memberWrites.flatMap(({ target, key, value }): Pair[] => {
    const holder = /^(.+?)\.(?:defaults\.)?headers(?:\.common)?$/.exec(target)?.[1];
    return holder !== undefined && senders.has(holder) ? [[key, evaluator.text(value)]] : [];
  });
}

/** axios.create({baseURL}), httpx.Client(base_url=…), new HttpClient { BaseAddress = … }, Faraday.new(url:). */
export function baseUrl(
  calls: readonly CodeCall[],
  evaluator: Evaluator,
  memberWrites: Collected['memberWrites'],
): ClientBase {
  let defaults: ClientBase = {
    url: undefined,
    headers: clientHeaders(calls, evaluator, memberWrites),
    query: [],
  };
  const own = calls.find(({ last }) => last === 'base_uri');
  const declared = own === undefined ? undefined : evaluator.value(own.args[0]);
  if (typeof declared === 'string' && /^https?:/.test(declared))
    return { url: declared, headers: [], query: [] };
  for (const call of calls) {
    const made = /Client/.test(call.name) ? [evaluator.value(call.node)] : [];
    const given = Object.assign(
      {},
      ...[...made, ...evaluator.values(call)].filter(isObject),
      evaluator.named(call),
    ) as JsonObject;
    const url =
      BASES.map((name) => given[name]).find((base) => base !== undefined && base !== null) ??
      (/Client|Session|Faraday/.test(call.name) ? given['url'] : undefined) ??
      (call.name === 'Faraday.new' ? evaluator.value(call.args[0]) : undefined);
    const headers = [...headerPairs(given['headers'] ?? null), ...cookieHeader(given['cookies'] ?? null)];
    const query = given['params'] ?? given['searchParams'] ?? null;
    if (
      typeof url !== 'string' &&
      MAKES_CLIENT.test(call.name) &&
      headers.length + headerPairs(query).length > 0
    )
      defaults = { url: undefined, headers, query: headerPairs(query) };
    if (typeof url === 'string' && /^https?:/.test(url))
      return { url, headers, query: headerPairs(query ?? given['query'] ?? null) };
  }
  const written = memberWrites.find(({ key }) => /^(?:BaseAddress|baseURL|base_url|baseUrl)$/.test(key));
  const address = written === undefined ? undefined : evaluator.value(written.value);
  if (typeof address === 'string' && /^https?:/.test(address))
    return { url: address, headers: [], query: [] };
  return defaults;
}

const BASES = ['baseURL', 'base_url', 'prefixUrl', 'baseUrl', 'base_uri', 'BaseAddress'];

const MAKES_CLIENT =
  /(?:ClientSession|AsyncClient|Client|Session|axios\.create|ky\.(?:create|extend)|got\.extend|Faraday\.new|(?:HttpClient|RestClient)\.create)$/;

export function headerPairs(value: Json): Pair[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([, item]) => typeof item === 'string' || typeof item === 'number')
    .map(([name, item]): Pair => [name, textOf(item)]);
}

/** Cookies given as an object travel as one header. */
export function cookieHeader(cookies: Json): Pair[] {
  const pairs = headerPairs(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? [] : [['Cookie', pairs.join('; ')]];
}
