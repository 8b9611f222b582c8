import { MetricReference, TestInput } from '@sonde/contract';
import { z } from 'zod';
import { shapeFault } from '#kernel/http';
import { findKind } from '#metrics';

/** What a column of a file can be taken for. */
export const targets = [
  'prompt',
  'expected_response',
  'language_code',
  'test_type',
  'goal',
  'instructions',
  'restrictions',
  'scenario',
  'max_turns',
  'min_turns',
  'script',
  'requirement',
  'category',
  'topic',
  'status',
  'priority',
  'tags',
  'metadata',
  'metrics',
  'combine',
  'external_id',
  'files',
  'context',
  'empty_fields',
] as const;
export type Target = (typeof targets)[number];
export type Fields = Partial<Record<Target, unknown>>;

/** A metric that a row asks for: one that exists, by name or id, or one that is made when it does not. */
export interface DraftMetric {
  readonly metric: string;
  readonly made?: MadeMetric;
  /** Its name is the one of its kind: of a metric that has the name already nobody wants another one. */
  readonly isOfKind?: true;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly threshold?: number;
  readonly negate?: boolean;
  readonly weight?: number;
}

export type MadeMetric =
  | {
      readonly backend: 'builtin';
      readonly kind: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly threshold?: number;
      readonly threshold_operator?: '=' | '!=';
    }
  | {
      readonly backend: 'judge';
      readonly evaluation_prompt: string;
      readonly model_id?: string;
      /** Of a score from 0 to 1; without it the judge says yes or no. */
      readonly threshold?: number;
    }
  | {
      readonly backend: 'code';
      readonly source: string;
      readonly threshold: number;
      readonly threshold_operator: '>' | '>=';
    };

/** A test as a row says it. Metrics are still names. */
export interface Draft {
  readonly test: TestInput;
  readonly metrics: readonly DraftMetric[];
  /** With weights of metrics: what their mean must reach. */
  readonly weighedThreshold: number | null;
  /** `combine` of our own files, its weights by names of metrics. */
  readonly combine: { readonly weights: Readonly<Record<string, number>>; readonly threshold: number } | null;
  /** What was left out of it, for whoever looks before anything is made. */
  readonly notes?: readonly RowFault[];
  /** What its row gives, and a test of its kind has no place for. */
  readonly placeless?: readonly Placeless[];
  /** Of its question and its conversation, what the row says nothing of. */
  readonly unsaid?: readonly Target[];
}

export interface Placeless {
  readonly target: Target;
  readonly text: string;
}

export interface RowFault {
  /** Of the file, where one is to blame. */
  readonly column: string | null;
  readonly reason: string;
}

/** What only a conversation has, and only a question. */
const ofTalks = ['instructions', 'restrictions', 'scenario', 'max_turns', 'min_turns'] as const;
const ofQuestions = ['expected_response', 'language_code'] as const;
const mayBeUnsaid = [...ofTalks, ...ofQuestions, 'script', 'files'] as const;
const textTargets = ['expected_response', 'instructions', 'restrictions', 'scenario'] as const;
const isText = (target: Target): boolean => textTargets.some((text) => text === target);
const DraftTest = TestInput.omit({ metrics: true, combine: true });
const NamedReference = MetricReference.extend({ metric: z.string().min(1).max(300) });

