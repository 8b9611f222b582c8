import { secretMask } from '@sonde/contract';
import { isSecretName, maskAddress, schemeOf } from '@sonde/secrets';
import type { TargetBody } from './body.ts';
import { collect, hideAcross, newPlace, withoutPieces } from './pieces.ts';
import { spellingsOf } from './spellings.ts';

export const MASK: string = secretMask;

export type Masker = {
  /** Adds a value learnt during the call, such as a fetched token. */
  add(secret: string | null | undefined): void;
  /** A known one stands against letters in this call, so it is looked for in words as well, however short it is. */
  addInWords(secret: string): void;
  text(text: string): string;
  /** A copy with every secret masked, or the same value when none is in it. */
  value(value: unknown): unknown;
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  url(url: string): string;
  /** Like `value`, and by the names of keys as well: for what we send, whose keys are known to be ours. */
  body(value: unknown): unknown;
  /** An answer before anything is taken out of it: what a mapping cuts up cannot be recognised afterwards. */
  answer(body: TargetBody): TargetBody;
};

/** Masks by value (in every form a secret takes on its way) and, for what we send, by name. */
export function createMasker(options: {
  secrets: Iterable<string | null | undefined>;
  headerNames?: readonly string[];
  /** Masked in what we send alone. */
  sentOnly?: readonly string[];
}): Masker {
  if (options.sentOnly?.length) {
    const { sentOnly, ...rest } = options;
    const back = createMasker(rest);
    const sent = createMasker({ ...rest, secrets: [...rest.secrets, ...sentOnly] });
    const add = (secret: string | null | undefined): void => {
      back.add(secret);
      sent.add(secret);
    };
    return {
      ...back,
      add,
      addInWords: (secret) => {
        back.addInWords(secret);
        sent.addInWords(secret);
      },
      headers: (headers) => sent.headers(headers),
      url: (url) => sent.url(url),
      body: (value) => sent.body(value),
    };
  }
  const namedHeaders = new Set((options.headerNames ?? []).map((name) => name.toLowerCase()));
  const forms: SecretForm[] = [];
  let shortest = Infinity;
  let pattern: RegExp | undefined;
  const seen = new Map<string, readonly SecretForm[]>();
  const numbers = new Set<number>();
  /** Large parts in which no secret is. A mapping may show the same part again and again, and each is read once. */
  let clean = new WeakSet<object>();
  let visited = 0;

  function add(secret: string | null | undefined): void {
    if (typeof secret !== 'string' || secret.trim() === '' || seen.has(secret)) return;
    const found = formsOf(secret);
    seen.set(secret, found);
    forms.push(...found);
    for (const form of found) shortest = Math.min(shortest, form.text.length);
    if (secret.length >= SHORTEST_NUMBER && String(Number(secret)) === secret) numbers.add(Number(secret));
    pattern = undefined;
    clean = new WeakSet();
  }
  for (const secret of options.secrets) add(secret);

  function addInWords(secret: string): void {
    for (const form of seen.get(secret) ?? []) form.wholeWord = false;
    pattern = undefined;
    clean = new WeakSet();
  }

  function text(input: string): string {
    // Nearly all of a large answer is shorter than any secret.
    if (input.length < shortest) return input;
    // Few secrets are looked for one by one, which is quickest where there are none; many in one pass.
    if (forms.length <= FEW_FORMS && !forms.some((form) => input.includes(form.text))) return input;
    try {
      pattern ??= patternOf(forms);
      return replaceAll(input, pattern);
    } catch (error) {
      // Too many of them for one expression: the error would spell them all in the log.
      if (error instanceof SyntaxError) return MASK;
      throw error;
    }
  }

  /** By the names of keys as well, where there is something that knows them. */
  function walk(value: unknown, isSecretName: IsSecretName | undefined, depth: number): unknown {
    visited += 1;
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return numbers.has(value) ? MASK : value;
    if (typeof value !== 'object' || value === null) return value;
    if (isSecretName === undefined && clean.has(value)) return value;
    if (depth > MAX_DEPTH) return MASK;
    const before = visited;
    const shown = Array.isArray(value)
      ? walkList(value, isSecretName, depth)
      : walkObject(value as Record<string, unknown>, isSecretName, depth);
    if (isSecretName === undefined && shown === value && visited - before >= LARGE_PART) clean.add(value);
    return shown;
  }

  // Copied from the first change on: most of an answer holds no secret.
  function walkList(list: unknown[], isSecretName: IsSecretName | undefined, depth: number): unknown[] {
    let items: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      const shown = walk(item, isSecretName, depth + 1);
      if (shown !== item) (items ??= [...list])[index] = shown;
    }
    return items ?? list;
  }

  function walkObject(
    fields: Record<string, unknown>,
    isSecretName: IsSecretName | undefined,
    depth: number,
  ): Record<string, unknown> {
    const names = Object.keys(fields);
    let entries: [string, unknown][] | undefined;
    for (const [index, name] of names.entries()) {
      const item = fields[name];
      const isSecret = isSecretName?.(name) === true && typeof item === 'string' && item !== '';
      const shown: [string, unknown] = [text(name), isSecret ? MASK : walk(item, isSecretName, depth + 1)];
      if (entries === undefined && shown[0] === name && shown[1] === item) continue;
      entries ??= names.slice(0, index).map((kept) => [kept, fields[kept]]);
      entries.push(shown);
    }
    return entries === undefined ? fields : Object.fromEntries(entries);
  }

  /** By value alone. */
  function masked(value: unknown): unknown {
    return walk(value, undefined, 0);
  }

  function maskAnswer(body: TargetBody): TargetBody {
    if (body.kind === 'json') return { ...body, value: masked(body.value) };
    if (body.kind === 'events') return { ...body, values: maskAcross(body.values.map(masked)) };
    return body.kind === 'text' ? { ...body, text: text(body.text) } : body;
  }

  /**
   * A stream says a key in pieces that are each shorter than it. The texts that stand at one place of its events are read
   * one after the other, and of those in which a secret goes on from one to the next nothing of it stays.
   */
  function maskAcross(values: unknown[]): unknown[] {
    if (values.length < 2) return values;
    const places = newPlace();
    for (const value of values) collect(value, places, 0);
    if (!hideAcross(places, shortest, (joined) => rangesIn(joined))) return values;
    return values.map((value) => withoutPieces(value, places, 0));
  }

  function rangesIn(joined: string): [number, number][] {
    if (!forms.some((form) => joined.includes(form.text))) return [];
    const ranges: [number, number][] = [];
    try {
      pattern ??= patternOf(forms);
      pattern.lastIndex = 0;
      for (let match = pattern.exec(joined); match !== null; match = pattern.exec(joined))
        ranges.push([match.index, match.index + match[0].length]);
      return ranges;
    } catch (error) {
      if (error instanceof SyntaxError) return [[0, joined.length]];
      throw error;
    }
  }

  return {
    add,
    addInWords,
    text,
    value: (value) => (forms.length === 0 ? value : masked(value)),
    body: (value) => walk(value, (name) => isSecretName(name, 'field'), 0),
    answer: (body) => (forms.length === 0 ? body : maskAnswer(body)),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          namedHeaders.has(name.toLowerCase()) || isSecretName(name, 'header')
            ? maskKeepingScheme(value)
            : text(value),
        ]),
      ),
    url: (url) => text(maskAddress(url, MASK)),
  };
}

