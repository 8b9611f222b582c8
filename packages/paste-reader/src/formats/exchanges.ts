import type { Pair, Read, RequestSketch } from '../finding.ts';
import { findJson } from './json-fragments.ts';
import { requestSketch } from '../http-parts.ts';
import { containersOf, isObject, objectOf, textOf, type Json, type JsonObject } from '../json-value.ts';
import { plain } from '../names.ts';
import { parseRelaxedJson } from './relaxed-json.ts';

/**
 * Recorded or expected calls, as stubs, contracts, cassettes and logs have them: an object that holds an address, a
 * method, what was sent and what came back, however its maker calls those.
 */
export function readExchanges(text: string): Omit<Read, 'answers'> {
  const requests: RequestSketch[] = [];
  const ranges: [number, number][] = [];
  for (const { value, start, end } of findJson(text)) {
    const found = exchangesOf(value, start);
    if (found.length === 0) continue;
    requests.push(...found);
    ranges.push([start, end]);
  }
  return { requests, ranges };
}

export const exchangesOf = (document: Json, at: number): RequestSketch[] =>
  containersOf(document).flatMap(({ value }) => (isObject(value) ? exchangeIn(value, at) : []));

function exchangeIn(value: JsonObject, at: number): RequestSketch[] {
  const call = member(value, /^(?:http)?request$/);
  const sent = isObject(call) ? call : value;
  const method = wordIn(member(sent, /^(?:method|verb)$/));
  const url = wordIn(member(sent, /^(?:url|uri|endpoint|path|urlpath|urlpattern|urlpathpattern)$/));
  if (method === undefined || !/^(?:post|put|patch)$/i.test(method)) return [];
  if (url === undefined || !/^(?:https?:\/\/|\/)/.test(url)) return [];
  const body = contentOf(
    member(sent, /^(?:requestbody|requestpayload|bodypatterns|postdata)$/) ??
      (isObject(call) ? member(sent, /^(?:body|payload|json|data)$/) : undefined),
  );
  const given = member(value, /^(?:http)?response$/);
  const answer = contentOf(
    isObject(given)
      ? member(given, /^(?:json)?body$|^payload$/)
      : member(value, /^response(?:body|payload)$/),
  );
  if (body === undefined || answer === undefined) return [];
  const status = Number(textOf(member(isObject(given) ? given : value, /^status(?:code)?$/)));
  return [
    requestSketch('har', at, {
      method: method.toUpperCase(),
      url,
      headers: headersOf(member(sent, /^(?:request)?headers$/)),
      bodyKind: typeof body === 'string' ? 'text' : 'json',
      body,
      answers: [{ value: answer, at, isError: status >= 400 }],
    }),
  ];
}

const member = (value: JsonObject, name: RegExp): Json | undefined =>
  Object.entries(value).find(([key]) => name.test(plain(key)))?.[1];

/** A text by itself, or what a stub demands of it: `{"equalTo": "…"}`, `["…"]`. */
function wordIn(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return inner.find((item) => typeof item === 'string');
}

/** What wraps a body in stubs and cassettes. */
const WRAPPER = /^(?:equaltojson|string|text|raw|jsonbody)$/;

/** A body as it is, as a text that holds JSON, or within what its recorder wraps around it. */
function contentOf(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map(contentOf).find((item) => item !== undefined);
  if (typeof value === 'string') {
    const parsed = /^\s*[{[]/.test(value) ? parseRelaxedJson(value) : undefined;
    return parsed?.value ?? (value.trim() === '' ? undefined : value);
  }
  if (!isObject(value)) return undefined;
  const wrapped = member(value, WRAPPER);
  const isWrapper =
    wrapped !== undefined &&
    Object.keys(value).every((key) => WRAPPER.test(plain(key)) || WRAPPERS_OWN.test(plain(key)));
  return isWrapper ? contentOf(wrapped) : value;
}
const WRAPPERS_OWN = /^(?:encoding|mimetype|size|ignore\w+|base64string|params)$/;

const headersOf = (value: Json | undefined): Pair[] =>
  Object.entries(objectOf(value)).flatMap(([name, item]): Pair[] => {
    const text = wordIn(item);
    return text === undefined ? [] : [[name, text]];
  });
