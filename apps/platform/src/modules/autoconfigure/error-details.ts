import { isModestPlace } from './answer-beginning.ts';
import {
  inputNameScore,
  isConversationName,
  isObject,
  leavesOf,
  textOf,
  type Json,
  type JsonObject,
} from '@sonde/paste-reader';

/** What a target's refusal says is wrong, in terms of fields. */
export type ErrorDetails = {
  readonly missing: readonly FieldPlace[];
  readonly extra: readonly string[];
  readonly wrongType: readonly { place: FieldPlace; wanted: string }[];
  readonly allowed: readonly AllowedValues[];
  /** Everything it says, for hints. */
  readonly text: string;
};

export type FieldPlace = { readonly in: 'body' | 'query' | 'header'; readonly path: readonly string[] };

/** Values that a refusal names: of a field, or in place of a value that it repeats. */
export type AllowedValues = {
  readonly place?: FieldPlace | undefined;
  readonly refused?: string | undefined;
  readonly values: readonly string[];
};

/** A refusal says what it wants in its first lines. What follows may be anything, of any length. */
const READ_CHARACTERS = 8_000;
/** A template with more corrections than this is not one that a person wants. */
const MAX_ENTRIES = 20;
/** No field has a longer name; a bound keeps the time to read a refusal in proportion to its length. */
const NAME = String.raw`(?<quote>[\x60'"“\\]{0,4})(?<![\w$.\[\]-])(?<name>[A-Za-z_$][\w$.\[\]-]{0,80})[\x60'"”\\]{0,4}`;
const KIND = String.raw`(?:field|parameter|param|property|key|argument|value|attribute|header)`;

