import { secretMask } from '@sonde/contract';
import { isSecretName, maskAddress } from '@sonde/secrets';
import type { NewSpan } from './new-span.ts';
import { isSecretVariable, secretsOfCommand } from './reported-command.ts';
import { inCookies, inHeaderText, inText, inWords } from './reported-text.ts';

/**
 * What libraries write of a call and its surroundings, and nobody says to an application: its credentials are of no use to who
 * reads a trace. Questions and answers stay as they were said, since a key that an application gives away is what one looks for.
 */
const ofMachinery =
  /^(?:http|url|db|process|exception|net|network|server|client|rpc|messaging|faas|cloud|container|host|peer|metadata|resource|subprocess|graphql|log|llm\.invocation_parameters)(?:\.|$)|^(?:code|error)\.|(?:^|[._-])(?:config(?:uration)?|settings|serialized|argv|command(?:_line|_args)?|cmd(?:line)?|env|environ|environment_variables?)(?:\.|$)/i;
/** What was asked and answered, and what a tool was given, under the names of the conventions: it is written as it was said. */
const ofTalk =
  /^gen_ai\.|(?:^|[._])(?:inputs?|outputs?|messages?|prompts?|completions?|content|text|question|answer|query|response|arguments)(?:\.|$)/i;
/** Parts of an address that conventions write down by themselves. */
const ofAddress = /(?:^|\.)(?:url\.(?:query|path)|http\.target|url_path|query_string)$/;
const hostNames = ['server.address', 'url.domain', 'http.host', 'net.peer.name', 'net.host.name'];
const address = /^[a-z][a-z0-9+.-]{0,30}:\/\/\S+$/i;
/** What lies below these are the names and values of a request, whoever wrote them down. */
const ofHeaders =
  /(?:^|[._-])(?:(?:raw|extra|default|request|response|http)?headers|(?:rpc|grpc)\..{0,100}metadata)$/i;
const ofHeadersJoined = /[a-z]Headers$/;
const ofCookies =
  /(?:^|[._-])(?:request|response|http|req|res|headers?)[._-]?cookies?$|^cookies$|(?:^|[._-])set[._-]?cookies?$|(?:^|\.)cookie$/i;
/** The name of a variable, behind those of the conventions or alone. */
const variable = /(?:^|\.)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/;
const deepest = 64;

interface Place {
  readonly isMachinery: boolean;
  /** Whose names and values stand here; a header is a credential under more names than a field is. */
  readonly of: 'fields' | 'headers' | 'cookies';
  /** Whether texts below are what somebody said, and JSON in them is part of it. */
  readonly isTalk: boolean;
  readonly depth: number;
}
const top: Place = { isMachinery: false, of: 'fields', isTalk: false, depth: 0 };

/** A span that an application reported, without the credentials that its instrumentation recorded: every viewer reads it. */
export function withoutSecrets(span: NewSpan): NewSpan {
  return {
    ...span,
    name: inText(span.name),
    statusMessage: span.statusMessage === null ? null : inText(span.statusMessage),
    attributes: inFields(span.attributes, top),
    ...(span.events
      ? {
          events: span.events.map((event) => ({
            ...event,
            name: inText(event.name),
            attributes: inFields(event.attributes, top),
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
      if (typeof value === 'string' && ofAddress.test(name)) return [name, inPart(name, value, fields)];
      return [name, inValue(value, { ...placeBelow(name, place), depth: place.depth + 1 })];
    }),
  );
}

/** Whether a path opens a hook, its host tells as well. */
function inPart(name: string, part: string, fields: Readonly<Record<string, unknown>>): string {
  const host = hostNames.map((key) => fields[key]).find((value) => typeof value === 'string') ?? 'host';
  const isQuery = /query/.test(name);
  const before = `https://${String(host).replaceAll(/[^\w.:-]/g, '')}${isQuery && !part.startsWith('?') ? '/?' : ''}`;
  const shown = maskAddress(before + part, secretMask);
  return inText(shown.startsWith(before) ? shown.slice(before.length) : secretMask);
}

function placeBelow(name: string, place: Place): Place {
  if (ofCookies.test(name)) return { ...place, isMachinery: true, of: 'cookies' };
  if (ofHeaders.test(name) || ofHeadersJoined.test(name))
    return { ...place, isMachinery: true, of: 'headers' };
  const isTalk = place.isTalk || (!place.isMachinery && ofTalk.test(name) && !ofMachinery.test(name));
  return { ...place, isTalk, isMachinery: place.isMachinery || (!isTalk && ofMachinery.test(name)) };
}

function inValue(value: unknown, place: Place): unknown {
  if (typeof value === 'string') {
    if (address.test(value)) return maskAddress(value, secretMask);
    if (place.isMachinery) return inWritten(value, place);
    return place.isTalk ? value : (inJson(value, place) ?? value);
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

/** The words of a command stand one behind the other, and so do a header and its value. */
function inList(list: readonly unknown[], place: Place): unknown[] {
  if (!place.isMachinery) return list.map((item) => inValue(item, place));
  const begins = secretsOfCommand(list.map((item) => (typeof item === 'string' ? item : '')));
  return list.map((item, at) => {
    const before = list[at - 1];
    if (typeof before === 'string' && place.of === 'headers' && at % 2 === 1 && holdsText(item))
      return isSecretName(before, 'header') ? secretMask : inValue(item, place);
    if (typeof item !== 'string') return inValue(item, place);
    const begin = begins[at];
    if (begin !== undefined) return item.slice(0, begin) + secretMask;
    // A text knows more than options: `-u name:password`, `-H`, a name and what is drawn by lot.
    const joint = typeof before === 'string' && before.length <= 200 ? ` ${before} ` : '';
    const shown = joint === '' ? '' : inWords(joint + item);
    return inValue(shown.startsWith(joint) && joint !== '' ? shown.slice(joint.length) : item, place);
  });
}

/** Libraries write fields down as JSON as well. */
function inWritten(text: string, place: Place): string {
  const bare = place.of === 'headers' ? inHeaderText : place.of === 'cookies' ? inCookies : inText;
  return inText(inJson(text, place) ?? bare(text));
}

/** JSON stays as it is where it holds nothing to hide; undefined for what is none. */
function inJson(text: string, place: Place): string | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const written: unknown = JSON.parse(text);
    const shown = JSON.stringify(inValue(written, { ...place, depth: place.depth + 1 }));
    return shown === JSON.stringify(written) ? text : shown;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** Conventions put a header's own name behind theirs (`http.request.header.cookie`). */
const isSecret = (name: string, { of }: Place): boolean => {
  if (of === 'cookies') return true;
  const ofEnvironment = variable.exec(name)?.[1];
  if (ofEnvironment !== undefined && isSecretVariable(ofEnvironment)) return true;
  const header = of === 'headers' ? name : /\.(?:header|metadata)\.([^.]+)$/.exec(name)?.[1];
  return isSecretName(name, 'field') || (header !== undefined && isSecretName(header, 'header'));
};

/** A number or a yes under such a name counts tokens or says that there is one. */
const holdsText = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
