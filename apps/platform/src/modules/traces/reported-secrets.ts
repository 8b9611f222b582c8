import { secretMask } from '@sonde/contract';
import { findSecrets, isSecretName, maskAddress } from '@sonde/secrets';
import type { NewSpan } from './new-span.ts';

/**
 * What libraries write of a call and its surroundings, and nobody says to an application: its credentials are of no use to who
 * reads a trace. Questions and answers stay as they were said, since a key that an application gives away is what one looks for.
 */
const ofMachinery =
  /^(?:http|url|db|process|exception|net|network|server|client|rpc|messaging|faas|cloud|container|host|peer|metadata|resource|llm\.invocation_parameters)(?:\.|$)/;
const address = /^[a-z][a-z0-9+.-]{0,30}:\/\/\S+$/i;
const deepest = 64;

/** A span that an application reported, without the credentials that its instrumentation recorded: every viewer reads it. */
export function withoutSecrets(span: NewSpan): NewSpan {
  return {
    ...span,
    name: inText(span.name),
    statusMessage: span.statusMessage === null ? null : inText(span.statusMessage),
    attributes: inFields(span.attributes, { isMachinery: false, depth: 0 }),
    ...(span.events
      ? {
          events: span.events.map((event) => ({
            ...event,
            attributes: inFields(event.attributes, { isMachinery: false, depth: 0 }),
          })),
        }
      : {}),
  };
}

interface Place {
  readonly isMachinery: boolean;
  readonly depth: number;
}

function inFields(fields: Readonly<Record<string, unknown>>, place: Place): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (isSecret(name) && holdsText(value)) return [name, secretMask];
      const isMachinery = place.isMachinery || ofMachinery.test(name);
      return [name, inValue(value, { isMachinery, depth: place.depth + 1 })];
    }),
  );
}

function inValue(value: unknown, place: Place): unknown {
  if (typeof value === 'string') {
    if (address.test(value)) return maskAddress(value, secretMask);
    return place.isMachinery ? inText(value) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > deepest) return secretMask;
  if (Array.isArray(value)) return value.map((item) => inValue(item, { ...place, depth: place.depth + 1 }));
  const known = place.isMachinery && place.depth === 1 ? read.get(value) : undefined;
  if (known) return known;
  const shown = inFields(value as Record<string, unknown>, place);
  if (place.isMachinery && place.depth === 1) read.set(value, shown);
  return shown;
}

/** The resource of a request is one for all its spans, and stays so. */
const read = new WeakMap<object, Record<string, unknown>>();

/** Conventions put a header's own name behind theirs (`http.request.header.cookie`). */
const isSecret = (name: string): boolean => {
  const header = /\.(?:header|metadata)\.([^.]+)$/.exec(name)?.[1];
  return isSecretName(name, 'field') || (header !== undefined && isSecretName(header, 'header'));
};

/** A number or a yes under such a name counts tokens or says that there is one. */
const holdsText = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;

function inText(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of findSecrets(text)) {
    shown += text.slice(from, start) + secretMask;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}
