import type { BodyKind, Pair } from '../finding.ts';
import { fillHoles, wholeHole } from '../holes.ts';
import { headerNamed, MEDIA_TYPES } from '../http-parts.ts';
import { isConversationName } from '../names.ts';
import { quoteTemplate } from './body-template.ts';
import { OWN_CONVERSATION } from './conversation.ts';
import type { Shape } from './shapes.ts';

/** What belongs to the connection and is made anew with each one, or to the one call that was recorded. */
const TRANSPORT =
  /^(?:host|content-length|connection|accept-encoding|te|keep-alive|transfer-encoding|expect|upgrade-insecure-requests|if-none-match|if-modified-since|postman-token|traceparent|tracestate|x-amz-date|x-b3-.*|via|:.*)$/i;

/** What HTTP/2 says of the request itself; browsers copy it without the colon that marks it. */
const PSEUDO = /^(?:authority|method|path|scheme)$/i;

/** What browsers and clients say of themselves; by hand nobody writes it without need. */
const OF_THE_CLIENT =
  /^(?:user-agent|accept-language|accept-charset|origin|referer|dnt|pragma|cache-control|priority|sec-.*|x-stainless-.*)$/i;

/** What a browser or a vendor's own client says of itself, wherever a request is copied from it. */
const isBrowsers = (pairs: readonly Pair[]): boolean =>
  pairs.some(
    ([name, value]) =>
      /^(?:sec-.*|accept-encoding|dnt|priority|x-stainless-.*|postman-token)$/i.test(name) ||
      (/^user-agent$/i.test(name) &&
        /^(?:Mozilla|curl|PostmanRuntime|python-requests|insomnia|HTTPie|axios|node)\//i.test(value)) ||
      (/^accept-language$/i.test(name) && value.includes(';q=')),
  );

export function headersFor(
  pairs: readonly Pair[],
  bodyKind: BodyKind,
  method: string,
  shape: Shape | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const taken = new Set<string>();
  const isCopied = pairs.filter(([name]) => PSEUDO.test(name)).length > 1;
  const isNoise = (name: string): boolean =>
    TRANSPORT.test(name) ||
    (PSEUDO.test(name) && isCopied) ||
    (OF_THE_CLIENT.test(name) && isBrowsers(pairs));
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    if (isNoise(lower) || taken.has(lower) || lower === 'content-type') continue;
    const kept = lower === 'accept' ? acceptOf(value) : valueOf(name, value);
    if (kept === undefined) continue;
    taken.add(lower);
    headers[name] = kept;
  }
  for (const [name, value] of Object.entries(shape?.headers ?? {}))
    if (!taken.has(name.toLowerCase())) headers[name] = value;
  const type = contentTypeFor(pairs, bodyKind, method);
  return type === undefined ? headers : { 'Content-Type': type, ...headers };
}

function contentTypeFor(pairs: readonly Pair[], bodyKind: BodyKind, method: string): string | undefined {
  const given = headerNamed(pairs, 'content-type');
  if (bodyKind === 'form' || bodyKind === 'multipart') return MEDIA_TYPES[bodyKind];
  if (bodyKind === 'text') return given ?? MEDIA_TYPES.text;
  if (['GET', 'HEAD'].includes(method) || (bodyKind === 'none' && method === 'DELETE')) return undefined;
  return bodyKind === 'json' && given !== undefined && /json/i.test(given) ? given : MEDIA_TYPES.json;
}

/** A stream is harder to read than an answer: it is not asked for unless the target gives nothing else. */
function acceptOf(value: string): string | undefined {
  if (/event-stream|ndjson/i.test(value))
    return /json(?!l)/i.test(value.replace(/x-ndjson/gi, '')) ? value : undefined;
  return value.trim() === '*/*' ? undefined : value;
}

function valueOf(name: string, value: string): string | undefined {
  if (value.includes('{{ auth_token }}') || value.includes('{{ params.')) return value;
  // A header that tells which conversation a call belongs to.
  if (isConversationName(name.replace(/^x-/i, '')))
    return wholeHole(value) === undefined
      ? `{{ conversation_id | default('${value.replaceAll(/[^\w.:@-]/g, '')}') }}`
      : OWN_CONVERSATION;
  const inner = wholeHole(value);
  if (inner !== undefined)
    return /(?:request|trace|correlation|idempotency)/i.test(name) ? undefined : 'sonde';
  const text = quoteTemplate(fillHoles(value, (hole) => hole));
  return /[^\t\x20-\x7e]/.test(text) ? undefined : text;
}
