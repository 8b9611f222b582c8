import { createHash } from 'node:crypto';
import { findKind } from '#metrics';
import { isObject, isThere, jsonOf, numberIn, type DraftMetric, type MadeMetric } from './fields.ts';
import { codeMetric, writtenIn } from './javascript.ts';
import { mostOfAsked, type NotImported } from './left-open.ts';
import { shorthand } from './shorthand.ts';

/** What promptfoo's assertions came to. */
export interface ReadAssertions {
  readonly metrics: readonly DraftMetric[];
  readonly expected: string | undefined;
  /** Those that have no counterpart. */
  readonly notImported: readonly NotImported[];
}

interface Assertion {
  readonly type: string;
  readonly value: unknown;
  readonly threshold: number | undefined;
  readonly weight: number | undefined;
  /** Turned round: what it names is what no answer may be. */
  readonly isDenied: boolean;
  readonly vars: Args;
}

type Args = Readonly<Record<string, unknown>>;
interface Counterpart {
  readonly made: MadeMetric;
  /** Of the reference to the metric. Most assertions know none there, whatever stands beside them. */
  readonly threshold?: number | undefined;
  readonly args?: Args;
  readonly expected?: string;
  /** What it asks, where that is said better than by its kind. */
  readonly title?: string;
}

const builtin = (kind: string, args: Args = {}): MadeMetric => ({ backend: 'builtin', kind, args });
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
/** What stands as it is in an answer, or does not; a list or an object does in none, so its denial would hold for each. */
const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

