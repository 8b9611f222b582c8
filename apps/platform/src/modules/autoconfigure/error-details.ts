import { isModestPlace } from './answer-beginning.ts';
import { isObject, leavesOf, textOf, type Json } from '@sonde/paste-reader';

/** What a target's refusal says is wrong, in terms of fields. */
export type ErrorDetails = {
  readonly missing: readonly FieldPlace[];
  readonly extra: readonly string[];
  readonly wrongType: readonly { place: FieldPlace; wanted: string }[];
  readonly allowed: readonly { place: FieldPlace; values: readonly string[] }[];
  /** Everything it says, for hints. */
  readonly text: string;
};

export type FieldPlace = { readonly in: 'body' | 'query' | 'header'; readonly path: readonly string[] };

/** A refusal says what it wants in its first lines. What follows may be anything, of any length. */
const READ_CHARACTERS = 8_000;
/** A template with more corrections than this is not one that a person wants. */
const MAX_ENTRIES = 20;
/** No field has a longer name; a bound keeps the time to read a refusal in proportion to its length. */
const QUOTED = String.raw`[\x60'"“\\]{0,4}(?<![\w$.\[\]-])([A-Za-z_$][\w$.\[\]-]{0,80})[\x60'"”\\]{0,4}`;

const MISSING = [
  new RegExp(
    String.raw`(?:missing|lacks?|requires?|provide|include|specify|expected)\b(?: (?:a|an|the|required|mandatory|valid|body|request|json|input|form|query|url|following))*(?: (?:field|fields|parameter|param|property|key|argument|value|attribute|header))?s?(?: named| called)?:? *${QUOTED}`,
    'gi',
  ),
  new RegExp(
    String.raw`${QUOTED}:? (?:field |parameter |param |property |key |argument )?(?:is|are|was) (?:a )?(?:required|missing|mandatory|not (?:set|provided|present))`,
    'gi',
  ),
  new RegExp(
    String.raw`(?:field|parameter|param|property|key|argument) ${QUOTED}(?: field)? (?:is|are) (?:required|missing)`,
    'gi',
  ),
  new RegExp(String.raw`required property:? ${QUOTED}`, 'gi'),
  new RegExp(
    String.raw`${QUOTED}:? (?:required|cannot be (?:blank|empty|null)|must not be (?:null|blank|empty)|should not be empty|can't be blank|may not be (?:null|blank))`,
    'gi',
  ),
  new RegExp(String.raw`no ${QUOTED} (?:field|parameter|provided|given|in)`, 'gi'),
];
const EXTRA = [
  new RegExp(
    String.raw`(?:unrecognized|unknown|unexpected|unsupported|additional|extra|not allowed|invalid)(?: request)?(?: field| parameter| argument| property| properties| key| keys| input)s?(?: supplied| name)?:? *${QUOTED}`,
    'gi',
  ),
  new RegExp(
    String.raw`${QUOTED}:? (?:is not (?:allowed|permitted|a known|recognized)|extra (?:fields|inputs) (?:are )?not permitted)`,
    'gi',
  ),
  new RegExp(String.raw`property ${QUOTED} should not exist`, 'gi'),
];
const STOP =
  /^(?:field|fields|required|parameter|parameters|property|body|request|json|value|is|are|the|a|an|valid|input|this|it|to|be|of|in|for|key|api|bearer|token|header|type|you|your|should|must|authentication|authorization|credentials|argument|data|an?y|with|properties|additional|and|or|not)$/i;

export function readErrorDetails(raw: Json): ErrorDetails {
  const text = (
    typeof raw === 'string'
      ? stripTags(raw.slice(0, READ_CHARACTERS * 4))
      : leavesOf(raw ?? null)
          .map(({ value }) => textOf(value ?? '').slice(0, READ_CHARACTERS))
          .join(' \n ')
  ).slice(0, READ_CHARACTERS);
  const structured = fromValidationList(raw);
  const keyed = fromErrorMap(raw);
  const missing = [
    ...structured.missing,
    ...keyed,
    ...matches(MISSING, text).map((name): FieldPlace => ({
      in: /query/i.test(text) ? 'query' : 'body',
      path: split(name),
    })),
  ];
  const parameter = parameterOf(raw);
  const isMissing = /missing|required/i.test(text);
  if (parameter !== undefined && isMissing) missing.unshift({ in: 'body', path: split(parameter) });
  return {
    missing: distinct(missing).slice(0, MAX_ENTRIES),
    extra: [...new Set([...structured.extra, ...matches(EXTRA, text)])].slice(0, MAX_ENTRIES),
    wrongType: [...structured.wrongType, ...typesIn(text, parameter)].slice(0, MAX_ENTRIES),
    allowed: (structured.allowed.length > 0 ? structured.allowed : allowedIn(text)).slice(0, MAX_ENTRIES),
    text: text.slice(0, 4000),
  };
}