/** Reads the values of one row. What does not fit is told with its column. */
export function draftOf(
  fields: Fields,
  { isTable, metrics: given, weighedThreshold, columnOf }: Reading,
): Draft | RowFault[] {
  const faults: RowFault[] = [];
  const notes: RowFault[] = [];
  const fault = (target: Target, reason: string): undefined =>
    void faults.push({ column: columnOf(target), reason });
  const reader = createValueReader(fields, isTable, fault);
  const prompt = reader.text('prompt');
  const goal = reader.text('goal');
  const script = reader.list('script');
  const metadata = reader.object('metadata');
  const context = fields.context === '' ? undefined : fields.context;
  const named = reader.list('metrics')?.map(readMetric);
  if (named?.some((metric) => metric === undefined))
    fault(
      'metrics',
      'Each metric is a name or {"metric": "<name>", "args": {…}, "threshold": …, "negate": …}.',
    );
  const { plain: combine, weighed } = readCombine(reader, fault);
  const isTalk = goal !== undefined || script !== undefined;
  const placeless = [...(isTalk ? [] : ofTalks), ...(prompt === undefined ? ofQuestions : [])].flatMap(
    (target) => {
      const text = reader.text(target);
      return text === undefined || text.trim() === '' ? [] : [{ target, text }];
    },
  );
  const test = withoutAbsent({
    test_type: reader.text('test_type'),
    prompt:
      prompt === undefined
        ? undefined
        : withoutAbsent({
            content: prompt,
            expected_response: reader.text('expected_response'),
            language_code: reader.text('language_code'),
          }),
    test_configuration: !isTalk
      ? undefined
      : withoutAbsent({
          goal: goal ?? 'The conversation goes as recorded.',
          instructions: reader.text('instructions'),
          restrictions: reader.text('restrictions'),
          scenario: reader.text('scenario'),
          max_turns: reader.integer('max_turns'),
          min_turns: reader.integer('min_turns'),
          script,
        }),
    requirement: reader.label('requirement'),
    category: reader.label('category'),
    topic: reader.label('topic'),
    status: reader.text('status'),
    priority: readPriority(reader, (reason) => notes.push({ column: columnOf('priority'), reason })),
    tags: reader.list('tags', /[,;]/),
    metadata: context === undefined ? metadata : { ...metadata, context: metadata?.['context'] ?? context },
    external_id: reader.label('external_id'),
    files: reader.list('files'),
  });
  if (prompt === undefined && !isTalk) fault('prompt', 'There is neither a prompt nor a goal.');
  const read = DraftTest.safeParse(test);
  if (!read.success) for (const { path, message } of read.error.issues) fault(targetOf(path), message);
  if (faults.length > 0 || !read.success) return faults;
  return {
    test: { ...read.data, ...(combine ? { combine } : {}) },
    metrics: [...(named ?? []).filter((metric) => metric !== undefined), ...given],
    weighedThreshold,
    combine: weighed ?? null,
    notes,
    placeless,
    unsaid: mayBeUnsaid.filter((target) => reader.raw(target) === undefined),
  };
}

/** As people write it; the higher number is the more urgent, and 0 is the usual one. */
const prioritiesInWords: readonly (readonly [number, readonly string[]])[] = [
  [
    2,
    'critical blocker urgent highest p0 kritisch dringend blockierend critique urgente urgent crítica'.split(
      ' ',
    ),
  ],
  [1, 'high important major must p1 hoch wichtig haute élevée alta alto'.split(' ')],
  [0, 'medium normal moderate usual should p2 mittel moyenne normale media medio'.split(' ')],
  [-1, 'low minor could p3 niedrig gering basse faible baja bajo'.split(' ')],
  [-2, 'lowest trivial optional p4 unwichtig'.split(' ')],
];
const priorityOf = new Map(
  prioritiesInWords.flatMap(([number, words]) => words.map((word) => [word, number] as const)),
);

/** A word nobody knows here is no reason to leave out the test: it gets the usual priority, and that is told. */
function readPriority(
  reader: ReturnType<typeof createValueReader>,
  note: (reason: string) => unknown,
): number | undefined {
  const value = reader.raw('priority');
  if (value === undefined || typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value);
  if (text === '') return undefined;
  const number = priorityOf.get(text) ?? Number(text);
  if (Number.isInteger(number)) return number;
  note(
    `“${text.slice(0, 40)}” is no priority that is understood, so the test has the usual one: write a whole number, or a word such as high, medium or low.`,
  );
  return undefined;
}