/**
 * A name such as `code` says credential and country alike. What is one by its name alone and as short as a word is left in
 * answers: a mask in place of each “DE” would judge something the target never said.
 */
export const isShortOfSecret = (value: string): boolean => value.length < 6;

type IsSecretName = (name: string) => boolean;

/** Values of a part that is worth remembering. */
const LARGE_PART = 64;

type SecretForm = { text: string; wholeWord: boolean };

const FEW_FORMS = 32;
// An answer says small numbers of everything; nobody could tell them from a secret.
const SHORTEST_NUMBER = 4;
// Below this length a secret is masked only where it stands alone: "test" must not blank every word that holds it.
const FREE_STANDING_BELOW = 8;
// Deeper than any answer that can be mapped; what lies below is masked rather than walked.
const MAX_DEPTH = 500;

function formsOf(secret: string): SecretForm[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  const forms = new Set([
    ...spellingsOf(secret),
    ...loginIn(secret),
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]);
  // Its other spellings repeat themselves where it does.
  const found = repeatsItself(secret) ? [...forms].flatMap(inPieces) : [...forms];
  return [...new Set(found)].map((text) => ({
    text,
    // A form is shorter than its secret where it is the password within one.
    wholeWord: Math.min(text.length, secret.length) < FREE_STANDING_BELOW,
  }));
}

