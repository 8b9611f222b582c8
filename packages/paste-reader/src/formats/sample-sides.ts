import { isObject, textOf, type Json } from '../json-value.ts';

export type Side = 'request' | 'answer' | 'error';

const ARROW = /(<[-=]{1,3}|<{1,3}|←|⇐)|([-=]{1,3}>|>{1,3}|→|⇒)/g;
const AWAY = /^[^{}\n]{0,120}?(?:[-=]>|>{2,3}|→|⇒)[^{}\n]{0,80}\{/m;
const BACK = /^[^{}\n]{0,120}?(?:<[-=]|<{2,3}|←|⇐)[^{}\n]{0,80}\{/m;

/**
 * A log marks what goes out and what comes in by arrows of both directions. Where only one of them is used it may as
 * well mean "gives".
 */
export function directionsIn(text: string): ((label: string) => Side | undefined) | undefined {
  if (!AWAY.test(text) || !BACK.test(text)) return undefined;
  return (label) => {
    const arrow = [...(label.split('\n').at(-1) ?? '').matchAll(ARROW)].at(-1);
    if (arrow === undefined) return undefined;
    return arrow[1] === undefined ? 'request' : 'answer';
  };
}

/** After a request and its answer, what has all fields of one of them, and not of the other, is another such. */
export function sameShape(
  names: readonly string[],
  shapes: Readonly<Record<Side, readonly (readonly string[])[]>>,
  label: string,
): Side | undefined {
  const isLike = (shape: readonly string[]): boolean =>
    shape.length > 0 && shape.every((name) => names.includes(name));
  const [request] = shapes.request;
  const [answer] = shapes.answer;
  if (request !== undefined && answer !== undefined) {
    if (isLike(request) === isLike(answer)) return undefined;
    return isLike(request) ? 'request' : 'answer';
  }
  // Right below a request, and of other fields: what it gave.
  const isBelow = /^[\s`~]*(?:json\w*)?[\s`~]*$/i.test(label);
  const shared = request?.filter((name) => names.includes(name)).length ?? 0;
  return isBelow && request !== undefined && names.length > 0 && shared <= names.length / 3
    ? 'answer'
    : undefined;
}

const ABOUT_THE_RECORD =
  /^@?(?:ts|t|time|timestamp|date|lvl|level|severity|logger|log|msg|message|direction|dir|method|verb|path|url|uri|status|status_?code|code|pid|hostname|host|service|name|request_?id|req_?id|trace_?id|span_?id|duration(?:_?ms)?|took(?:_?ms)?|ms|v|event|kind|type|thread)$/i;
const CARRIED = /^(?:body|payload|data|json|content|request_?body|response_?body)$/i;

/** A record of a structured log: the call stands within, the rest tells of it. */
export function recordIn(
  value: Json,
): { value: Json; side: Side | undefined; route: { method?: string; url?: string } } | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const carried = entries.filter(([name, item]) => CARRIED.test(name) && isObject(item));
  const [inner] = carried;
  const about = entries.filter(([name]) => name !== inner?.[0]);
  if (inner === undefined || carried.length > 1 || about.length < 2) return undefined;
  if (!about.every(([name, item]) => ABOUT_THE_RECORD.test(name) && !isObject(item) && !Array.isArray(item)))
    return undefined;
  if (
    !about.some(([name]) => /^@?(?:ts|t|time|timestamp|date|lvl|level|severity|direction|dir)$/i.test(name))
  )
    return undefined;
  const words = about.map(([name, item]) => `${name}=${textOf(item)}`).join(' ');
  const route = /\b(POST|PUT|PATCH)\b/.exec(words)?.[1];
  const path = /(?:^|[\s=])((?:https?:\/\/[^\s"]+)|\/[\w\-./]+)/.exec(words)?.[1];
  const isBack = /<[-=]|←|\b(?:inbound|incoming|response|received?|in)\b|status(?:_?code)?=\d/i.test(words);
  const isAway = route !== undefined || /[-=]>|→|\b(?:outbound|outgoing|request|sen[dt]|out)\b/i.test(words);
  return {
    value: inner[1],
    side: isBack ? 'answer' : isAway ? 'request' : undefined,
    route: {
      ...(route === undefined ? {} : { method: route }),
      ...(path === undefined ? {} : { url: path }),
    },
  };
}

const HEADER_NAME =
  /^(?:accept|authorization|content-type|content-length|cookie|user-agent|cache-control|origin|referer|host|x-[\w-]+|\w+(?:-\w+)*-(?:key|token|type|version|agent))$/i;

/** Headers written as an object: neither what is sent in a body nor what comes back. */
export const isHeaderHash = (value: Json): boolean =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([name, item]) => HEADER_NAME.test(name) && typeof item !== 'object');
