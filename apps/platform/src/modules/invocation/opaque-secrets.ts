import { randomUUID } from 'node:crypto';
import { isSecretName } from '@sonde/secrets';
import { isConversationAlias } from './conversations.ts';
import { mapScalars } from './map-strings.ts';
import { MASK } from './masking.ts';
import { spell, type Spelling } from './spellings.ts';

/**
 * Secrets while templates are rendered. They see marks of this one call, and each secret takes the place of its mark
 * afterwards: a template can say where a secret goes, and whatever else it does with it, such as cutting it up, comparing
 * it or writing it in capitals, it does with the mark. Whoever may edit a template must not be able to read with it.
 */
export type OpaqueSecrets = {
  /** What templates see: `auth_token` where there is one, `secrets`, and `params` with marks for those that are secret. */
  readonly variables: Readonly<Record<string, unknown>> & {
    readonly params: Readonly<Record<string, unknown>>;
  };
  /** The secrets in the place of their marks, spelled as the surrounding text needs it. */
  fill(text: string, spelling?: Spelling): string;
  /** In JSON text, where a number that is a whole value stays one. */
  fillJson(text: string): string;
  fillIn(value: unknown): unknown;
  /** For people. */
  hide(value: unknown): unknown;
  isIn(text: string): boolean;
  /** Secrets that a template has put against other letters, where nobody could tell a short one from them. */
  readonly inWords: ReadonlySet<string>;
  /** Marks of a later request of the same call, in which the earlier ones stand for what they stood for. */
  further(values: OpaqueValues): OpaqueSecrets;
};

type OpaqueValues = {
  token?: string | undefined;
  named?: Readonly<Record<string, string>> | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
  secretParams?: Readonly<Record<string, string>> | undefined;
  /** What requests around the call gave, by where it came from. */
  learnt?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** Of these, what is a secret whatever it is called, as `before.sid`. */
  learntSecrets?: ReadonlySet<string> | undefined;
};

export const opaqueSecrets = (values: OpaqueValues): OpaqueSecrets =>
  // Letters, digits and dashes, which every encoding leaves alone.
  marksOf(values, `secret-${randomUUID()}-`, []);

// The marks of any call, since an expression that is made anew for each call costs more than all else that is done here.
const marks = /(secret-[0-9a-f-]{36}-)(\d+)m/g;
/** As a text, quoted, where it is a whole value of JSON and no name. */
const wholeValues = /(?<=(?:^|[:,[])\s*)"(secret-[0-9a-f-]{36}-)(\d+)m"(?!\s*:)/g;

function marksOf(
  { token, named = {}, params = {}, secretParams = {}, learnt = {}, learntSecrets }: OpaqueValues,
  begin: string,
  earlier: readonly (string | number)[],
): OpaqueSecrets {
  const secrets = [...earlier];
  const inWords = new Set<string>();
  const markOf = (secret: string | number): string => `${begin}${secrets.push(secret) - 1}m`;
  const marked = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, secret]) => [name, markOf(secret)]));
  const variables = {
    ...Object.fromEntries(
      Object.entries(learnt).map(([source, values]) => [
        source,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            isLearntSecret(name) || learntSecrets?.has(`${source}.${name}`)
              ? changeSecrets(value, markOf)
              : value,
          ]),
        ),
      ]),
    ),
    ...(token === undefined ? {} : { auth_token: markOf(token) }),
    secrets: marked(named),
    params: { ...params, ...marked(secretParams) },
  };
  const hasNumbers = secrets.some((secret) => typeof secret === 'number');
  const secretOf = (ofCall: string, index: string): string | number | undefined =>
    ofCall === begin ? secrets[Number(index)] : undefined;
  const isIn = (text: string): boolean => secrets.length > 0 && text.includes(begin);
  const replace = (text: string, replacement: (secret: string) => string): string =>
    isIn(text)
      ? text.replaceAll(marks, (mark, ofCall, index, at: number) => {
          const secret = secretOf(ofCall, index);
          if (secret === undefined) return mark;
          if (isAgainstLetters(text, at, at + mark.length)) inWords.add(String(secret));
          return replacement(String(secret));
        })
      : text;
  const fill: OpaqueSecrets['fill'] = (text, spelling = 'plain') =>
    replace(text, (secret) => spell(secret, spelling));
  return {
    variables,
    fill,
    fillJson: (text) =>
      fill(
        hasNumbers && isIn(text)
          ? text.replaceAll(wholeValues, (mark, ofCall, index) => {
              const secret = secretOf(ofCall, index);
              return typeof secret === 'number' ? String(secret) : mark;
            })
          : text,
        'json',
      ),
    fillIn: (value) => (secrets.length === 0 ? value : replaceIn(value, (text) => fill(text), 0)),
    hide: (value) =>
      secrets.length === 0 ? value : replaceIn(value, (text) => replace(text, () => MASK), 0),
    isIn,
    inWords,
    further: (values) => marksOf(values, begin, secrets),
  };
}

/** Also of what is a letter once it is read: `%41`, `\u0041` and `&#65;`. The end of a mark is a letter itself. */
const isAgainstLetters = (text: string, from: number, to: number): boolean =>
  /(?:[\p{L}\p{N}\p{Cs}]|&#?\w+;)$/u.test(text.slice(Math.max(0, from - 12), from)) ||
  /^(?:[\p{L}\p{N}\p{Cs}%]|\\u|&#?\w+;)/u.test(text.slice(to, to + 12));

/** A token or a session that the target gave is placed like a secret; an id of a conversation is none. */
export const isLearntSecret = (name: string): boolean =>
  !isConversationAlias(name) && (isSecretName(name, 'header') || /cookie|session/i.test(name));

/** Whether it is taken from a cookie that the target sets, and so a session by whatever name; an id of a conversation is none. */
export const isTakenFromCookie = (name: string, expression: unknown): boolean =>
  !isConversationAlias(name) &&
  /response_cookies|set-cookie/i.test(
    typeof expression === 'string' ? expression : (JSON.stringify(expression) ?? ''),
  );

/**
 * What was learnt as a secret, with each secret in it changed: the text itself, or what an object may keep as one. Short
 * words of an object, such as its status, would hide themselves wherever the target says them.
 */
export function changeSecrets(value: unknown, change: (secret: string | number) => string | number): unknown {
  if (typeof value === 'string' || typeof value === 'number') return change(value);
  let left = mostLearntParts;
  return mapScalars(value, (part) => {
    const text = String(part);
    if (left === 0 || text.length < shortestLearntPart || /\s/.test(text)) return part;
    left -= 1;
    return change(part);
  });
}
/** In characters. */
export const shortestLearntPart = 12;
/** Each costs a look at every answer. */
const mostLearntParts = 100;

// No body that can be written out again is deeper.
const MAX_DEPTH = 500;

function replaceIn(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), replaceIn(item, change, depth + 1)]),
  );
}
