import type { ExplorerSuggestion, ExplorerTest } from '@sonde/contract';
import { cutText } from '#kernel/cut-text';
import type { TestRow } from './tables.ts';

export interface Shown {
  readonly row: TestRow;
  readonly path: string | null;
}

const shownCharacters = 20_000;
const outputOf = ({ output }: TestRow): string | null =>
  output ? cutText(output.text, shownCharacters) : null;

export const presentTest = ({ row, path }: Shown): ExplorerTest => ({
  id: row.id,
  topic: path ?? '',
  input: row.input,
  output: outputOf(row),
  label: row.label,
  labeler: row.labeler,
  to_eval: row.toEval,
  model_score: row.modelScore,
  metrics: row.metrics,
  error: row.error,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const presentSuggestion = ({ row, path }: Shown): ExplorerSuggestion => ({
  id: row.id,
  topic: path ?? '',
  input: row.input,
  output: outputOf(row),
  label: row.label,
  labeler: row.labeler,
  model_score: row.modelScore,
  metrics: row.metrics,
  error: row.error,
  diversity_score: row.suggestion?.diversity_score ?? null,
  made_by: row.suggestion?.made_by ?? 'given',
  why: row.suggestion?.why ?? null,
  near_test_id: row.suggestion?.near_test_id ?? null,
  created_at: row.createdAt.toISOString(),
});
