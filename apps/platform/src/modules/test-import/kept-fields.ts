import type { Test, TestInput } from '@sonde/contract';
import type { Target } from './fields.ts';

const ofQuestion = ['expected_response', 'language_code'] as const;
const ofTalk = ['instructions', 'restrictions', 'scenario', 'max_turns', 'min_turns', 'script'] as const;

/**
 * A test of a file with what the file says nothing of, as the test has it that it is. Only where it asks the same: to another
 * question another answer is right. The same object where nothing is added.
 */
export function withKept(input: TestInput, unsaid: readonly Target[], existing: Test): TestInput {
  const { prompt, test_configuration: talk, files } = input;
  const kept: Partial<TestInput> = {
    ...(prompt && existing.prompt && prompt.content === existing.prompt.content
      ? { prompt: filledUp(prompt, existing.prompt, ofQuestion, unsaid) }
      : {}),
    ...(talk && existing.test_configuration && talk.goal === existing.test_configuration.goal
      ? { test_configuration: filledUp(talk, existing.test_configuration, ofTalk, unsaid) }
      : {}),
    ...(files === undefined && existing.files.length > 0 ? { files: [...existing.files] } : {}),
  };
  const isSame = kept.files === undefined && (kept.prompt ?? prompt) === prompt;
  return isSame && (kept.test_configuration ?? talk) === talk ? input : { ...input, ...kept };
}

function filledUp<Part extends object, Name extends keyof Part & Target>(
  given: Part,
  former: Pick<Part, Name>,
  names: readonly Name[],
  unsaid: readonly Target[],
): Part {
  const left = names.filter(
    (name) =>
      unsaid.includes(name) &&
      former[name] !== undefined &&
      former[name] !== null &&
      former[name] !== given[name],
  );
  return left.length === 0
    ? given
    : { ...given, ...Object.fromEntries(left.map((name) => [name, former[name]])) };
}
