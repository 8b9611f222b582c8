import type { Test } from '@sonde/contract';
import type { Cell } from '#kernel/sheets';
import { importFields, type ImportField } from '#test-import';

/** The first number changes when older readers would misread a file. */
export const sondeVersion = '1';

/** What a test is without the place where it lives: names instead of ids. Reading it gives the same test. */
export interface ExportedTest {
  readonly sonde_version: string;
  readonly external_id?: string;
  readonly test_type: Test['test_type'];
  readonly prompt?: NonNullable<Test['prompt']>;
  readonly test_configuration?: NonNullable<Test['test_configuration']>;
  readonly requirement?: string;
  readonly category?: string;
  readonly topic?: string;
  readonly status: Test['status'];
  readonly priority: number;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly metrics: readonly (Omit<Test['metrics'][number], 'metric'> & { readonly metric: string })[];
  readonly combine: Test['combine'];
  readonly files?: readonly string[];
}

export function exportTest(test: Test, metricName: (id: string) => string): ExportedTest {
  const { prompt, test_configuration, combine } = test;
  return {
    sonde_version: sondeVersion,
    ...(test.external_id === null ? {} : { external_id: test.external_id }),
    test_type: test.test_type,
    ...(prompt ? { prompt } : {}),
    ...(test_configuration ? { test_configuration } : {}),
    ...(test.requirement ? { requirement: test.requirement.name } : {}),
    ...(test.category ? { category: test.category.name } : {}),
    ...(test.topic ? { topic: test.topic.name } : {}),
    status: test.status,
    priority: test.priority,
    tags: test.tags,
    metadata: test.metadata,
    metrics: test.metrics.map((reference) => ({ ...reference, metric: metricName(reference.metric) })),
    combine:
      typeof combine === 'string'
        ? combine
        : {
            ...combine,
            weights: Object.fromEntries(
              Object.entries(combine.weights).map(([id, weight]) => [metricName(id), weight]),
            ),
          },
    ...(test.files.length > 0 ? { files: test.files } : {}),
  };
}

type Column = 'sonde_version' | Exclude<ImportField, 'context'>;

/** The fields that import reads, so that what goes out comes in; a context goes out as the metadata it became. */
export const exportColumns: readonly Column[] = [
  'sonde_version',
  ...importFields.filter((field) => field !== 'context'),
];

/** One row of a table. Lists and objects are JSON; a text that is empty, not missing, is named in the last cell. */
export function exportCells(test: ExportedTest): Cell[] {
  const { prompt, test_configuration: talk } = test;
  const texts = {
    expected_response: prompt?.expected_response ?? null,
    instructions: talk?.instructions ?? null,
    restrictions: talk?.restrictions ?? null,
    scenario: talk?.scenario ?? null,
  };
  const emptied = Object.entries(texts).flatMap(([name, text]) => (text === '' ? [name] : []));
  const cells: Record<Column, Cell> = {
    sonde_version: test.sonde_version,
    external_id: test.external_id ?? null,
    test_type: test.test_type,
    prompt: prompt?.content ?? null,
    ...texts,
    language_code: prompt?.language_code ?? null,
    goal: talk?.goal ?? null,
    max_turns: talk?.max_turns ?? null,
    min_turns: talk?.min_turns ?? null,
    script: listCell(talk?.script),
    requirement: test.requirement ?? null,
    category: test.category ?? null,
    topic: test.topic ?? null,
    status: test.status,
    priority: test.priority,
    tags: listCell(test.tags),
    metadata: Object.keys(test.metadata).length > 0 ? JSON.stringify(test.metadata) : null,
    metrics: listCell(test.metrics),
    combine: typeof test.combine === 'string' ? test.combine : JSON.stringify(test.combine),
    files: listCell(test.files),
    empty_fields: listCell(emptied),
  };
  return exportColumns.map((column) => cells[column]);
}

const listCell = (list: readonly unknown[] | undefined): string | null =>
  list && list.length > 0 ? JSON.stringify(list) : null;
