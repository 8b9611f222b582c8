import type { MetricReference, Requirement, Test, TestInput } from '@sonde/contract';
import { plural } from '../../../lib/format.ts';
import { testNameOf } from '../test-content.ts';

/** One column of the grid: what stands in a cell, and what a text written into it means. */
export interface SheetColumn {
  readonly id:
    | 'content'
    | 'name'
    | 'expected'
    | 'judges'
    | 'requirement'
    | 'category'
    | 'topic'
    | 'status'
    | 'priority'
    | 'tags';
  readonly header: string;
  /** At least so wide; what room is left is shared by `share`. */
  readonly widthRem: number;
  readonly share: number;
  readonly textOf: (test: Test) => string;
  /** What is sent for this text, or what is wrong with it. A new test has nothing before it. */
  readonly read: (text: string, before: Test | null) => Partial<TestInput> | string;
  /** It is told here and changed elsewhere: whatever is pasted over it leaves it as it is. */
  readonly isTold?: true;
  /** What stands there in a new test. */
  readonly usual?: string;
  /** What is so where the cell is empty; no part of its text. */
  readonly whereEmpty?: string;
  /** The only texts that may stand there. */
  readonly words?: readonly string[];
}

const longestName = 200;
/** A test that was proposed waits to be read, which is no review of a result. */
const statusWords: Readonly<Record<Test['status'], string>> = {
  New: 'New',
  Review: 'Draft',
  Approved: 'Kept',
};
const statuses = ['New', 'Review', 'Approved'] as const;

const label = (id: 'requirement' | 'category' | 'topic', header: string, widthRem: number): SheetColumn => ({
  id,
  header,
  widthRem,
  share: 11,
  textOf: (test) => test[id]?.name ?? '',
  read: (text) => {
    const name = text.trim();
    if (name.length > longestName) return `${header} has at most ${longestName} characters.`;
    return { [id]: name === '' ? null : name };
  },
});

const content: SheetColumn = {
  id: 'content',
  header: 'Prompt or goal',
  widthRem: 13,
  share: 24,
  textOf: ({ prompt, test_configuration: talk }) => talk?.goal ?? prompt?.content ?? '',
  read: (text, before) => {
    if (text.trim() === '') return 'A test needs a prompt or a goal.';
    if (before?.test_type !== 'Multi-Turn') return { prompt: { ...before?.prompt, content: text } };
    const talk = before.test_configuration;
    return talk
      ? { test_configuration: { ...talk, goal: text } }
      : 'This conversation has no goal to change.';
  },
};

/** What the file that a test came from calls it, promptfoo in its `description`. */
const name: SheetColumn = {
  id: 'name',
  header: 'Name',
  widthRem: 6,
  share: 13,
  isTold: true,
  textOf: (test) => testNameOf(test) ?? '',
  read: () => ({}),
};

const expected: SheetColumn = {
  id: 'expected',
  header: 'Expected answer',
  widthRem: 8,
  share: 18,
  textOf: ({ prompt }) => prompt?.expected_response ?? '',
  read: (text, before) => {
    const answer = text.trim() === '' ? null : text;
    if (before === null) return { prompt: { content: '', expected_response: answer } };
    if (before.prompt) return { prompt: { ...before.prompt, expected_response: answer } };
    return answer === null ? {} : 'A conversation without a first prompt has no expected answer.';
  },
};

const status: SheetColumn = {
  id: 'status',
  header: 'Status',
  // Its longest word whole: it is looked down, row by row.
  widthRem: 6,
  share: 8,
  words: statuses.map((word) => statusWords[word]),
  textOf: (test) => statusWords[test.status],
  read: (text) => {
    const wanted = text.trim().toLowerCase();
    // A table that was made from the API has its words.
    const found = statuses.find((word) =>
      [word, statusWords[word]].some((known) => known.toLowerCase() === wanted),
    );
    return found ? { status: found } : `Status is one of ${Object.values(statusWords).join(', ')}.`;
  },
};

const mostPriority = 1000;
const usualPriority = 'Normal';

const priority: SheetColumn = {
  id: 'priority',
  header: 'Priority',
  usual: usualPriority,
  widthRem: 5.25,
  share: 6,
  textOf: (test) => (test.priority === 0 ? usualPriority : String(test.priority)),
  read: (text) => {
    const isUsual = ['', usualPriority.toLowerCase()].includes(text.trim().toLowerCase());
    const number = isUsual ? 0 : Number(text.trim());
    return Number.isInteger(number) && Math.abs(number) <= mostPriority
      ? { priority: number }
      : `Priority is ${usualPriority} or a whole number from -${mostPriority} to ${mostPriority}.`;
  },
};

