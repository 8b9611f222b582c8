import { secretMask } from '@sonde/contract';
import { isSecretName, maskAddress } from '@sonde/secrets';
import type { NewSpan } from './new-span.ts';
import { inCookies, inHeaderText, inText } from './reported-text.ts';

/**
 * What libraries write of a call and its surroundings, and nobody says to an application: its credentials are of no use to who
 * reads a trace. Questions and answers stay as they were said, since a key that an application gives away is what one looks for.
 */
const ofMachinery =
  /^(?:http|url|db|process|exception|net|network|server|client|rpc|messaging|faas|cloud|container|host|peer|metadata|resource|llm\.invocation_parameters)(?:\.|$)|^(?:code|error)\./;
const address = /^[a-z][a-z0-9+.-]{0,30}:\/\/\S+$/i;
/** What lies below these are the names and values of a request, whoever wrote them down. */
const ofHeaders =
  /(?:^|[._-])(?:(?:raw|extra|default|request|response|http)?headers|(?:rpc|grpc)\..{0,100}metadata)$/i;
const ofHeadersJoined = /[a-z]Headers$/;
const ofCookies = /(?:^|[._-])(?:request|response|http|req|res|headers?)[._-]?cookies?$|^cookies$/i;
const deepest = 64;

interface Place {
  readonly isMachinery: boolean;
  /** Whose names and values stand here; a header is a credential under more names than a field is. */
  readonly of: 'fields' | 'headers' | 'cookies';
  readonly depth: number;
}
const said: Place = { isMachinery: false, of: 'fields', depth: 0 };

/** A span that an application reported, without the credentials that its instrumentation recorded: every viewer reads it. */
export function withoutSecrets(span: NewSpan): NewSpan {
  return {
    ...span,
    name: inText(span.name),
    statusMessage: span.statusMessage === null ? null : inText(span.statusMessage),
    attributes: inFields(span.attributes, said),
    ...(span.events
      ? {
          events: span.events.map((event) => ({
            ...event,
            attributes: inFields(event.attributes, said),
          })),
        }
      : {}),
  };
}

function inFields(fields: Readonly<Record<string, unknown>>, place: Place): Record<string, unknown> {
  const named = fields['name'] ?? fields['key'];
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      // Recordings write a header as an object of its name and its value.
      const isOfSecret = name === 'value' && typeof named === 'string' && place.isMachinery;
      const isMasked = isSecret(name, place) || (isOfSecret && isSecret(named, place));
      if (isMasked && holdsText(value)) return [name, secretMask];
      return [name, inValue(value, { ...placeBelow(name, place), depth: place.depth + 1 })];
    }),
  );
}

function placeBelow(name: string, place: Place): Place {
  if (ofCookies.test(name)) return { ...place, isMachinery: true, of: 'cookies' };
  if (ofHeaders.test(name) || ofHeadersJoined.test(name))
    return { ...place, isMachinery: true, of: 'headers' };
  return { ...place, isMachinery: place.isMachinery || ofMachinery.test(name) };
}

function inValue(value: unknown, place: Place): unknown {
  if (typeof value === 'string') {
    if (address.test(value)) return maskAddress(value, secretMask);
    return place.isMachinery ? inWritten(value, place) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > deepest) return secretMask;
  if (Array.isArray(value)) return inList(value, { ...place, depth: place.depth + 1 });
  const isShared = place.isMachinery && place.of === 'fields' && place.depth === 1;
  const known = isShared ? read.get(value) : undefined;
  if (known) return known;
  const shown = inFields(value as Record<string, unknown>, place);
  if (isShared) read.set(value, shown);
  return shown;
}

/** The resource of a request is one for all its spans, and stays so. */
const read = new WeakMap<object, Record<string, unknown>>();

/** An option of a command and its value, and a header and its value, stand one behind the other. */
const inList = (list: readonly unknown[], place: Place): unknown[] =>
  list.map((item, at) => {
    const before = list[at - 1];
    if (!place.isMachinery || typeof before !== 'string' || !holdsText(item)) return inValue(item, place);
    const option = /^--?([A-Za-z][\w.-]{1,60})$/.exec(before)?.[1];
    const isValue =
      option !== undefined
        ? isSecretName(option, 'parameter') && !(typeof item === 'string' && item.startsWith('--'))
        : place.of === 'headers' && at % 2 === 1 && isSecretName(before, 'header');
    return isValue ? secretMask : inValue(item, place);
  });

/** Libraries write fields down as JSON as well; it stays as it is where it holds nothing to hide. */
function inWritten(text: string, place: Place): string {
  const bare = place.of === 'headers' ? inHeaderText : place.of === 'cookies' ? inCookies : inText;
  if (!/^\s*[{[]/.test(text)) return inText(bare(text));
  try {
    const written: unknown = JSON.parse(text);
    const shown = JSON.stringify(inValue(written, { ...place, depth: place.depth + 1 }));
    return inText(shown === JSON.stringify(written) ? text : shown);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return inText(bare(text));
  }
}

/** Conventions put a header's own name behind theirs (`http.request.header.cookie`). */
const isSecret = (name: string, { of }: Place): boolean => {
  if (of === 'cookies') return true;
  const header = of === 'headers' ? name : /\.(?:header|metadata)\.([^.]+)$/.exec(name)?.[1];
  return isSecretName(name, 'field') || (header !== undefined && isSecretName(header, 'header'));
};

/** A number or a yes under such a name counts tokens or says that there is one. */
const holdsText = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
