import { holdsJudgements, isJudgement } from './judgements.ts';
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
  /** Why a column that might be taken for one of them is not. */
  readonly notices: readonly string[];
}

const synonyms: Readonly<Partial<Record<Target, readonly string[]>>> = {
  prompt: [
    'prompt_content',
    'prompt.content',
    'input',
    'question',
    'query',
    'user_input',
    'message',
    'text',
    'utterance',
    'request',
    'instruction',
    'frage',
    'eingabe',
    'pregunta',
    // Also somebody's name.
    'user',
  ],
  expected_response: [
    'expected',
    'expected_output',
    'expectedoutput',
    'prompt.expected_response',
    'ideal',
    'reference',
    'ground_truth',
    'groundtruth',
    'gold',
    'golden',
    'erwartet',
    'target',
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

/** An answer, and perhaps the one that the application once gave: `answer` beside `ground_truth` is what is to be judged. */
const anyAnswer = ['answer', 'output', 'response', 'completion', 'antwort', 'respuesta'] as const;

/** What may stand beside a word of a field without making it another one: `expected_answer`, but not `wrong_answer` or `answer_id`. */
const beside: Readonly<Record<Guessed, ReadonlySet<string>>> = {
  prompt: words(
    `the user users customer client visitor person human test sample example chat first initial original asked text content raw full
    kunde kunden nutzer benutzer beispiel des der die usuario cliente del utilisateur`,
  ),
  expected_response: words(
    `the expected reference target sample example final full text content value result outcome output response answer reply ground
    truth right correct good best gold golden true ideal accepted acceptable preferred desired official written human
    soll muster richtige korrekte erwartete text correcta esperada bonne juste attendue`,
  ),
  goal: words('the user users customer test conversation overall main final expected text'),
  requirement: words('the test parent main name title label text'),
  category: words('the test parent main name title label text'),
  topic: words('the test parent main name title label text'),
};
const guessed = ['prompt', 'expected_response', 'goal', 'requirement', 'category', 'topic'] as const;
type Guessed = (typeof guessed)[number];
/** Of several columns of which something might be expected, the one that says it is right comes first. */
const affirming = words(
  `right correct good best gold golden true truth ideal accepted acceptable preferred desired official expected reference soll muster
  richtige korrekte erwartete correcta esperada bonne juste attendue`,
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** `rightAnswer`, `right_answer` and `Right answer` have the same parts. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');

/** Whether a name holds this word, and nothing that is not known to leave its meaning. German writes both in one. */
function isPlainly(parts: readonly string[], word: string, known: ReadonlySet<string>): boolean {
  const [wanted = '', ...others] = partsOf(word);
  if (others.length > 0) return false;
  const rest = parts.filter((part) => part !== wanted);
  if (rest.length < parts.length) return rest.every((part) => known.has(part));
  const [compound = '', ...more] = parts;
  return more.length === 0 && compound.endsWith(wanted) && known.has(compound.slice(0, -wanted.length));
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

interface Column {
  readonly name: string;
  readonly plain: string;
  readonly parts: readonly string[];
}

const is = (word: string): ((column: Column) => boolean) => {
  const wanted = folded(word);
  return ({ plain }) => plain === wanted;
};

/** By name: the very word, a word for the same, one of these with what leaves its meaning; each column once. */
export function suggestMapping(
  columns: readonly string[],
  samples: readonly Readonly<Record<string, unknown>>[] = [],
): Suggestion {
  const taken = new Set<string>();
  // Once: each of some two hundred words looks at all of them.
  const all = columns.map((name) => ({ name, plain: folded(name), parts: partsOf(name) }));
  const chosen: Partial<Record<Target, string>> = {};
  const confidences: Partial<Record<Target, number>> = {};
  const take = (target: Target, confidence: number, fits: (column: Column) => boolean): void => {
    if (chosen[target] !== undefined) return;
    const column = all.find((one) => !taken.has(one.name) && fits(one))?.name;
    if (column === undefined) return;
    taken.add(column);
    chosen[target] = column;
    confidences[target] = confidence;
  };
  for (const target of targets) take(target, 1, is(target));
  for (const target of targets)
    for (const word of synonyms[target] ?? [])
      // Where there is a question, what comes of it is an answer, and no goal of a conversation.
      if (target !== 'goal' || word !== 'expected_outcome' || chosen.prompt === undefined)
        take(target, 0.9, is(word));
  const wordsOf = (target: Guessed): readonly string[] => [target, ...(synonyms[target] ?? [])];
  for (const word of [...anyAnswer, ...wordsOf('expected_response'), 'result', 'reply'])
    take(
      'expected_response',
      0.7,
      ({ parts }) =>
        isPlainly(parts, word, beside.expected_response) && parts.some((part) => affirming.has(part)),
    );
  const everyPart = new Set(all.flatMap(({ parts }) => parts));
  const judgement = all.find(
    ({ name, parts }) =>
      !taken.has(name) &&
      (isJudgement(parts, everyPart) || holdsJudgements(samples.map((sample) => sample[name]))),
  )?.name;
  const isJudged = judgement !== undefined;
  if (!isJudged) for (const word of anyAnswer) take('expected_response', 0.9, is(word));
  for (const target of guessed)
    for (const word of target === 'expected_response' && !isJudged
      ? [...wordsOf(target), ...anyAnswer]
      : wordsOf(target))
      take(target, 0.6, ({ parts }) => isPlainly(parts, word, beside[target]));
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) take('prompt', 0.4, () => true);
  const essential = confidences.prompt ?? confidences.goal ?? confidences.script ?? 0;
  const mapping = { columns: chosen, metadata: metadataColumns(columns, taken) };
  const recorded = all.find((one) => !taken.has(one.name) && anyAnswer.some((word) => is(word)(one)))?.name;
  const notices =
    recorded !== undefined && judgement !== undefined && chosen.expected_response === undefined
      ? [
          `“${shortened(recorded)}” is not taken for the expected answer: “${shortened(judgement)}” beside it says that some of these answers are wrong. Choose it by hand if all of them are right.`,
        ]
      : [];
  return { mapping, confidences, confidence: essential, notices };
}

const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

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
