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
    const given = Object.assign(
      {},
      ...[...(/Client/.test(call.name) ? [call.node] : []), ...call.args]
        .map((arg) => evaluator.value(arg))
        .filter(isObject),
      Object.fromEntries([...call.named].map(([name, node]) => [name, evaluator.value(node)])),
    ) as JsonObject;
    const url =
      given['baseURL'] ??
      given['base_url'] ??
      given['prefixUrl'] ??
      given['baseUrl'] ??
      given['base_uri'] ??
      given['BaseAddress'] ??
      (/Client|Session|Faraday/.test(call.name) ? given['url'] : undefined) ??
      (call.name === 'Faraday.new' ? evaluator.value(call.args[0]) : undefined);
    if (typeof url !== 'string' && MAKES_CLIENT.test(call.name)) {
      const headers: Pair[] = [
        ...headerPairs(given['headers'] ?? null),
        ...cookieHeader(given['cookies'] ?? null),
      ];
      const query = headerPairs(given['params'] ?? given['searchParams'] ?? null);
      if (headers.length + query.length > 0) defaults = { url: undefined, headers, query };
    }
    if (typeof url === 'string' && /^https?:/.test(url))
      return {
        url,
        headers: [...headerPairs(given['headers'] ?? null), ...cookieHeader(given['cookies'] ?? null)],
        query: headerPairs(given['params'] ?? given['searchParams'] ?? given['query'] ?? null),
      };
  }
  const written = memberWrites.find(({ key }) => /^(?:BaseAddress|baseURL|base_url|baseUrl)$/.test(key));
  const address = written === undefined ? undefined : evaluator.value(written.value);
  if (typeof address === 'string' && /^https?:/.test(address))
    return { url: address, headers: [], query: [] };
  return defaults;
}

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
