import type { AnswerOf, Test, TestInput, extractTest } from '@sonde/contract';

/** A test as a form holds it: every field a text. */
export interface TestDraft {
  readonly type: 'Single-Turn' | 'Multi-Turn';
  readonly content: string;
  readonly expected: string;
  readonly goal: string;
  readonly instructions: string;
  readonly restrictions: string;
  readonly scenario: string;
  readonly maxTurns: string;
  readonly script: string;
  readonly requirement: string;
  readonly category: string;
  readonly topic: string;
  readonly metrics: ReadonlySet<string>;
}

export function draftOf(test: Test | null, type: TestDraft['type']): TestDraft {
  const talk = test?.test_configuration;
  return {
    type: test === null ? type : test.test_type === 'Multi-Turn' ? 'Multi-Turn' : 'Single-Turn',
    content: test?.prompt?.content ?? '',
    expected: test?.prompt?.expected_response ?? '',
    goal: talk?.goal ?? '',
    instructions: talk?.instructions ?? '',
    restrictions: talk?.restrictions ?? '',
    scenario: talk?.scenario ?? '',
    maxTurns: String(talk?.max_turns ?? 10),
    script: talk?.script?.join('\n') ?? '',
    requirement: test?.requirement?.name ?? '',
    category: test?.category?.name ?? '',
    topic: test?.topic?.name ?? '',
    metrics: new Set(test?.metrics.map(({ metric }) => metric)),
  };
}

export type Extracted = AnswerOf<typeof extractTest>;

/** What was said somewhere, as the form shows it, with what is to judge it. */
export const extractedDraft = (
  { test_type, prompt, test_configuration: talk }: Extracted,
  metrics: readonly string[],
): TestDraft => ({
  ...draftOf(null, test_type === 'Multi-Turn' ? 'Multi-Turn' : 'Single-Turn'),
  content: prompt?.content ?? '',
  expected: prompt?.expected_response ?? '',
  goal: talk?.goal ?? '',
  maxTurns: String(talk?.max_turns ?? 10),
  script: talk?.script?.join('\n') ?? '',
  metrics: new Set(metrics),
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The script is one turn a line; one that was not touched is sent as it was, whatever lines its turns have. */
function scriptOf(draft: TestDraft, stored: readonly string[] | undefined): string[] | undefined {
  if (stored && stored.join('\n') === draft.script) return [...stored];
  const lines = draft.script.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? undefined : lines;
}

/** What is sent. What the form does not show is kept from the test as it was. */
export function inputOf(
  draft: TestDraft,
  test: Test | null,
  /** The turns that the form was opened with, where there is no stored test yet. */
  turns?: readonly string[],
): TestInput {
  const kept = new Map(test?.metrics.map((reference) => [reference.metric, reference]));
  const labels = {
    requirement: orNull(draft.requirement),
    category: orNull(draft.category),
    topic: orNull(draft.topic),
    metrics: [...draft.metrics].map((metric) => kept.get(metric) ?? { metric }),
  };
  if (draft.type === 'Single-Turn') {
    return {
      ...labels,
      ...(test ? {} : { test_type: 'Single-Turn' }),
      prompt: { ...test?.prompt, content: draft.content, expected_response: orNull(draft.expected) },
    };
  }
  const script = scriptOf(draft, test?.test_configuration?.script ?? turns);
  const optional = Object.fromEntries(
    [
      ['instructions', orNull(draft.instructions)],
      ['restrictions', orNull(draft.restrictions)],
      ['scenario', orNull(draft.scenario)],
    ].filter(([, text]) => text !== null),
  );
  const minTurns = test?.test_configuration?.min_turns;
  return {
    ...labels,
    ...(test ? {} : { test_type: 'Multi-Turn' }),
    test_configuration: {
      goal: draft.goal,
      max_turns: Number(draft.maxTurns),
      ...optional,
      ...(minTurns === undefined ? {} : { min_turns: minTurns }),
      ...(script === undefined ? {} : { script }),
    },
  };
}
