import { hole } from '../holes.ts';
import type { Pair } from '../finding.ts';

/** Addresses are full of words that look like names of fields. The room they leave is none that keeps columns apart. */
export const withoutAddresses = (text: string): string =>
  text.replace(
    /(?:https?|wss?):\/\/[^\s"'`<>)|]+|\b(?:POST|GET|PUT|PATCH)\s+`?\/[^\s`]*|(?<=[\s`(])\/[\w\-./{}:]+/g,
    (address) => '\u00A0'.repeat(address.length),
  );

/** `X-Api-Key: abc` on a line of its own, or set as code in a sentence or a table, apart from any request line. */
export function headerLines(text: string): Pair[] {
  const inline = [...text.matchAll(/`([xX]-[\w-]+|[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+):[ \t]*([^`\n]+)`/g)];
  const lines = [
    ...text.matchAll(
      /^[ \t]*(?:[-*][ \t]+)?[`*]*((?:X-[\w-]+|Authorization|Ocp-Apim-Subscription-Key|api-key|x-[\w-]+|[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+|anthropic-version))[`*]*[ \t]?:[ \t]*`?([^\n`]+?)`?(?:[ \t]{2,}[(（][^\n]*[)）])?[ \t]*$/gm,
    ),
  ];
  return [...lines, ...inline].map(([, name = '', value = '']): Pair => [name, value]);
}

/** `X-Project`, for us that is `atlas`; `x-unit` (in tests it is 7710): a header of the target's own with its value. */
export const headersInSentences = (text: string): Pair[] =>
  [
    ...text.matchAll(
      /(?<![\w-])([xX]-[\w-]+)[`"']?(?:\s*\([^)\n]{0,30}?\b(?:is|always|use|send|e\.g\.)|,?\s+(?:for \w+ (?:that|it)(?:'s| is)|(?:is |must (?:always )?be |has to be |always )(?:set to )?|with (?:the value )?|(?:set )?to (?:the value )?|= ?|on |ist immer |immer |auf |mit (?:dem Wert )?|con (?:el )?valor |à |avec la valeur ))\s*[`"']?([\w.-]+)/g,
    ),
  ].flatMap(([, name = '', value = '']): Pair[] =>
    /^(?:a|an|the|your|our|required|optional|needed|mandatory|missing|not|it|set|always|of|in|on)$/i.test(
      value,
    )
      ? []
      : [[name, value.replace(/\.$/, '')]],
  );

export function methodIn(text: string): string | undefined {
  const match = /\b(POST|PUT|PATCH|GET)\b/.exec(text);
  if (match) return match[1];
  return /\bHTTP get\b|\bplain get\b/i.test(text) ? 'GET' : undefined;
}

export function urlsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/\b(?:https?|wss?):\/\/[^\s"'`<>)\]|，。、]+(?:<[\p{L}\w-]+>[^\s"'`<>)\]|]*)*/gu),
  ].map((match) => match[0].replace(/[.,;:!?*]+$/, ''));
  return found.map((url) =>
    url.replace(
      /\{(\w+)\}|<([\p{L}\w-]+)>|:(\w+)(?=\/|$)/gu,
      (all, brace: string | undefined, angle: string | undefined) =>
        (brace ?? angle) === undefined ? all : hole(brace ?? angle ?? ''),
    ),
  );
}

export function mentionedPath(text: string): string | undefined {
  const withMethod = /\b(?:POST|PUT|PATCH|GET)\b[`\s*:"']*(\/[\w\-./{}:<>]*)/.exec(text)?.[1];
  const alone = /[`"'\s(](\/(?:api|v\d|chat|ask|query|bot|agent|message|prompt|generate)[\w\-./{}]*)/.exec(
    text,
  )?.[1];
  const path = (withMethod ?? alone)?.replace(/[.,;:]+$/, '');
  return path === undefined ? undefined : withOpenParts(path);
}

const OPEN_PARTS = /\{(\w+)\}|<(\w+)>/g;

/** `{bot_id}` and `<bot_id>` of a path are for the caller to fill in. */
export const withOpenParts = (path: string): string =>
  path.replace(OPEN_PARTS, (_all, brace: string | undefined, angle: string | undefined) =>
    hole(brace ?? angle ?? 'id'),
  );

/** The parameters that an address is written with: `/find?q=…&lang=en`. */
export const writtenParameters = (text: string): Pair[] => {
  const query =
    /(?:https?:\/\/|\/)[\w\-./:{}]*\?((?:[A-Za-z_][\w.-]*=[^\s&`"')|]*&?)+)/.exec(text)?.[1] ?? '';
  return query
    .split('&')
    .filter(Boolean)
    .map((pair): Pair => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')]);
};

/** The address of the endpoint: a full one, or the server of the text with the path that is named beside it. */
export function joined(urls: readonly string[], path: string | undefined): string | undefined {
  const talking = urls.filter((url) => !/docs?\.|github\.com|\.(?:png|html|md)$|example\.com\/?$/.test(url));
  if (path === undefined)
    return talking.find((url) => /\/[\w-]+/.test(url.replace(/^\w+:\/\//, ''))) ?? talking[0];
  const full = talking.find((url) => url.split('?')[0]?.endsWith(path));
  if (full) return full;
  const base = talking.find((url) => /^\w+:\/\/[^/]+(?:\/(?:api|v\d)?[\w/]*)?\/?$/.test(url));
  return base === undefined ? path : base.replace(/\/+$/, '') + path;
}
