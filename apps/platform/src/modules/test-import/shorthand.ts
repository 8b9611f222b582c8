import { numberIn } from './fields.ts';

/** An assertion that is written as one text. */
export interface Shorthand {
  readonly type: string;
  readonly value: unknown;
  readonly threshold: number | undefined;
}

/** Every type that promptfoo looks for at the beginning of such a text, with `not-` before it or without. */
const types =
  `agent-rubric answer-relevance bleu character-count classifier contains contains-all contains-any contains-html contains-json
  contains-sql contains-xml context-faithfulness context-recall context-relevance conversation-relevance cost ends-with equals
  factuality finish-reason g-eval gleu guardrails icontains icontains-all icontains-any is-html is-json is-refusal is-sql
  is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript latency levenshtein llm-rubric
  max-score meteor model-graded-closedqa model-graded-factuality moderation noise-sensitivity perplexity perplexity-score pi python
  regex research-rubric rouge-n ruby search-rubric select-best similar similar:cosine similar:dot similar:euclidean skill-used
  starts-with tool-call-f1 trace-error-spans trace-span-count trace-span-duration trajectory:goal-success trajectory:step-count
  trajectory:tool-args-match trajectory:tool-sequence trajectory:tool-set trajectory:tool-used webhook word-count`.split(
    /\s+/,
  );

/** Longer ones first: some begin as another one. */
const written = new RegExp(
  String.raw`^(not-)?(${types.toSorted((a, b) => b.length - a.length).join('|')})(?:\(([\d.]+)\))?(?::([^]*))?$`,
);

/** Other names of types, which need a value. */
const aliases = [
  ['eval:', 'javascript'],
  ['fn:', 'javascript'],
  ['grade:', 'llm-rubric'],
] as const;

/** Some have another threshold in a text than in an object: there, no letter of the expected answer may differ. */
const leastInText: Readonly<Record<string, number>> = { levenshtein: 0.75 };

/**
 * `type(threshold):value` of CSV files, as promptfoo reads it: a type alone is one as well, and a text that begins with none is
 * the expected answer.
 */
export function shorthand(text: string): Shorthand {
  const trimmed = text.trim();
  const alias = aliases.find(([name]) => trimmed.startsWith(name));
  if (alias) return { type: alias[1], value: trimmed.slice(alias[0].length).trim(), threshold: undefined };
  const [, not = '', type, threshold, value] = written.exec(trimmed) ?? [];
  if (type === undefined) return { type: 'equals', value: text, threshold: undefined };
  return {
    type: `${not}${type}`,
    value: value?.trim() ?? '',
    threshold: numberIn(threshold) ?? (Object.hasOwn(leastInText, type) ? leastInText[type] : undefined),
  };
}