/** A list, or a text whose parts are separated by commas; a part in quotes may hold one. */
function listOf(value: unknown): string[] | undefined {
  if (Array.isArray(value)) {
    const parts = value.map(plainText);
    return parts.every((part) => part !== undefined) ? parts : undefined;
  }
  const text = plainText(value);
  if (text === undefined) return undefined;
  return [...`${text},`.matchAll(/\s*(?:"([^"]*)"\s*|([^,]*)),/g)]
    .map(([, quoted, bare]) => quoted ?? bare?.trim() ?? '')
    .filter((part) => part !== '');
}

type Reader = (assertion: Assertion) => Counterpart | undefined;

/** Types are words of the file, and may be what every object has, such as "constructor". */
const named = <Value>(values: Readonly<Record<string, Value>>, type: string): Value | undefined =>
  Object.hasOwn(values, type) ? values[type] : undefined;

const containing =
  (
    kind: 'contains_all' | 'contains_any' | 'contains_none',
    isList: boolean,
    isCaseSensitive: boolean,
  ): Reader =>
  ({ value }) => {
    const text = plainText(value);
    const values = isList ? listOf(value) : text === undefined ? undefined : [text];
    if (!values) return undefined;
    const single = kind === 'contains_none' ? 'Does not contain the value' : 'Contains the value';
    const asked = isList ? (findKind(kind)?.title ?? kind) : single;
    return {
      made: builtin(kind, { values, case_sensitive: isCaseSensitive }),
      title: `${asked}${isCaseSensitive ? ', in the same case' : ''}`,
    };
  };

/** With the value as the argument of this name. */
const ofText =
  (kind: string, name: string, args: Args): Reader =>
  ({ value }) => {
    const text = plainText(value);
    return text === undefined ? undefined : { made: builtin(kind, { [name]: text, ...args }) };
  };

/** Compared with the value, which becomes what the test expects; what is denied is nothing that it expects. */
const comparing =
  (made: (threshold: number | undefined) => MadeMetric, least?: number): Reader =>
  ({ value, threshold, isDenied }) => {
    const expected = plainText(value);
    if (expected === undefined || isDenied) return undefined;
    return {
      made: made(threshold),
      expected,
      ...(least === undefined ? {} : { threshold: threshold ?? least }),
    };
  };

const counterparts: Readonly<Record<string, Reader>> = {
  contains: containing('contains_all', false, true),
  icontains: containing('contains_all', false, false),
  'contains-all': containing('contains_all', true, true),
  'icontains-all': containing('contains_all', true, false),
  'contains-any': containing('contains_any', true, true),
  'icontains-any': containing('contains_any', true, false),
  'starts-with': ofText('starts_with', 'value', { case_sensitive: true }),
  // Case counts there, as it does in JavaScript.
  regex: ofText('regex', 'pattern', { flags: '' }),
  'is-json': ({ value }) => {
    if (!isThere(value)) return { made: builtin('json_valid', { whole_answer: true }) };
    const schema = typeof value === 'string' ? jsonOf(value) : value;
    return isObject(schema) ? { made: builtin('json_schema', { schema, whole_answer: true }) } : undefined;
  },
  // So many letters are whole ones.
  levenshtein: comparing((threshold) =>
    builtin('edit_distance', { max_distance: Math.max(0, Math.floor(threshold ?? 5)) }),
  ),
  'rouge-n': comparing(() => builtin('rouge_n'), 0.75),
  bleu: comparing(() => builtin('bleu'), 0.5),
  latency: ({ threshold }) =>
    threshold === undefined ? undefined : { made: builtin('latency', { max_ms: threshold }) },
  'word-count': ({ value }) => {
    if (isObject(value)) {
      const bounds = boundsOf(value);
      return bounds && { made: builtin('length', { unit: 'words', ...bounds }) };
    }
    const count = numberIn(value);
    return count !== undefined && Number.isInteger(count)
      ? { made: builtin('length', { unit: 'words', min: count, max: count }) }
      : undefined;
  },
  // Whoever asserts it wants it to pass or fail the test, as it does there; what is unclear stays open.
  'is-refusal': () => ({ made: builtin('refusal', { decides: true }) }),
  // Yes or no; a low score beside a yes is rare, and asked for beside that.
  'llm-rubric': rubric((threshold) => (threshold > 0.5 ? threshold : undefined)),
  // A score alone; nought is none there.
  'g-eval': rubric((threshold) => (threshold === 0 ? undefined : threshold)),
  // Yes or no, whatever threshold stands beside it.
  'model-graded-closedqa': rubric(() => undefined),
  factuality: rubric(() => undefined),
  'model-graded-factuality': rubric(() => undefined),
  javascript,
};

/** Denials that a kind of ours asks for by itself. That not all of several stand in an answer is another thing. */
const denials: Readonly<Record<string, Reader>> = {
  contains: containing('contains_none', false, true),
  icontains: containing('contains_none', false, false),
  'contains-any': containing('contains_none', true, true),
  'icontains-any': containing('contains_none', true, false),
};

function javascript({ value, threshold, vars }: Assertion): Counterpart | undefined {
  const source = textOf(value);
  if (source.trim() === '' || threshold === 0) return undefined;
  return {
    made: codeMetric(source, threshold),
    // What a variable stands for is known here alone.
    ...(/\bvars\b/.test(source) ? { args: { vars } } : {}),
  };
}

/** From which score on a judge lets it pass, of a threshold that is given; undefined where it says yes or no. */
type LeastScore = (threshold: number) => number | undefined;

function rubric(leastOf: LeastScore): Reader {
  return ({ value, threshold }) => {
    const text = Array.isArray(value) ? value.map(String).join('\n') : value;
    const least = threshold === undefined ? undefined : leastOf(threshold);
    if (typeof text !== 'string' || text.trim() === '' || (least !== undefined && (least < 0 || least > 1)))
      return undefined;
    return {
      made: {
        backend: 'judge',
        evaluation_prompt: text,
        ...(least === undefined ? {} : { threshold: least }),
      },
    };
  };
}
/** Types that a model judges, and how it is asked may be said beside them. */
const graded = new Set([
  'llm-rubric',
  'g-eval',
  'model-graded-closedqa',
  'factuality',
  'model-graded-factuality',
]);

/** Undefined where one of them is not understood: the other alone would ask for less. */
function boundsOf(given: Record<string, unknown>): Args | undefined {
  const bounds = Object.entries(given).map(([name, value]) => [name, numberIn(value)] as const);
  const areKnown = bounds.every(
    ([name, value]) => (name === 'min' || name === 'max') && Number.isInteger(value) && Number(value) >= 0,
  );
  return areKnown && bounds.length > 0 ? Object.fromEntries(bounds) : undefined;
}

interface Around {
  /** The variables of the test. */
  readonly vars?: Args;
  /** A mean of their scores decides. Most assertions know yes and no, where our metrics know shares as well. */
  readonly isWeighed?: boolean;
  /** Of the test: some say how its assertions are judged. */
  readonly options?: Args;
}

/** Each assertion by itself; `not-` before its type turns it round. */
export function readAssertions(
  asserts: readonly unknown[],
  { vars = {}, isWeighed = false, options = {} }: Around = {},
): ReadAssertions {
  const metrics: DraftMetric[] = [];
  const notImported: NotImported[] = [];
  const seen = new Map<string, number>();
  let expected: string | undefined;
  for (const [place, given] of asserts.entries()) {
    const written = assertionOf(given);
    const isDenied = written.type.startsWith('not-');
    const assertion = { ...written, isDenied, vars };
    const type = isDenied ? assertion.type.slice(4) : assertion.type;
    const denial = isDenied ? named(denials, type) : undefined;
    const negate = isDenied && denial === undefined;
    const unread = unreadIn(given) ?? (graded.has(type) ? unreadOfJudge(given, type, options) : undefined);
    const found = unread === undefined ? counterpartOf({ ...assertion, type }, expected, denial) : undefined;
    if (!found) {
      notImported.push({
        type: assertion.type,
        why: unread ?? whyNot(type, assertion),
        asked: (plainText(assertion.value) ?? '').slice(0, mostOfAsked),
        place,
      });
      continue;
    }
    expected = found.expected ?? expected;
    const made = isWeighed ? yesOrNo(found.made) : found.made;
    const name = nameOf(made, found.title);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    // Weights are told apart by the metric, so each of several has one of its own.
    const metric = count > 1 ? `${name} (${count})` : name;
    const { threshold, args = made.backend === 'builtin' ? made.args : undefined } = found;
    metrics.push({
      metric,
      made,
      ...(args ? { args } : {}),
      ...(threshold === undefined ? {} : { threshold }),
      ...(negate ? { negate: true } : {}),
      ...(assertion.weight === undefined ? {} : { weight: assertion.weight }),
    });
  }
  return { metrics, expected, notImported };
}

/** What an assertion may say that is kept, or changes nothing of what it asks for. */
const readOfAssertion = new Set(
  'type value threshold weight metric description provider rubricPrompt'.split(' '),
);

/** What is there and is not understood, as the end of a sentence: without it, something else would be asked for. */
function unreadIn(given: unknown): string | undefined {
  if (!isObject(given)) return undefined;
  const { threshold, weight } = given;
  // Groups of assertions are not read at all.
  const unread =
    given['type'] === 'assert-set'
      ? undefined
      : Object.keys(given).find((name) => isThere(given[name]) && !readOfAssertion.has(name));
  if (unread !== undefined) return `what its “${unread.slice(0, 60)}” does is not known here`;
  if (isThere(threshold) && numberIn(threshold) === undefined) return 'its threshold is no number';
  const weighs = numberIn(weight);
  return isThere(weight) && (weighs === undefined || weighs < 0)
    ? 'its weight is no number from nought on'
    : undefined;
}

/** How the judge is to be asked, where that is said beside what it is to judge by. */
function unreadOfJudge(given: unknown, type: string, options: Args): string | undefined {
  const prompt = (isObject(given) ? given['rubricPrompt'] : undefined) ?? options['rubricPrompt'];
  if (isThere(prompt) && !(isObject(prompt) && Object.keys(prompt).length === 0))
    return 'its judge is asked in words of its own (rubricPrompt)';
  return type.endsWith('factuality') && isThere(options['factuality'])
    ? 'what counts as right is said by itself (options.factuality)'
    : undefined;
}

function whyNot(type: string, { value, isDenied }: Pick<Assertion, 'value' | 'isDenied'>): string {
  if (isReference(value)) return 'what it asks for stands in another file';
  if (hasTemplate(value)) return 'it holds a template that is not filled in here';
  if (isDenied && named(reasonsByType, type) === otherExpected)
    return 'it compares with a text that is not to be said, and that is no expected answer';
  return (
    named(reasonsByType, type) ??
    (known.has(type) ? 'what it asks for cannot be kept as it is' : 'nothing here judges the same')
  );
}

const otherExpected = 'a test has one expected answer, and it has another';
const reasonsByType: Readonly<Record<string, string>> = {
  similar: 'it compares meanings by a model of its own',
  python: 'it is a program in Python',
  ruby: 'it is a program in Ruby',
  webhook: 'it asks another service',
  cost: 'what a call costs is not known to a test',
  'assert-set': 'groups of assertions are not read',
  equals: otherExpected,
  levenshtein: otherExpected,
  'rouge-n': otherExpected,
  bleu: otherExpected,
};

function counterpartOf(
  assertion: Assertion,
  expected: string | undefined,
  denial: Reader | undefined,
): Counterpart | undefined {
  const { type, value, isDenied } = assertion;
  // What is left of a template, or of the name of a file, is in no answer, so its denial would hold for each.
  if (isReference(value) || hasTemplate(value)) return undefined;
  if (type === 'equals') {
    const text = textOf(value);
    // Compared as JSON: how it is written does not matter.
    if (typeof value === 'object' && value !== null)
      return hasTemplate(text)
        ? undefined
        : { made: builtin('json_path', { path: '$', equals: value, whole_answer: true }) };
    if (!isDenied && (expected === undefined || expected === text))
      return { made: builtin('exact', { case_sensitive: true, trim: false }), expected: text };
    // A test has one expected answer, and what is denied is none.
    const pattern = `^${escaped(text)}$`;
    return pattern.length > mostOfPattern ? undefined : { made: builtin('regex', { pattern, flags: '' }) };
  }
  const found = (denial ?? named(counterparts, type))?.(assertion);
  // There is one expected answer; what is compared with another cannot be kept.
  return found?.expected !== undefined && expected !== undefined && found.expected !== expected
    ? undefined
    : found;
}

/** Stands in another file; so may parts of a list. */
const isReference = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isReference)
    : typeof value === 'string' && /^(?:file:\/\/|package:)/.test(value);