function parameterOf(raw: Json): string | undefined {
  const parameter = isObject(raw) && isObject(raw['error']) ? raw['error']['param'] : undefined;
  return typeof parameter === 'string' && isModestPlace(split(parameter)) ? parameter : undefined;
}

type Structured = Omit<{ -readonly [Key in keyof ErrorDetails]: ErrorDetails[Key][number][] }, 'text'>;

/** FastAPI, and everything else that lists `loc` or `path` with a message. */
function fromValidationList(raw: Json): {
  missing: FieldPlace[];
  extra: string[];
  wrongType: { place: FieldPlace; wanted: string }[];
  allowed: { place: FieldPlace; values: string[] }[];
} {
  const found: {
    missing: FieldPlace[];
    extra: string[];
    wrongType: { place: FieldPlace; wanted: string }[];
    allowed: { place: FieldPlace; values: string[] }[];
  } = { missing: [], extra: [], wrongType: [], allowed: [] };
  const lists = isObject(raw)
    ? [
        raw['detail'],
        raw['errors'],
        raw['issues'],
        raw['details'],
        isObject(raw['error']) ? (raw['error']['issues'] ?? raw['error']['details']) : undefined,
      ]
    : [raw];
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    for (const issue of list.slice(0, MAX_ENTRIES)) {
      if (!isObject(issue)) continue;
      const location =
        issue['loc'] ?? issue['path'] ?? issue['field'] ?? issue['instancePath'] ?? issue['param'];
      const steps = Array.isArray(location)
        ? location.map(textOf)
        : typeof location === 'string'
          ? location.split(/[./]/).filter(Boolean)
          : [];
      if (!isModestPlace(steps)) continue;
      const place = placeOf(steps);
      const words = [issue['type'] ?? issue['code'] ?? issue['keyword'], issue['msg'] ?? issue['message']]
        .map((said) => textOf(said).slice(0, READ_CHARACTERS))
        .join(' ');
      if (/missing|required|undefined/i.test(words) && place.path.length > 0) found.missing.push(place);
      else if (/extra|additional|unrecognized|unknown/i.test(words) && place.path.length > 0)
        found.extra.push(place.path.at(-1) ?? '');
      else if (/literal_error|enum/i.test(words)) found.allowed.push({ place, values: quotedValues(words) });
      else {
        const wanted = wantedType(words);
        if (wanted !== undefined && place.path.length > 0) found.wrongType.push({ place, wanted });
      }
    }
  }
  return found;
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
    .map(([name]): FieldPlace => ({ in: 'body', path: split(name) }));
}

function typesIn(text: string, parameter: string | undefined): { place: FieldPlace; wanted: string }[] {
  const found: { place: FieldPlace; wanted: string }[] = [];
  const pattern = new RegExp(
    String.raw`${QUOTED}:? *(?:must be|should be|is not|expected|has to be|needs to be)(?: of type| to be)?(?: an?| a valid| of)? *[\x60'"]?(array|list|string|object|integer|number|boolean|str|dict)`,
    'gi',
  );
  for (const [, name = '', wanted = ''] of text.matchAll(pattern))
    if (!STOP.test(name))
      found.push({ place: { in: 'body', path: split(name) }, wanted: normalType(wanted) });
  const wanted = wantedType(text);
  if (found.length === 0 && parameter !== undefined && wanted !== undefined)
    found.push({ place: { in: 'body', path: split(parameter) }, wanted });
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

function allowedIn(text: string): { place: FieldPlace; values: string[] }[] {
  const pattern = new RegExp(
    String.raw`${QUOTED}:? *(?:must be|should be|has to be|needs to be|expected|muss|debe ser|doit être)(?: equal to)? (?:(?:one of|constant|either|equal to one of)(?: the allowed values| the following)?[: ]*([^\n]+)|((?!an? )[\w'"-]+(?:, ?[\w'"-]+)*,? or [\w'"-]+))`,
    'gi',
  );
  return [...text.matchAll(pattern)]
    .filter(([, name = '']) => !STOP.test(name))
    .map(([, name = '', named, bare]) => ({ name, values: named ?? bare ?? '' }))
    .map(({ name, values }) => ({
      place: { in: 'body' as const, path: split(name) },
      values: quotedValues(values).length > 0 ? quotedValues(values) : listedValues(values),
    }))
    .filter(({ values }) => values.length > 0);
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

function matches(patterns: readonly RegExp[], text: string): string[] {
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => (match[1] ?? '').replace(/[.:]+$/, '')))
    .filter((name) => name !== '' && !STOP.test(name));
}

const split = (name: string): string[] =>
  name
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((part) => part !== '' && part !== 'body');

function distinct(places: readonly FieldPlace[]): FieldPlace[] {
  const seen = new Map(places.map((place) => [`${place.in}:${place.path.join('.')}`, place]));
  return [...seen.values()].filter(({ path }) => path.length > 0);
}

const stripTags = (text: string): string => text.replace(/<[^<>]+>/g, ' ').slice(0, 4000);
export type { Structured };
