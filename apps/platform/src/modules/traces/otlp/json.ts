import { createAllowance, deepestValue, finite, longestText, numberOf, type Allowance } from './allowance.ts';
import type { Attributes, OtlpSpan } from './span.ts';
import { MalformedMessage } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

/** The same request in its JSON encoding, where ids are hexadecimal and long numbers may be texts. */
export function* jsonSpans(request: unknown): Generator<OtlpSpan | undefined> {
  if (!isObject(request)) throw new MalformedMessage('A JSON object is expected.');
  for (const group of listIn(request, 'resourceSpans')) {
    yield undefined;
    const allowance = createAllowance();
    const resource = attributesOf(isObject(group['resource']) ? group['resource'] : {}, allowance);
    const size = allowance.spent();
    const resourceValues = allowance.values();
    for (const scope of listIn(group, 'scopeSpans')) {
      yield undefined;
      for (const span of listIn(scope, 'spans')) yield spanOf(span, { resource, size, resourceValues });
    }
  }
}

function spanOf(
  span: Json,
  { resource, size, resourceValues }: Pick<OtlpSpan, 'resource' | 'size' | 'resourceValues'>,
): OtlpSpan {
  const allowance = createAllowance();
  const status = isObject(span['status']) ? span['status'] : {};
  const read = {
    traceId: textIn(span, 'traceId', 40).toLowerCase(),
    spanId: textIn(span, 'spanId', 20).toLowerCase(),
    parentSpanId: textIn(span, 'parentSpanId', 20).toLowerCase(),
    name: textIn(span, 'name', 2_000),
    kind: enumIn(span, 'kind', kinds),
    startNano: nanoIn(span, 'startTimeUnixNano'),
    endNano: nanoIn(span, 'endTimeUnixNano'),
    statusCode: enumIn(status, 'code', statusCodes),
    statusMessage: textIn(status, 'message', 16_000),
    attributes: attributesOf(span, allowance),
    events: kept(listIn(span, 'events'), allowance).map((event) => ({
      name: allowance.text(textIn(event, 'name', 2_000)),
      nano: nanoIn(event, 'timeUnixNano'),
      attributes: attributesOf(event, allowance),
    })),
    resource,
  };
  return { ...read, size: size + allowance.spent(), values: allowance.values(), resourceValues };
}

const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map(
  (name) => `SPAN_KIND_${name}`,
);
const statusCodes = ['UNSET', 'OK', 'ERROR'].map((name) => `STATUS_CODE_${name}`);

function enumIn(object: Json, key: string, names: readonly string[]): number {
  const value = object[key];
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Math.max(0, names.indexOf(value)) : 0;
}

function nanoIn(object: Json, key: string): bigint {
  const value = object[key];
  if (typeof value === 'number' && Number.isFinite(value)) return BigInt(Math.round(value));
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
}

const attributesOf = (object: Json, allowance: Allowance, key = 'attributes', depth = 0): Attributes =>
  Object.fromEntries(
    kept(listIn(object, key), allowance).map((entry) => [
      allowance.text(textIn(entry, 'key', 1_000)),
      isObject(entry['value']) ? anyValue(entry['value'], allowance, depth) : null,
    ]),
  );

function anyValue(value: Json, allowance: Allowance, depth: number): unknown {
  if (typeof value['stringValue'] === 'string')
    return allowance.text(textIn(value, 'stringValue', longestText));
  if (typeof value['bytesValue'] === 'string')
    return allowance.text(textIn(value, 'bytesValue', longestText));
  if (typeof value['boolValue'] === 'boolean') return value['boolValue'];
  if ('intValue' in value) return wholeNumber(value['intValue']);
  if ('doubleValue' in value) return floatingNumber(value['doubleValue']);
  if (depth >= deepestValue) return null;
  const { arrayValue, kvlistValue } = value;
  if (isObject(arrayValue))
    return kept(listIn(arrayValue, 'values'), allowance).map((item) => anyValue(item, allowance, depth + 1));
  return isObject(kvlistValue) ? attributesOf(kvlistValue, allowance, 'values', depth + 1) : null;
}

function wholeNumber(value: unknown): number | string | null {
  if (typeof value === 'number') return finite(value);
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? numberOf(BigInt(value)) : null;
}

/** Infinity and what is no number are texts in JSON; an object may bring a `toString` of its own. */
const floatingNumber = (value: unknown): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? finite(Number(value)) : null;

const kept = (list: readonly Json[], allowance: Allowance): Json[] => {
  const room: Json[] = [];
  for (const item of list) {
    if (!allowance.value()) break;
    room.push(item);
  }
  return room;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists of objects; a field that is left out is an empty list. */
function listIn(object: Json, key: string): Json[] {
  const value = object[key];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isObject))
    throw new MalformedMessage(`${key}: a list of objects is expected.`);
  return value;
}

function textIn(object: Json, key: string, max: number): string {
  const value = object[key];
  return typeof value === 'string' ? value.slice(0, max) : '';
}
