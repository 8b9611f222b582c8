import type { GenerateAnswer, TestsInput } from '@sonde/contract';
import { planTests, type PlannedTest } from '#test-generation';

/** The task `tests`: what the rules plan for requirements that need not be stored. The same input gives the same tests. */
export async function makeTests({
  requirements,
  test_type: type,
  num_tests: count,
}: TestsInput): Promise<GenerateAnswer> {
  const { tests, dropped } = await planTests(
    {
      requirements: requirements.map((requirement, place) => ({ id: String(place), ...requirement })),
      passages: [],
      tests: [],
      explorations: [],
    },
    { type, count },
  );
  const content = JSON.stringify({ tests: tests.map(presentTest), near_duplicates_dropped: dropped });
  return {
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
    model: 'builtin/generator',
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
}

const presentTest = ({ input, metric, requirement }: PlannedTest) => ({
  ...(input.prompt ? { prompt: input.prompt } : {}),
  ...(input.test_configuration ? { test_configuration: input.test_configuration } : {}),
  requirement,
  category: input.category,
  topic: input.topic,
  tags: input.tags ?? [],
  metadata: input.metadata ?? {},
  ...(metric ? { metric } : {}),
});
