import { createAllowance, deepestValue, finite, longestText, numberOf, type Allowance } from './allowance.ts';
import type { OtlpSpan } from './span.ts';
import type { Wire } from './wire.ts';

/** Of a span or a resource with all that is in it: a field takes two bytes, and each costs as much as reading hundreds. */
const mostFields = 50_000;

/**
 * The spans of an ExportTraceServiceRequest, one by one, so that whoever reads them may pause in between. Nothing stands
 * for a group of them, which may be empty, and for every field beside them: of each there may be as many as there are bytes.
 */
export function* protobufSpans(request: Wire): Generator<OtlpSpan | undefined> {
  for (let field = request.next(); field !== 0; field = request.next())
    if (field === 1) yield* resourceSpans(request.message());
    else {
      request.skip();
      yield undefined;
    }
}

function* resourceSpans(message: Wire): Generator<OtlpSpan | undefined> {
  yield undefined;
  let resource: Resource = { resource: {}, size: 0, resourceValues: 0 };
  // The resource may come after its spans; texts of spans that are far apart are not held until it does.
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 2) yield* scopeSpans(message.message(), () => resource);
    else {
      if (field === 1) resource = resourceOf(message.message(mostFields));
      else message.skip();
      yield undefined;
    }
}

type Resource = Pick<OtlpSpan, 'resource' | 'size' | 'resourceValues'>;

function resourceOf(message: Wire): Resource {
  const allowance = createAllowance();
  const entries: [string, unknown][] = [];
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 1 && allowance.value()) entries.push(keyValue(message.message(), allowance, 0));
    else message.skip();
  return {
    resource: Object.fromEntries(entries),
    size: allowance.spent(),
    resourceValues: allowance.values(),
  };
}

function* scopeSpans(message: Wire, resource: () => Resource): Generator<OtlpSpan | undefined> {
  yield undefined;
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 2) yield spanOf(message.message(mostFields), resource());
    else {
      message.skip();
      yield undefined;
    }
}

function spanOf(message: Wire, { resource, size, resourceValues }: Resource): OtlpSpan {
  const allowance = createAllowance();
  const attributes: [string, unknown][] = [];
  const events: OtlpSpan['events'][number][] = [];
  const span = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    kind: 0,
    statusCode: 0,
    statusMessage: '',
    startNano: 0n,
    endNano: 0n,
  };
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 1) span.traceId = message.hex(17);
    else if (field === 2) span.spanId = message.hex(9);
    else if (field === 4) span.parentSpanId = message.hex(9);
    else if (field === 5) span.name = message.text(2_000);
    else if (field === 6) span.kind = Number(message.uint());
    else if (field === 7) span.startNano = message.fixed64();
    else if (field === 8) span.endNano = message.fixed64();
    else if (field === 9 && allowance.value()) attributes.push(keyValue(message.message(), allowance, 0));
    else if (field === 11 && allowance.value()) events.push(eventOf(message.message(), allowance));
    else if (field === 15) Object.assign(span, statusOf(message.message()));
    else message.skip();
  return {
    ...span,
    attributes: Object.fromEntries(attributes),
    events,
    resource,
    size: size + allowance.spent(),
    values: allowance.values(),
    resourceValues,
  };
}

function eventOf(message: Wire, allowance: Allowance): OtlpSpan['events'][number] {
  const attributes: [string, unknown][] = [];
  let name = '';
  let nano = 0n;
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 1) nano = message.fixed64();
    else if (field === 2) name = allowance.text(message.text(2_000));
    else if (field === 3 && allowance.value()) attributes.push(keyValue(message.message(), allowance, 0));
    else message.skip();
  return { name, nano, attributes: Object.fromEntries(attributes) };
}

function statusOf(message: Wire): Pick<OtlpSpan, 'statusCode' | 'statusMessage'> {
  let statusMessage = '';
  let statusCode = 0;
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 2) statusMessage = message.text(16_000);
    else if (field === 3) statusCode = Number(message.uint());
    else message.skip();
  return { statusCode, statusMessage };
}

function keyValue(message: Wire, allowance: Allowance, depth: number): [string, unknown] {
  let key = '';
  let value: unknown = null;
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 1) key = allowance.text(message.text(1_000));
    else if (field === 2) value = anyValue(message.message(), allowance, depth);
    else message.skip();
  return [key, value];
}

function anyValue(message: Wire, allowance: Allowance, depth: number): unknown {
  let value: unknown = null;
  for (let field = message.next(); field !== 0; field = message.next())
    if (field === 1) value = allowance.text(message.text(longestText));
    else if (field === 2) value = message.uint() !== 0n;
    else if (field === 3) value = numberOf(BigInt.asIntN(64, message.uint()));
    else if (field === 4) value = finite(message.double());
    else if (field === 7) value = allowance.text(message.hex(longestText / 2));
    else if ((field === 5 || field === 6) && depth < deepestValue)
      value = values(message.message(), allowance, { depth: depth + 1, isList: field === 5 });
    else message.skip();
  return value;
}

function values(
  message: Wire,
  allowance: Allowance,
  { depth, isList }: { readonly depth: number; readonly isList: boolean },
): unknown {
  const list: unknown[] = [];
  const entries: [string, unknown][] = [];
  for (let field = message.next(); field !== 0; field = message.next())
    if (field !== 1 || !allowance.value()) message.skip();
    else if (isList) list.push(anyValue(message.message(), allowance, depth));
    else entries.push(keyValue(message.message(), allowance, depth));
  return isList ? list : Object.fromEntries(entries);
}
