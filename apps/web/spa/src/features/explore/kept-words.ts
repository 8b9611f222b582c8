import type { Finding } from '@sonde/contract';
import { formatNumber, plural } from '../../lib/format.ts';

type Resting = Pick<Finding, 'evidence'>;

/** The turns that findings rest on, each once. */
export const turnsBehind = (findings: readonly Resting[]): number[] => [
  ...new Set(findings.flatMap(({ evidence }) => evidence)),
];

const restOn = (findings: number, questions: number): string =>
  `${plural(findings, 'finding rests', 'findings rest')} on ${plural(questions, 'question')}`;

/** How many tests keeping them makes at most, before anybody presses. */
export function wordsBeforeKeeping(findings: readonly Resting[]): string | undefined {
  const resting = findings.filter(({ evidence }) => evidence.length > 0).length;
  const questions = turnsBehind(findings).length;
  if (questions === 0) return undefined;
  return `${restOn(resting, questions)}. Kept as tests, each question is asked again as it was: ${questions === 1 ? 'one test' : `up to ${plural(questions, 'test')}`}.`;
}

/** Said before many are kept at once: the dialog of a single test says the same beside its expected answer. */
export const answersBecomeExpected =
  'What the application answered becomes what is expected, unless the finding is a flaw. Where it is wrong, correct the expected answer before the tests are run.';

/** What became of them: there are as many tests as questions, which need not be as many as findings. */
export function wordsAfterKeeping({
  findings,
  tests,
  questions,
}: {
  readonly findings: number;
  readonly tests: number;
  readonly questions: number;
}): { readonly title: string; readonly why: string } {
  const title = `${plural(findings, 'finding')} became ${plural(tests, 'test')}`;
  const left = questions - tests;
  const rest =
    left > 0
      ? ` Of ${plural(left, 'question')} no test of its own was made: such a question stands in a longer conversation, was kept before, or cannot be asked alone.`
      : '';
  return { title, why: `${restOn(findings, questions)}, and a test asks one of them.${rest}` };
}

/** What the description of a set says of them: how many of the tests stand in it, and where the others are. */
export function wordsOfSet(
  { title, why }: ReturnType<typeof wordsAfterKeeping>,
  here: number,
  elsewhere: { readonly count: number; readonly name: string } | undefined,
): string {
  const where = elsewhere
    ? `${title}: ${formatNumber(here)} in this set, and ${formatNumber(elsewhere.count)} in “${elsewhere.name}”.`
    : `${title}.`;
  return `When the findings were kept, ${where} ${why} ${answersBecomeExpected}`;
}
