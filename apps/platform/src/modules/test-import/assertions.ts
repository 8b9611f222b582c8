import { createHash } from 'node:crypto';
import { isObject, jsonOf, type DraftMetric, type MadeMetric } from './fields.ts';

/** What promptfoo's assertions came to. */
export interface ReadAssertions {
  readonly metrics: readonly DraftMetric[];
  readonly expected: string | undefined;
  /** Those that have no counterpart, by their type. */
  readonly notImported: readonly string[];
}

interface Assertion {
  readonly type: string;
  readonly value: unknown;
  readonly threshold: number | undefined;
  readonly weight: number | undefined;
}

type Args = Readonly<Record<string, unknown>>;
interface Counterpart {
  readonly made: MadeMetric;
  /** The threshold of the metric, where the assertion's own means something else. */
  readonly threshold?: number | undefined;
  readonly expected?: string;
}

const builtin = (kind: string, args: Args = {}): MadeMetric => ({ backend: 'builtin', kind, args });
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
const listOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map(String)
    : textOf(value)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);

const counterparts: Readonly<Record<string, (assertion: Assertion) => Counterpart | undefined>> = {
  contains: ({ value }) => ({
    made: builtin('contains_all', { values: [String(value)], case_sensitive: true }),
  }),
  icontains: ({ value }) => ({
    made: builtin('contains_all', { values: [String(value)], case_sensitive: false }),
  }),
  'contains-all': ({ value }) => ({
    made: builtin('contains_all', { values: listOf(value), case_sensitive: true }),
  }),
  'icontains-all': ({ value }) => ({
    made: builtin('contains_all', { values: listOf(value), case_sensitive: false }),
  }),
  'contains-any': ({ value }) => ({
    made: builtin('contains_any', { values: listOf(value), case_sensitive: true }),
  }),
  'icontains-any': ({ value }) => ({
    made: builtin('contains_any', { values: listOf(value), case_sensitive: false }),
  }),
  'starts-with': ({ value }) => ({
    made: builtin('starts_with', { value: String(value), case_sensitive: true }),
  }),
  // Case counts there, as it does in JavaScript.
  regex: ({ value }) => ({ made: builtin('regex', { pattern: String(value), flags: '' }) }),
  'is-json': ({ value }) => {
    const schema = typeof value === 'string' ? jsonOf(value) : value;
    return { made: isObject(schema) ? builtin('json_schema', { schema }) : builtin('json_valid') };
  },
  levenshtein: ({ value, threshold }) => ({
    made: builtin('edit_distance', { max_distance: threshold ?? 5 }),
    threshold: undefined,
    expected: String(value),
  }),
  'rouge-n': ({ value, threshold }) => ({
    made: builtin('rouge_n'),
    threshold: threshold ?? 0.75,
    expected: String(value),
  }),
  bleu: ({ value, threshold }) => ({
    made: builtin('bleu'),
    threshold: threshold ?? 0.5,
    expected: String(value),
  }),
  latency: ({ threshold }) =>
    threshold === undefined
      ? undefined
      : { made: builtin('latency', { max_ms: threshold }), threshold: undefined },
  'word-count': ({ value }) => {
    if (isObject(value)) return { made: builtin('length', { unit: 'words', ...boundsOf(value) }) };
    const count = Number(value);
    return Number.isInteger(count)
      ? { made: builtin('length', { unit: 'words', min: count, max: count }) }
      : undefined;
  },
  'is-refusal': () => ({ made: builtin('refusal') }),
  'llm-rubric': rubric,
  'model-graded-closedqa': rubric,
  'g-eval': rubric,
  factuality: rubric,
  javascript: ({ value }) => {
    const source = textOf(value);
    if (source === '' || source.startsWith('file://')) return undefined;
    const body = /\breturn\b/.test(source) ? source : `return (${source.trim().replace(/;$/, '')});`;
    return {
      made: {
        backend: 'code',
        source: `export default function ({ input, output, expected, metadata }) {\n  const context = { prompt: input, vars: (metadata && metadata.vars) || {} };\n${body}\n}\n`,
      },
    };
  },
};

function rubric({ value }: Assertion): Counterpart | undefined {
  const text = Array.isArray(value) ? value.map(String).join('\n') : value;
  return typeof text === 'string' && text.trim() !== '' && !text.startsWith('file://')
    ? { made: { backend: 'judge', evaluation_prompt: text } }
    : undefined;
}

