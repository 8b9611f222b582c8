import { isIPv6 } from 'node:net';
import { RE2JS } from 're2js';

const charactersMax = 10_000;

const simple = (pattern: string) => {
  const compiled = RE2JS.compile(pattern);
  return (text: string): boolean => text.length <= charactersMax && compiled.matches(text);
};

/** No address holds a space, a quote or a bracket as it is; a parser of addresses would mend them. */
const isPlainAddress = (text: string): boolean => !/[\s<>"{}|\\^`]/.test(text);
const isAddress = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:/i.test(text) && isPlainAddress(text) && URL.canParse(text);
const isReference = (text: string): boolean =>
  isPlainAddress(text) && URL.canParse(text, 'http://base.example/');

/** Dots stand between something, unless the name is in quotes (RFC 5321, section 4.1.2). */
const mail = simple('("[^"]+"|[^\\s@".]+(\\.[^\\s@".]+)*)@[^\\s@.]+(\\.[^\\s@.]+)+');
const email = (text: string): boolean => text.lastIndexOf('@') <= 64 && mail(text);

/** A day that there is: a parser of days takes the 30th of February for the 1st of March. */
const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
const clock = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?';
const zone = '([zZ]|[+-]([01]\\d|2[0-3]):[0-5]\\d)';
const isZonedTime = simple(`${clock}${zone}`);
/** With a nought before it some read it by eights. */
const byte = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const pointer = '(/([^~/]|~[01])*)*';

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && Math.abs(value) <= most;
/** Numbers as OpenAPI tells them apart. */
const numeric = (validate: (value: number) => boolean) => ({ type: 'number' as const, validate });

/** Only compiled, never run. */
function isPattern(text: string): boolean {
  try {
    return text.length <= charactersMax && new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** `P` and `T` alone name no time. */
const withParts =
  (fits: (text: string) => boolean) =>
  (text: string): boolean =>
    fits(text) && /\d[A-Z]$/.test(text);

/** What `format` may ask for. Of any other nobody would know what it asks. */
export const formats = {
  date: isDay,
  // RFC 3339 lets a blank stand between them.
  'date-time': (text: string) =>
    isDay(text.slice(0, 10)) && /^[tT ]/.test(text.slice(10)) && isZonedTime(text.slice(11)),
  time: simple(`${clock}${zone}?`),
  duration: withParts(simple('P(\\d+W|(\\d+Y)?(\\d+M)?(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?)')),
  email,
  'idn-email': email,
  uuid: simple('(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'),
  uri: isAddress,
  iri: isAddress,
  'uri-reference': isReference,
  'iri-reference': isReference,
  'uri-template': simple('([^\\s<>"{}|\\\\^`]|\\{[^{}\\s]+\\})*'),
  ipv4: simple(`(${byte}\\.){3}${byte}`),
  ipv6: isIPv6,
  hostname: simple(
    '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*',
  ),
  'idn-hostname': simple('[^\\s.@/:]+(\\.[^\\s.@/:]+)*'),
  'json-pointer': simple(pointer),
  'relative-json-pointer': simple(`(0|[1-9]\\d*)(#|${pointer})`),
  regex: isPattern,
  byte: simple('([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?'),
  int32: numeric((value) => isWhole(value, 2 ** 31)),
  int64: numeric((value) => isWhole(value, 2 ** 63)),
  float: numeric(Number.isFinite),
  double: numeric(Number.isFinite),
  // They say how a value is shown or kept, and ask nothing of it.
  password: true as const,
  binary: true as const,
};
