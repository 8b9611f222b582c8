import { isObject, targets, type Fields, type Target } from './fields.ts';

/** Which column each field comes from, and which columns are kept as metadata. */
export interface Mapping {
  readonly columns: Partial<Readonly<Record<Target, string>>>;
  readonly metadata: readonly string[];
}

export interface Suggestion {
  readonly mapping: Mapping;
  /** 0–1; of each field, and of the whole. */
  readonly confidences: Partial<Readonly<Record<Target, number>>>;
  readonly confidence: number;
}

const synonyms: Readonly<Partial<Record<Target, readonly string[]>>> = {
  prompt: [
    'prompt_content',
    'prompt.content',
    'input',
    'question',
    'query',
    'user_input',
    'user',
    'message',
    'text',
    'utterance',
    'request',
    'instruction',
    'frage',
    'eingabe',
    'pregunta',
  ],
  expected_response: [
    'expected',
    'expected_output',
    'expectedoutput',
    'prompt.expected_response',
    'answer',
    'ideal',
    'reference',
    'ground_truth',
    'groundtruth',
    'target',
    'output',
    'response',
    'completion',
    'antwort',
    'erwartet',
    'respuesta',
  ],
  language_code: ['language', 'lang', 'locale', 'prompt.language_code'],
  test_type: ['type'],
  goal: ['test_configuration.goal', 'objective', 'expected_outcome', 'ziel'],
  instructions: ['test_configuration.instructions', 'user_description'],
  restrictions: ['test_configuration.restrictions', 'must_not'],
  scenario: ['test_configuration.scenario', 'situation'],
  max_turns: ['test_configuration.max_turns', 'maxturns'],
  min_turns: ['test_configuration.min_turns', 'minturns'],
  script: ['test_configuration.script', 'turns', 'user_turns'],
  requirement: ['behavior', 'behaviour', 'requirement_name', 'anforderung', 'requisito'],
  category: ['group', 'kategorie', 'categoria'],
  topic: ['subject', 'subcategory', 'thema', 'tema'],
  status: ['state'],
  priority: ['prio'],
  tags: ['labels', 'tag'],
  metadata: ['meta'],
  metrics: ['asserts', 'assertions'],
  external_id: ['id', 'test_id', 'case_id', 'testcase_id', 'uuid', 'key'],
  context: ['contexts', 'retrieval_context', 'source_text', 'passage'],
};

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const is = (word: string): ((plain: string) => boolean) => {
  const wanted = folded(word);
  return (plain) => plain === wanted;
};

/** By name: the very word, a word for the same, a part of the name; each column once. */
export function suggestMapping(columns: readonly string[]): Suggestion {
  const taken = new Set<string>();
  // Once: each of some two hundred words looks at all of them.
  const all = columns.map((name) => ({ name, plain: folded(name) }));
  const chosen: Partial<Record<Target, string>> = {};
  const confidences: Partial<Record<Target, number>> = {};
  const take = (target: Target, confidence: number, fits: (plain: string) => boolean): void => {
    if (chosen[target] !== undefined) return;
    const column = all.find(({ name, plain }) => !taken.has(name) && fits(plain))?.name;
    if (column === undefined) return;
    taken.add(column);
    chosen[target] = column;
    confidences[target] = confidence;
  };
  for (const target of targets) take(target, 1, is(target));
  for (const target of targets) for (const word of synonyms[target] ?? []) take(target, 0.9, is(word));
  for (const target of ['prompt', 'expected_response', 'goal', 'requirement', 'category', 'topic'] as const)
    for (const word of [target, ...(synonyms[target] ?? [])].filter((part) => part.length > 4)) {
      const part = folded(word);
      take(target, 0.6, (plain) => plain.includes(part));
    }
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) take('prompt', 0.4, () => true);
  const essential = confidences.prompt ?? confidences.goal ?? confidences.script ?? 0;
  const mapping = { columns: chosen, metadata: metadataColumns(columns, taken) };
  return { mapping, confidences, confidence: essential };
}

/** What is left over is kept, but for what stands below a column that is taken already. */
const metadataColumns = (columns: readonly string[], taken: ReadonlySet<string>): string[] =>
  columns.filter(
    (column) => !taken.has(column) && !column.includes('.') && !ours.has(column) && !isParent(column, taken),
  );
const isParent = (column: string, taken: ReadonlySet<string>): boolean =>
  [...taken].some((name) => name.startsWith(`${column}.`));
const ours = new Set(['sonde_version']);

export type RecordValue = readonly string[] | Readonly<Record<string, unknown>>;

/** The value at a column: a cell, a key, or a path of keys. */
export function valueAt(columns: readonly string[], value: RecordValue, column: string): unknown {
  if (isCells(value)) return value[columns.indexOf(column)];
  if (Object.hasOwn(value, column)) return value[column];
  return column
    .split('.')
    .reduce<unknown>(
      (part, key) => (isObject(part) && Object.hasOwn(part, key) ? part[key] : undefined),
      value,
    );
}

export const isCells = (value: RecordValue): value is readonly string[] => Array.isArray(value);

export function mappedFields(columns: readonly string[], value: RecordValue, mapping: Mapping): Fields {
  const fields: Fields = {};
  for (const target of targets) {
    const column = mapping.columns[target];
    if (column === undefined) continue;
    const found = valueAt(columns, value, column);
    if (found !== undefined) fields[target] = found;
  }
  const rest = mapping.metadata.flatMap((column) => {
    const found = valueAt(columns, value, column);
    return found === undefined || found === '' || found === null ? [] : [[column, found] as const];
  });
  if (rest.length > 0 && (fields.metadata === undefined || fields.metadata === ''))
    fields.metadata = Object.fromEntries(rest);
  return fields;
}