const boundsOf = ({ min, max }: Record<string, unknown>): Args => ({
  ...(typeof min === 'number' ? { min } : {}),
  ...(typeof max === 'number' ? { max } : {}),
});

/** Each assertion by itself; `not-` before its type turns it round. */
export function readAssertions(asserts: readonly unknown[]): ReadAssertions {
  const metrics: DraftMetric[] = [];
  const notImported: string[] = [];
  const seen = new Map<string, number>();
  let expected: string | undefined;
  for (const given of asserts) {
    const assertion = assertionOf(given);
    const negate = assertion.type.startsWith('not-');
    const type = negate ? assertion.type.slice(4) : assertion.type;
    const found = counterpartOf({ ...assertion, type }, expected);
    if (!found) {
      notImported.push(assertion.type);
      continue;
    }
    expected = found.expected ?? expected;
    const name = nameOf(found.made);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    // Weights are told apart by the metric, so each of several has one of its own.
    const metric = count > 1 ? `${name} (${count})` : name;
    const threshold = 'threshold' in found ? found.threshold : assertion.threshold;
    metrics.push({
      metric,
      made: found.made,
      ...(found.made.backend === 'builtin' ? { args: found.made.args } : {}),
      ...(threshold === undefined ? {} : { threshold }),
      ...(negate ? { negate: true } : {}),
      ...(assertion.weight === undefined ? {} : { weight: assertion.weight }),
    });
  }
  return { metrics, expected, notImported };
}

function counterpartOf(assertion: Assertion, expected: string | undefined): Counterpart | undefined {
  const { type, value } = assertion;
  if (isReference(value) && type !== 'javascript') return undefined;
  // What is left of a template is in no answer, so its denial would hold for each.
  if (hasTemplate(value) && type !== 'javascript') return undefined;
  if (type === 'equals') {
    const text = textOf(value);
    return expected === undefined || expected === text
      ? { made: builtin('exact', { case_sensitive: true, trim: false }), expected: text }
      : { made: builtin('regex', { pattern: `^${escaped(text)}$`, flags: '' }) };
  }
  const found = counterparts[type]?.(assertion);
  // There is one expected answer; what is compared with another cannot be kept.
  return found?.expected !== undefined && expected !== undefined && found.expected !== expected
    ? undefined
    : found;
}

const isReference = (value: unknown): boolean => typeof value === 'string' && value.startsWith('file://');
const hasTemplate = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasTemplate)
    : typeof value === 'string' && (namesVariable(value) || value.includes('{%'));
/** Looks once for each of the two brackets: a pattern looks for the second one anew behind each first one. */
const namesVariable = (text: string): boolean => {
  const open = text.indexOf('{{');
  return open !== -1 && text.includes('}}', open + 2);
};
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

function assertionOf(given: unknown): Assertion {
  if (typeof given === 'string') return shorthand(given);
  const { type, value, threshold, weight } = isObject(given) ? given : {};
  return {
    type: typeof type === 'string' ? type : 'unknown',
    value,
    threshold: typeof threshold === 'number' ? threshold : undefined,
    weight: typeof weight === 'number' ? weight : undefined,
  };
}

const known = new Set(['equals', ...Object.keys(counterparts)]);

/** `type(threshold):text` of CSV files; without a type the whole is expected. */
export function shorthand(text: string): Assertion {
  const found = /^(not-)?([a-z][a-z-]*)(?:\(([\d.]+)\))?(?::([\s\S]*))?$/.exec(text.trim());
  const type = found?.[2] ?? '';
  if (!found || (!known.has(type) && found[4] === undefined) || /^https?$/.test(type))
    return { type: 'equals', value: text, threshold: undefined, weight: undefined };
  return {
    type: `${found[1] ?? ''}${type}`,
    value: found[4]?.trim() ?? '',
    threshold: found[3] === undefined ? undefined : Number(found[3]),
    weight: undefined,
  };
}

/** The same metric has the same name in each import, so that it is made once. */
function nameOf(made: MadeMetric): string {
  if (made.backend === 'builtin') {
    const words = made.kind.replaceAll('_', ' ');
    return `${words[0]?.toUpperCase()}${words.slice(1)} (imported)`;
  }
  const text = made.backend === 'judge' ? made.evaluation_prompt : made.source;
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const line =
    made.backend === 'judge'
      ? text
          .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
          .trim()
          .slice(0, 60)
      : 'Code';
  return `${made.backend === 'judge' ? 'Rubric' : 'Imported'}: ${line} [${mark}]`;
}