/** Names are filled in before; what is left is a name that there is not, or more than a name. */
export const hasTemplate = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasTemplate)
    : typeof value === 'string' && (namesVariable(value) || value.includes('{%') || value.includes('{#'));
/** Looks once for each of the two brackets: a pattern looks for the second one anew behind each first one. */
const namesVariable = (text: string): boolean => {
  const open = text.indexOf('{{');
  return open !== -1 && text.includes('}}', open + 2);
};
const mostOfPattern = 2000;
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function assertionOf(given: unknown): Omit<Assertion, 'vars' | 'isDenied'> {
  if (typeof given === 'string') return { ...shorthand(given), weight: undefined };
  const { type, value, threshold, weight } = isObject(given) ? given : {};
  return {
    type: typeof type === 'string' ? type : 'unknown',
    value,
    threshold: numberIn(threshold),
    weight: numberIn(weight),
  };
}

const known = new Set(['equals', ...Object.keys(counterparts)]);

/** A metric whose verdict is weighed rather than its score: where one value is asked for, no end of the scale passes. */
function yesOrNo(made: MadeMetric): MadeMetric {
  if (made.backend !== 'builtin' || !shares.has(made.kind)) return made;
  return made.kind === 'contains_any'
    ? { ...made, threshold: 0, threshold_operator: '!=' }
    : { ...made, threshold: 1, threshold_operator: '=' };
}
/** Kinds that score by shares what promptfoo scores by 0 and 1. */
const shares = new Set([
  'contains_all',
  'contains_any',
  'contains_none',
  'edit_distance',
  'latency',
  'length',
]);

/** The same metric has the same name in each import, so that it is made once. */
function nameOf(made: MadeMetric, title: string | undefined): string {
  if (made.backend === 'builtin') {
    const how = made.threshold_operator === undefined ? '' : ', counted as yes or no';
    return `${title ?? findKind(made.kind)?.title ?? made.kind}${how}, from a file`;
  }
  return made.backend === 'judge'
    ? `Rubric${made.threshold === undefined ? '' : `, from ${made.threshold} on`}: ${nameable(made.evaluation_prompt)}`
    : `Imported code: ${nameable(writtenIn(made.source))}`;
}

const mostOfName = 170;
const beginningOfName = 140;

/** A text as part of a name. Of a long one only the beginning fits, and a number made of all of it tells it from those that begin alike. */
function nameable(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  if (line.length <= mostOfName) return line;
  const number = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${line.slice(0, beginningOfName)}… (text no. ${number})`.toWellFormed();
}
