import { isObject, type Json, type JsonObject } from '../../json-value.ts';

/** Options that say how something is sent and what: whatever function takes them with an address, sends. */
export const saysHowToSend = (value: Json): value is JsonObject =>
  isObject(value) && !('handler' in value) && (isMethod(value['method']) || isObject(value['headers']));

const isMethod = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^(?:GET|POST|PUT|PATCH)$/i.test(value);

/** PHP's stream contexts keep the options of a request below the name of its protocol, its headers as lines. */
export function unwrappedOptions(value: Json): Json {
  const inner = isObject(value) ? (value['http'] ?? value['https']) : undefined;
  if (!isObject(inner) || !isMethod(inner['method'])) return value;
  const { header, content, ...rest } = inner;
  const lines = (Array.isArray(header) ? header : [header]).flatMap((line) =>
    typeof line === 'string' ? line.split(/\r?\n/) : [],
  );
  const headers = lines.flatMap((line): [string, Json][] => {
    const at = line.indexOf(':');
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
  });
  return {
    ...rest,
    headers: Object.fromEntries(headers),
    ...(content === undefined ? {} : { body: content }),
  };
}
