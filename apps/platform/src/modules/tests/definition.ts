import { createHash } from 'node:crypto';
import type { Test, TestInput, TestSet } from '@sonde/contract';
import type { FieldFault } from '@sonde/server-kit';
import type { TestDefinition } from './tables.ts';

export interface Defined {
  readonly testType: Test['test_type'];
  readonly definition: TestDefinition;
}

/**
 * What a test says, from what was given over what it said before. The type is the one that is named; else a goal makes
 * a conversation, a prompt a single turn, and the set decides where there is neither.
 */
export function defineTest(
  input: TestInput,
  before: Defined | undefined,
  setType: TestSet['test_set_type'] | undefined,
  place: string,
): Defined | FieldFault[] {
  const former = before?.definition;
  const definition: TestDefinition = {
    prompt: input.prompt === undefined ? (former?.prompt ?? null) : input.prompt,
    conversation:
      input.test_configuration === undefined ? (former?.conversation ?? null) : input.test_configuration,
    metrics: input.metrics ?? former?.metrics ?? [],
    combine: input.combine ?? former?.combine ?? 'all',
    metadata: input.metadata ?? former?.metadata ?? {},
    files: input.files ?? former?.files ?? [],
  };
  const testType = input.test_type ?? typeOf(definition) ?? before?.testType ?? setType ?? 'Single-Turn';
  const faults = faultsOf(testType, definition, place);
  return faults.length > 0 ? faults : { testType, definition };
}

function typeOf({ conversation, prompt }: TestDefinition): Test['test_type'] | undefined {
  if (conversation) return 'Multi-Turn';
  return prompt ? 'Single-Turn' : undefined;
}

/** Of all that a test says, its metadata included: lists, runs and files read many tests at once. */
const mostCharacters = 1_000_000;

function faultsOf(testType: Test['test_type'], definition: TestDefinition, place: string): FieldFault[] {
  const at = (path: string): string => [place, path].filter(Boolean).join('.');
  const { prompt, conversation, files } = definition;
  const characters = JSON.stringify(definition).length;
  if (characters > mostCharacters)
    return [
      {
        path: place,
        code: 'too_big',
        message: `A test holds at most ${mostCharacters} characters altogether; this one has ${characters}.`,
      },
    ];
  if (testType === 'Multi-Turn')
    return conversation
      ? []
      : [
          {
            path: at('test_configuration.goal'),
            code: 'required',
            message: 'A Multi-Turn test needs a goal.',
          },
        ];
  const faults: FieldFault[] = [];
  if (!prompt)
    faults.push({ path: at('prompt'), code: 'required', message: `A ${testType} test needs a prompt.` });
  if (conversation)
    faults.push({
      path: at('test_configuration'),
      code: 'not_allowed',
      message: `A ${testType} test has no conversation; leave it out, or make the test Multi-Turn.`,
    });
  if (testType === 'Image' && files.length === 0)
    faults.push({ path: at('files'), code: 'required', message: 'An Image test needs at least one file.' });
  return faults;
}

/** What lists show: the prompt, or the goal. PostgreSQL's text cannot hold NUL. */
export const contentOf = ({ prompt, conversation }: TestDefinition): string =>
  (conversation?.goal ?? prompt?.content ?? '').replaceAll('\0', '\u{FFFD}');

/** Two tests are the same when the same thing is asked and the same is expected, whatever they are filed under. */
export function contentHash({ testType, definition: { prompt, conversation, files } }: Defined): string {
  const said = [
    testType,
    prompt?.content ?? null,
    prompt?.expected_response ?? null,
    conversation && [
      conversation.goal,
      conversation.instructions ?? null,
      conversation.restrictions ?? null,
      conversation.scenario ?? null,
      conversation.max_turns,
      conversation.min_turns ?? null,
      conversation.script ?? null,
    ],
    files,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Sets hold single turns, image tests included, or conversations. */
export const setTypeOf = (testType: Test['test_type']): TestSet['test_set_type'] =>
  testType === 'Multi-Turn' ? 'Multi-Turn' : 'Single-Turn';