const MISSING = [
  String.raw`(?:missing|lacks?|requires?|provide|include|specify|expected)\b(?: (?:a|an|the|required|mandatory|valid|body|request|json|input|form|query|url|following))*(?: ${KIND})?s?(?: named| called)?:? *${NAME}`,
  String.raw`${NAME}:? (?:${KIND} )?(?:is|are|was) (?:a )?(?:required|missing|mandatory|not (?:set|provided|present))`,
  String.raw`${KIND} ${NAME}(?: field)? (?:is|are) (?:required|missing)`,
  String.raw`required property:? ${NAME}`,
  String.raw`${NAME}:? (?:required|cannot be (?:blank|empty|null)|must not be (?:null|blank|empty)|should not be empty|can't be blank|may not be (?:null|blank))`,
  String.raw`no ${NAME} (?:field|parameter|provided|given|in)`,
].map((source) => new RegExp(source, 'gi'));
const EXTRA = [
  String.raw`(?:unrecognized|unknown|unexpected|unsupported|additional|extra|not allowed|invalid)(?: request)?(?: field| parameter| argument| property| properties| key| keys| input)s?(?: supplied| name)?:? *${NAME}`,
  String.raw`${NAME}:? (?:is not (?:allowed|permitted|a known|recognized)|extra (?:fields|inputs) (?:are )?not permitted)`,
  String.raw`property ${NAME} should not exist`,
].map((source) => new RegExp(source, 'gi'));
/** `missing required fields: tenant_id, lang` */
const MISSING_LIST =
  /(?:missing|required|mandatory)[^:\n]{0,40}(?:fields|parameters|params|properties|keys|arguments|values):?\s*\[?((?:[\x60'"]?[A-Za-z_][\w.-]{0,60}[\x60'"]?(?:\s*,\s*(?:and\s+)?|\s+and\s+|(?=[^\w.-]|$))){1,20})/gi;

const STOP =
  /^(?:field|fields|required|missing|have|has|parameter|parameters|property|body|request|json|value|is|are|the|a|an|valid|input|this|it|to|be|of|in|for|key|api|bearer|token|header|type|you|your|should|must|authentication|authorization|credentials|argument|data|an?y|with|properties|additional|and|or|not)$/i;

/**
 * A word of a sentence is not the name of a field because it stands beside "missing". It is one where the target marks it
 * as a name, where it is written as only names are, or where whoever pasted calls a field so.
 */
const isField = (name: string, quote: string, known: ReadonlySet<string>): boolean =>
  known.has(name) ||
  inputNameScore(name) > 60 ||
  isConversationName(name) ||
  (quote !== '' ? !STOP.test(name) : /[_$[\]\d]|\w\.\w|[a-z][A-Z]/.test(name));

/** What a refusal tells, to somebody who knows which fields the paste has. */
export function readErrorDetails(raw: Json, known: ReadonlySet<string>): ErrorDetails {
  const text = (
    typeof raw === 'string'
      ? stripTags(raw.slice(0, READ_CHARACTERS * 4))
      : leavesOf(raw ?? null)
          .map(({ value }) => textOf(value ?? '').slice(0, READ_CHARACTERS))
          .join(' \n ')
  ).slice(0, READ_CHARACTERS);
  const found = fromValidationList(raw);
  const place = /query/i.test(text) ? 'query' : 'body';
  const missing = [
    ...found.missing,
    ...fromErrorMap(raw),
    ...[...namesIn(MISSING, text, known), ...listedNames(text, known)].map((name): FieldPlace => ({
      ...inBody(name),
      in: place,
    })),
  ];
  const parameter = parameterOf(raw);
  if (parameter !== undefined && /missing|required/i.test(text)) missing.unshift(inBody(parameter));
  return {
    missing: distinct(missing).slice(0, MAX_ENTRIES),
    extra: [...new Set([...found.extra, ...namesIn(EXTRA, text, known)])].slice(0, MAX_ENTRIES),
    wrongType: [...found.wrongType, ...typesIn(text, parameter, known)].slice(0, MAX_ENTRIES),
    allowed: (found.allowed.length > 0 ? found.allowed : allowedIn(text, parameter, known)).slice(
      0,
      MAX_ENTRIES,
    ),
    text: text.slice(0, 4000),
  };
}

function parameterOf(raw: Json): string | undefined {
  const error = isObject(raw) && isObject(raw['error']) ? raw['error'] : raw;
  const parameter = isObject(error) ? (error['param'] ?? error['field']) : undefined;
  return typeof parameter === 'string' && isModestPlace(split(parameter)) ? parameter : undefined;
}

type Found = Omit<{ -readonly [Key in keyof ErrorDetails]: ErrorDetails[Key][number][] }, 'text'>;

/** FastAPI, and everything else that lists `loc` or `path` with a message. */
function fromValidationList(raw: Json): Found {
  const found: Found = { missing: [], extra: [], wrongType: [], allowed: [] };
  const { detail, errors, issues, details, error } = isObject(raw) ? raw : { detail: raw };
  const inner = isObject(error) ? (error['issues'] ?? error['details']) : undefined;
  for (const list of [detail, errors, issues, details, inner])
    if (Array.isArray(list))
      for (const issue of list.slice(0, MAX_ENTRIES)) if (isObject(issue)) addIssue(found, issue);
  return found;
}

function addIssue(found: Found, issue: JsonObject): void {
  const location = issue['loc'] ?? issue['path'] ?? issue['field'] ?? issue['instancePath'] ?? issue['param'];
  const steps = Array.isArray(location)
    ? location.map(textOf)
    : typeof location === 'string'
      ? location.split(/[./]/).filter(Boolean)
      : [];
  if (!isModestPlace(steps)) return;
  const place = placeOf(steps);
  const words = [issue['type'] ?? issue['code'] ?? issue['keyword'], issue['msg'] ?? issue['message']]
    .map((said) => textOf(said).slice(0, READ_CHARACTERS))
    .join(' ');
  const values = valuesOf(issue, words);
  const lacked = isObject(issue['params']) ? issue['params']['missingProperty'] : undefined;
  if (typeof lacked === 'string') found.missing.push(placeOf([...steps, lacked]));
  else if (values.length > 0 && place.path.length > 0) found.allowed.push({ place, values });
  else if (/missing|required|undefined/i.test(words) && place.path.length > 0) found.missing.push(place);
  else if (/extra|additional|unrecognized|unknown/i.test(words) && place.path.length > 0)
    found.extra.push(place.path.at(-1) ?? '');
  else {
    const wanted = wantedType(words);
    if (wanted !== undefined && place.path.length > 0) found.wrongType.push({ place, wanted });
  }
}

/** What an issue of a list names as allowed, by itself or in its words. */
function valuesOf(issue: JsonObject, words: string): string[] {
  const { params, options, values } = issue;
  const listed = (isObject(params) ? params['allowedValues'] : undefined) ?? options ?? values;
  if (Array.isArray(listed)) return listed.map(textOf).slice(0, MAX_ENTRIES);
  if (!/literal_error|enum|one of|allowed|permitted|choices|either/i.test(words)) return [];
  const told = quotedValues(words);
  return told.length > 0
    ? told
    : listedValues(/(?:one of|values?|choices|either)[^:]*?:?\s*(.*)$/i.exec(words)?.[1] ?? '');
}

function placeOf(steps: readonly string[]): FieldPlace {
  const [first, ...rest] = steps;
  if (first === 'query' || first === 'header') return { in: first, path: rest };
  return { in: 'body', path: first === 'body' ? rest : steps };
}

/** Laravel and Rails: `{errors: {message: ["is required"]}}`. */
function fromErrorMap(raw: Json): FieldPlace[] {
  const errors = isObject(raw) ? raw['errors'] : undefined;
  if (!isObject(errors)) return [];
  return Object.entries(errors)
    .slice(0, MAX_ENTRIES)
    .filter(([name]) => isModestPlace(split(name)))
    .filter(([, words]) => /required|blank|missing|empty/i.test(JSON.stringify(words)))
    .map(([name]) => inBody(name));
}

const TYPE = new RegExp(
  String.raw`${NAME}:? *(?:must be|should be|is not|expected|has to be|needs to be)(?: of type| to be)?(?: an?| a valid| of)? *[\x60'"]?(?<wanted>array|list|string|object|integer|number|boolean|str|dict)`,
  'gi',
);

function typesIn(text: string, parameter: string | undefined, known: ReadonlySet<string>) {
  const found = [...text.matchAll(TYPE)]
    .filter(({ groups }) => isField(groups?.['name'] ?? '', groups?.['quote'] ?? '', known))
    .map(({ groups }) => ({
      place: inBody(groups?.['name'] ?? ''),
      wanted: normalType(groups?.['wanted'] ?? ''),
    }));
  const wanted = wantedType(text);
  if (found.length === 0 && parameter !== undefined && wanted !== undefined)
    found.push({ place: inBody(parameter), wanted });
  return found;
}

function wantedType(words: string): string | undefined {
  const match =
    /(?:(string|list|array|dict|object|int|integer|float|number|bool|boolean)_type|(?:must be|should be|expected|be of type|valid)(?: an?| a valid| type)? *[`'"]?(string|list|array|object|dictionary|dict|integer|number|boolean)\b)/i.exec(
      words,
    );
  return match ? normalType(match[1] ?? match[2] ?? '') : undefined;
}

const normalType = (name: string): string =>
  ({
    list: 'array',
    dict: 'object',
    dictionary: 'object',
    str: 'string',
    int: 'integer',
    float: 'number',
    bool: 'boolean',
  })[name.toLowerCase()] ?? name.toLowerCase();

/** Words that lead up to the values a field may have. */
const ONE_OF = String.raw`(?:must be|should be|has to be|needs to be|is not|expected|muss|debe ser|doit être)(?: equal to)? (?:(?:one of|constant|either|in)(?: the allowed values| the following)?[: ]*(?<listed>[^\n]+)|(?<bare>(?!an? )[\w'"-]+(?:, ?[\w'"-]+)*,? or [\w'"-]+))`;
const FIELD_ONE_OF = new RegExp(String.raw`${NAME}:? *${ONE_OF}`, 'gi');
const ALLOWED =
  /\b(?:one of|(?:allowed|valid|supported|permitted|possible|accepted|available|known)(?: (?:values|options|choices|\w+s))?(?: (?:are|is))?|choose (?:from|between)|expected one of|use one of)\s*:?\s*(?<listed>[^\n]{2,300})/gi;
/** `'string' is not one of ['fast', 'slow']`, `invalid value "sonde"`: the value that was sent. */
const REFUSED =
  /[\x60'"]([^\x60'"\n]{1,60})[\x60'"] is (?:not (?:one of|a (?:valid|known|supported)|allowed|supported|valid)|invalid)|(?:invalid|unknown|unsupported|bad|unexpected)(?: \w+){0,3}:? [\x60'"]([^\x60'"\n]{1,60})[\x60'"]/i;

function allowedIn(text: string, parameter: string | undefined, known: ReadonlySet<string>): AllowedValues[] {
  const named = [...text.matchAll(FIELD_ONE_OF)].flatMap(({ groups }): AllowedValues[] => {
    const name = groups?.['name'] ?? '';
    const values = valuesIn(groups?.['listed'] ?? groups?.['bare'] ?? '');
    if (values.length === 0 || STOP.test(name)) return [];
    return [{ place: inBody(name), values }];
  });
  if (named.length > 0) return named;
  return [...text.matchAll(ALLOWED)].flatMap((match): AllowedValues[] => {
    const values = valuesIn(match.groups?.['listed'] ?? '');
    const before = text.slice(Math.max(0, match.index - 160), match.index);
    const name =
      parameter ?? [...before.matchAll(/[A-Za-z_][\w.-]*/g)].findLast(([word]) => known.has(word))?.[0];
    const said = REFUSED.exec(text);
    const refused = said?.[1] ?? said?.[2];
    if (values.length === 0 || (name === undefined && refused === undefined)) return [];
    return [{ place: name === undefined ? undefined : inBody(name), refused, values }];
  });
}

function valuesIn(text: string): string[] {
  const quoted = quotedValues(text);
  return quoted.length > 0 ? quoted : listedValues(text);
}

/** `chat, query or none` */
function listedValues(text: string): string[] {
  const list = /^[\s[({:]*([\w-]+(?:\s*(?:,|\||\/|\bor\b|\band\b|\boder\b|\bou\b|\bo\b)+\s*[\w-]+)+)/i.exec(
    text,
  )?.[1];
  return (list ?? '')
    .split(/\s*(?:,|\||\/|\s(?:or|and|oder|ou|o)\s)\s*/i)
    .filter((value) => /^[\w-]+$/.test(value));
}

const quotedValues = (text: string): string[] =>
  [...text.matchAll(/['"`]([^'"`\n]{1,60})['"`]/g)].slice(0, MAX_ENTRIES).map((match) => match[1] ?? '');

const namesIn = (patterns: readonly RegExp[], text: string, known: ReadonlySet<string>): string[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const { groups } = match;
      const name = (groups?.['name'] ?? '').replace(/[.:]+$/, '');
      const at = match.index + match[0].lastIndexOf(groups?.['name'] ?? '');
      const isName = isField(name, groups?.['quote'] ?? '', known) || isNamedByItsPlace(name, text, at);
      return name !== '' && isName ? [name] : [];
    }),
  );

/** A message that begins in lower case begins with a name; so does what ends one after the word for a field. */
const isNamedByItsPlace = (name: string, text: string, at: number): boolean =>
  !STOP.test(name) &&
  ((/^[a-z]/.test(name) && /(?:^|\n) *$/.test(text.slice(Math.max(0, at - 8), at))) ||
    (BEFORE_A_NAME.test(text.slice(Math.max(0, at - 24), at)) &&
      /^[.!]?\s*(?:$|\n)/.test(text.slice(at + name.length, at + name.length + 8))));

const BEFORE_A_NAME = new RegExp(String.raw`(?:${KIND}:? |: *)$`, 'i');

const listedNames = (text: string, known: ReadonlySet<string>): string[] =>
  [...text.matchAll(MISSING_LIST)].flatMap(([, list = '']) =>
    [...list.matchAll(/(?<quote>[\x60'"]?)(?<name>[A-Za-z_][\w.-]*)/g)].flatMap(({ groups }) =>
      isField(groups?.['name'] ?? '', groups?.['quote'] ?? '', known) ? [groups?.['name'] ?? ''] : [],
    ),
  );

const split = (name: string): string[] =>
  name
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((part) => part !== '' && part !== 'body');

const inBody = (name: string): FieldPlace => ({ in: 'body', path: split(name) });

function distinct(places: readonly FieldPlace[]): FieldPlace[] {
  const seen = new Map(places.map((place) => [`${place.in}:${place.path.join('.')}`, place]));
  return [...seen.values()].filter(({ path }) => path.length > 0);
}

const stripTags = (text: string): string => text.replace(/<[^<>]+>/g, ' ').slice(0, 4000);
