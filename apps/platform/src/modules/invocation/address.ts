import type { Allowance } from './allowance.ts';
import { CallFailure } from './failures.ts';
import type { TargetConfiguration } from './configuration.ts';
import { mapStrings } from './map-strings.ts';
import type { OpaqueSecrets } from './opaque-secrets.ts';
import { renderEncoded } from './templates.ts';

export type AddressCall = {
  url: string;
  queryParams: Readonly<Record<string, string>>;
  params: Readonly<Record<string, unknown>>;
  /** Further variables whose values are the target's own. */
  learntNames: readonly string[];
  opaque: OpaqueSecrets;
  conversationId: string | undefined;
  conversationNames: readonly string[];
  warnings: string[];
  allowance: Allowance;
};

/** An address as it is sent, and the same with the marks of its secrets, for what is shown of it. */
export type RenderedAddress = { sent: URL; marked: URL };

/** Renders path and query from configuration; values are percent-encoded and the origin is never a template. */
export function renderAddress(call: AddressCall): RenderedAddress {
  const { origin, wanted, rest } = splitOrigin(call.url);
  let known: Record<string, unknown> | undefined;
  const isUnknownConversation = (template: string) =>
    call.conversationId === undefined &&
    call.conversationNames.some((name) => new RegExp(`\\b${name}\\b`).test(template));
  const render = (template: string, where: 'path' | 'query') => {
    if (!isTemplate(template)) return template;
    known ??= addressContext(call);
    const { text, undefinedNames } = renderEncoded(template, known, call.allowance);
    for (const name of undefinedNames) {
      if (!call.conversationNames.includes(name)) {
        call.warnings.push(
          `"${name}" is not known in the ${where}: it is rendered from configuration and params only.`,
        );
      }
    }
    return text;
  };

  const [beforeHash, hash] = splitAt(rest, '#');
  const [pathTemplate, queryTemplate] = splitAt(beforeHash, '?');
  const path = render(pathTemplate, 'path');
  refuseNewDots(pathTemplate, call.opaque.fill(path, 'path'));
  const pairs =
    queryTemplate === undefined
      ? []
      : queryTemplate.includes('{%')
        ? [queryTemplate]
        : queryTemplate.split('&');
  // A conversation that has not begun has no parameter at all, rather than an empty one.
  const query = pairs.filter((pair) => !isUnknownConversation(pair)).map((pair) => render(pair, 'query'));
  for (const [name, template] of Object.entries(call.queryParams)) {
    if (isUnknownConversation(template)) continue;
    const value = isTemplate(template) ? render(template, 'query') : encodeURIComponent(template);
    query.push(`${encodeURIComponent(name)}=${value}`);
  }
  const written = (placed: (text: string, where: 'path' | 'query') => string): string =>
    `${origin}${placed(path, 'path')}${query.length === 0 ? '' : `?${placed(query.join('&'), 'query')}`}${hash === undefined ? '' : `#${hash}`}`;
  const text = written((part) => part);
  const filled = written((part, where) => call.opaque.fill(part, where));
  const marked = requireSameOrigin(text, wanted);
  // Most addresses hold no secret, and are read once.
  return { sent: filled === text ? marked : requireSameOrigin(filled, wanted), marked };
}

/** Everything of an address in which a template may stand. */
export function addressText({ url, queryParams }: TargetConfiguration): string {
  return [url, ...Object.values(queryParams ?? {})].join(' ');
}

export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

function splitOrigin(url: string): { origin: string; wanted: URL; rest: string } {
  const trimmed = url.trim();
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/is.exec(trimmed);
  const origin = match?.[1] ?? '';
  const wanted = isTemplate(origin) ? null : URL.parse(origin);
  if (match === null || wanted === null) {
    const reason = isTemplate(origin || trimmed)
      ? 'templates are allowed after the host only, so that no value can change where the call goes'
      : 'it is not a complete URL such as https://host/path';
    throw new CallFailure({
      stage: 'render',
      type: 'invalid_url',
      message: `The address cannot be used: ${reason}.`,
      hint: 'Correct the url of the endpoint.',
    });
  }
  return { origin, wanted, rest: match[2] ?? '' };
}

function requireSameOrigin(text: string, wanted: URL): URL {
  const url = URL.parse(text);
  if (
    url === null ||
    url.protocol !== wanted.protocol ||
    url.host !== wanted.host ||
    url.username !== wanted.username ||
    url.password !== wanted.password
  ) {
    throw new CallFailure({
      stage: 'render',
      type: 'invalid_url',
      message: 'The rendered address is not valid or leads to another host.',
      hint: 'Check the templates in path and query.',
    });
  }
  return url;
}

/** A value such as ".." would climb out of the configured path, also in its encoded spellings. */
function refuseNewDots(template: string, path: string): void {
  const dots = (text: string) =>
    text.split(/[/\\]/).filter((segment) => /^(\.|%2e){1,2}$/i.test(segment)).length;
  if (dots(path) > dots(template)) {
    throw new CallFailure({
      stage: 'render',
      type: 'invalid_url',
      message: 'A value in the path is "." or "..", which would lead to another path.',
      hint: 'Check params and the conversation id.',
    });
  }
}

function addressContext(call: AddressCall): Record<string, unknown> {
  const encoded = (value: unknown) => mapStrings(value, (text) => encodeURIComponent(text.toWellFormed()));
  const { variables } = call.opaque;
  const context: Record<string, unknown> = {
    ...variables,
    ...Object.fromEntries(call.learntNames.map((name) => [name, encoded(variables[name])])),
    params: encoded(call.params),
  };
  if (call.conversationId !== undefined) {
    for (const name of call.conversationNames) context[name] = encodeURIComponent(call.conversationId);
  }
  return context;
}

function splitAt(text: string, separator: string): [string, string | undefined] {
  const at = indexOutsideTemplates(text, separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** `{# … #}` and `{{ a ? b }}` hold characters that would otherwise end a part of the address. */
function indexOutsideTemplates(text: string, character: string): number {
  let at = 0;
  while (at < text.length) {
    const opening = /^\{[{%#]/.exec(text.slice(at, at + 2))?.[0];
    if (opening !== undefined) {
      const closing = opening === '{{' ? '}}' : opening === '{%' ? '%}' : '#}';
      const end = text.indexOf(closing, at + 2);
      if (end === -1) return -1;
      at = end + 2;
    } else if (text[at] === character) return at;
    else at += 1;
  }
  return -1;
}