const tags: SheetColumn = {
  id: 'tags',
  header: 'Tags',
  widthRem: 4.5,
  share: 11,
  textOf: (test) => test.tags.join(', '),
  read: (text) => {
    const words = [
      ...new Set(
        text
          .split(/[,;\n]/)
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    ];
    if (words.length > 50) return 'A test has at most 50 tags.';
    return words.some((word) => word.length > 100) ? 'A tag has at most 100 characters.' : { tags: words };
  },
};

export const sheetColumns: readonly SheetColumn[] = [
  content,
  name,
  expected,
  label('requirement', 'Requirement', 6.25),
  label('category', 'Category', 5),
  label('topic', 'Topic', 4.75),
  status,
  priority,
  tags,
];

/** Who judges a test that names no metric; of a list of all tests, which belong to several sets, it is not known. */
const judgedWithoutOwn = (ofSet: readonly string[] | undefined): string => {
  if (ofSet === undefined) return 'A metric of its set, or a person';
  return ofSet.length === 0 ? 'A person' : `${ofSet.join(', ')} (of its set)`;
};

/**
 * What decides each test, by the names of its metrics and of those of its requirement, as a run takes them. Which these are
 * is chosen where the test or the requirement is opened.
 */
export const judgesColumn = (
  nameOf: (use: MetricReference) => string | undefined,
  metricsOf: (requirementId: string) => Requirement['metrics'],
  ofSet?: readonly string[],
): SheetColumn => ({
  id: 'judges',
  header: 'Judged by',
  widthRem: 6.5,
  share: 13,
  isTold: true,
  whereEmpty: judgedWithoutOwn(ofSet),
  textOf: ({ metrics, requirement }) => {
    const names = metrics.map((use) => nameOf(use));
    const own = names.includes(undefined) ? plural(metrics.length, 'metric') : names.join(', ');
    // What the test names itself counts as the test names it.
    const further = (requirement === null ? [] : metricsOf(requirement.id))
      .filter(({ id }) => !metrics.some(({ metric }) => metric === id))
      .map(({ id, name: called }) => nameOf({ metric: id }) ?? called);
    if (further.length === 0) return own;
    return `${own === '' ? '' : `${own}, `}${further.join(', ')} (of its requirement)`;
  },
  read: () => ({}),
});

/** Columns a conversation has no use for are left out of its grid. */
export const columnsFor = (type: string | null, judges?: SheetColumn): readonly SheetColumn[] =>
  sheetColumns.flatMap((column) =>
    column.id === 'expected'
      ? [...(type === 'Multi-Turn' ? [] : [column]), ...(judges === undefined ? [] : [judges])]
      : [column],
  );

/** What a grid is about is there whether or not it is filled; of the rest, what says nothing in any row may be left out. */
const alwaysShown: ReadonlySet<SheetColumn['id']> = new Set([
  'content',
  'name',
  'expected',
  'judges',
  'status',
]);

/** Most tests have no name, and none can be written here: its column is there where a test has one. */
export const withoutNames = (
  columns: readonly SheetColumn[],
  tests: readonly Test[],
): readonly SheetColumn[] =>
  tests.some((test) => name.textOf(test) !== '') ? columns : columns.filter((column) => column !== name);

const isEmptyIn = (column: SheetColumn, test: Test): boolean =>
  ['', column.usual ?? ''].includes(column.textOf(test));

/** Tests that are made from requirements have these as their topics. */
const repeatsRequirement = ({ id }: SheetColumn, tests: readonly Test[]): boolean =>
  id === 'topic' && tests.every(({ topic, requirement }) => topic?.name === requirement?.name);

/**
 * Columns that say nothing in any of these rows: nobody has written there, all have what a new test has, or it stands in
 * another column.
 */
export const emptyColumns = (
  columns: readonly SheetColumn[],
  tests: readonly Test[],
): readonly SheetColumn[] =>
  tests.length === 0
    ? []
    : columns.filter(
        (column) =>
          !alwaysShown.has(column.id) &&
          (tests.every((test) => isEmptyIn(column, test)) || repeatsRequirement(column, tests)),
      );

/** Which columns are left out, or shown all the same, and why they say nothing. */
export function emptyWords(
  columns: readonly SheetColumn[],
  tests: readonly Test[],
  isShown: boolean,
): string {
  const isSaid = (column: SheetColumn): boolean => tests.some((test) => !isEmptyIn(column, test));
  const empty = columns.filter((column) => !isSaid(column)).map(({ header }) => header);
  const said = columns.filter(isSaid).map(({ header }) => header);
  return [
    ...(empty.length === 0
      ? []
      : [`${isShown ? 'Empty' : 'Not shown, since empty'} in every row: ${empty.join(', ')}`]),
    ...said.map((header) => `${isShown ? '' : 'Not shown: '}${header} is the same as Requirement`),
  ].join('. ');
}

/** What a test says, so that an edit can be taken back. */
export const inputBefore = (test: Test): Partial<TestInput> => ({
  ...(test.prompt ? { prompt: test.prompt } : {}),
  ...(test.test_configuration ? { test_configuration: test.test_configuration } : {}),
  requirement_id: test.requirement?.id ?? null,
  category_id: test.category?.id ?? null,
  topic_id: test.topic?.id ?? null,
  metrics: test.metrics,
  status: test.status,
  priority: test.priority,
  tags: test.tags,
});