interface Reading {
  /** Empty cells say nothing; an empty text in JSON was meant. */
  readonly isTable: boolean;
  readonly metrics: readonly DraftMetric[];
  readonly weighedThreshold: number | null;
  readonly columnOf: (target: Target) => string | null;
}

type Fault = (target: Target, reason: string) => undefined;

function createValueReader(fields: Fields, isTable: boolean, fault: Fault) {
  const emptied = new Set(readNames(fields.empty_fields));
  /** An empty cell says nothing, unless the file says that it does. */
  const given = (target: Target): unknown => {
    const value = fields[target];
    if (value === null || value === undefined || value === '')
      return emptied.has(target) || (value === '' && !isTable && isText(target)) ? '' : undefined;
    return value;
  };
  return {
    text(target: Target): string | undefined {
      const value = given(target);
      return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
    },
    label(target: Target): string | undefined {
      const value = this.text(target)?.trim();
      return value === '' ? undefined : value;
    },
    integer(target: Target): number | undefined {
      const value = given(target);
      if (value === undefined || typeof value === 'number') return value;
      const number = Number(value);
      return typeof value === 'string' && value.trim() !== '' && Number.isInteger(number)
        ? number
        : fault(target, 'A whole number is expected.');
    },
    list(target: Target, separator?: RegExp): unknown[] | undefined {
      const value = given(target);
      if (value === undefined || Array.isArray(value)) return value;
      if (typeof value !== 'string') return fault(target, 'A list is expected.');
      const parsed = jsonOf(value);
      if (Array.isArray(parsed)) return parsed;
      if (separator)
        return value
          .split(separator)
          .map((part) => part.trim())
          .filter((part) => part !== '');
      return fault(target, 'A list in JSON is expected: ["…", "…"].');
    },
    object(target: Target): Record<string, unknown> | undefined {
      const value = given(target);
      if (value === undefined) return undefined;
      const parsed = typeof value === 'string' ? jsonOf(value) : value;
      return isObject(parsed) ? parsed : fault(target, 'An object in JSON is expected: {"…": …}.');
    },
    raw: given,
  };
}

/** All or any; or weights, by the names of metrics. */
function readCombine(reader: ReturnType<typeof createValueReader>, fault: Fault) {
  const value = reader.raw('combine');
  if (value === undefined) return {};
  if (value === 'all' || value === 'any') return { plain: value as 'all' | 'any' };
  const parsed = Weighed.safeParse(typeof value === 'string' ? jsonOf(value) : value);
  if (parsed.success) return { weighed: parsed.data };
  fault('combine', 'Say all, any, or {"weights": {"<metric>": 1}, "threshold": 0.5}.');
  return {};
}

const Weighed = z.strictObject({
  weights: z.record(z.string(), z.number().min(0).max(1000)),
  threshold: z.number().min(0).max(1),
});

function readMetric(value: unknown): DraftMetric | undefined {
  const read = NamedReference.safeParse(typeof value === 'string' ? { metric: value } : value);
  if (!read.success) return undefined;
  const { metric, args, threshold, negate } = read.data;
  return {
    metric,
    // Whoever writes a file by hand takes the names of kinds, which need no metric of one's own beforehand.
    ...(findKind(metric)
      ? { made: { backend: 'builtin', kind: metric, args: args ?? {} }, isOfKind: true }
      : {}),
    ...(args ? { args } : {}),
    ...(threshold === undefined ? {} : { threshold }),
    ...(negate === undefined ? {} : { negate }),
  };
}

const targetOf = (path: readonly PropertyKey[]): Target => {
  const named = path.filter((part) => typeof part === 'string');
  return (
    targets.find((target) => named.at(-1) === target) ??
    targets.find((target) => named.includes(target)) ??
    'prompt'
  );
};

function readNames(value: unknown): string[] {
  const names = typeof value === 'string' ? jsonOf(value) : value;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** What is nested without end is a text like any other: a test that holds it could never be written out again. */
export function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return shapeFault(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Numbers are written as texts as well, in cells and in YAML. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const withoutAbsent = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