/** Of the login that a Basic header brings (RFC 7617): a target that names whom it refuses says it as it reads it. */
function loginIn(secret: string): string[] {
  const sent = secret.replace(/^Basic +/i, '');
  const text = /^[\w+/-]{8,2000}={0,2}$/.test(sent) ? Buffer.from(sent, 'base64').toString('utf8') : '';
  const login = /^[^\p{Cc}\ufffd:]*:([^\p{Cc}\ufffd]+)$/u.exec(text);
  if (login === null) return [];
  const password = login[1] ?? '';
  return [text, ...(isShortOfSecret(password) ? [] : [password])].flatMap((part) => [...spellingsOf(part)]);
}

/**
 * A text that repeats itself, as no key does, is looked for in pieces: where each place of an answer begins like it, the
 * search would compare nearly all of it with each, for minutes.
 */
function inPieces(text: string): string[] {
  const count = Math.max(1, Math.floor(text.length / PIECE));
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * PIECE, index === count - 1 ? undefined : (index + 1) * PIECE),
  );
}

const PIECE = 64;

const repeatsItself = (text: string): boolean =>
  text.length > PIECE &&
  [text, text.split('').toReversed().join('')].some((way) => overlaps(way) > PIECE * text.length);

/** How many characters a text and the same text further on have in common, over all distances (Z algorithm). */
function overlaps(text: string): number {
  const common = new Uint32Array(text.length);
  let [from, to, sum] = [0, 0, 0];
  for (let at = 1; at < text.length; at += 1) {
    let length = at < to ? Math.min(to - at, common[at - from] ?? 0) : 0;
    while (at + length < text.length && text[length] === text[at + length]) length += 1;
    if (at + length > to) [from, to] = [at, at + length];
    common[at] = length;
    sum += length;
  }
  return sum;
}

/** What holds nearly nothing but secrets is masked as a whole: each replacement costs, and nothing is left to read. */
const MAX_REPLACEMENTS = 10_000;

function replaceAll(input: string, pattern: RegExp): string {
  const pieces: string[] = [];
  let from = 0;
  // Not by `matchAll`, which copies the expression for each text: an answer may have hundreds of thousands.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(input); match !== null; match = pattern.exec(input)) {
    if (pieces.length >= MAX_REPLACEMENTS) return MASK;
    pieces.push(input.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return from === 0 ? input : pieces.concat(input.slice(from)).join(MASK);
}

/** One expression for all forms, the longest first, so that a text is read once however many secrets there are. */
function patternOf(forms: readonly SecretForm[]): RegExp {
  const anyOf = (wholeWord: boolean): string =>
    forms
      .filter((form) => form.wholeWord === wholeWord)
      .map((form) => form.text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .toSorted((left, right) => right.length - left.length)
      .join('|');
  const [free, words] = [anyOf(false), anyOf(true)];
  // Literals stand first and are looked for together; what may stand around a word is asked only where one was found.
  const alone = `(${words})(?![\\p{L}\\p{N}])(?<![\\p{L}\\p{N}]\\1)`;
  return new RegExp([...(free === '' ? [] : [free]), ...(words === '' ? [] : [alone])].join('|'), 'gu');
}

/** The scheme helps to see what is wrong and tells nothing. */
function maskKeepingScheme(value: string): string {
  const scheme = schemeOf(value);
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}
