import { architectExamples, shareWords } from '@sonde/contract';

export const builtinPlanner = 'builtin/planner';

export const helpText = [
  'I lead from an endpoint to tests and their results, with the tools that agents have. Anything that changes something or calls an application waits for your yes. For example:',
  ...architectExamples.map(({ sentence, meaning }) => `- ${sentence} (${meaning})`),
].join('\n');

export const many = (count: number, word: string, plural = `${word}s`): string =>
  `${count} ${count === 1 ? word : plural}`;

export const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** On one line, and not too long: it comes from applications. */
export const brief = (text: string | null | undefined, max = 160): string => {
  const plain = (text ?? '').replaceAll(/\s+/g, ' ').trim();
  return plain.length <= max ? plain : `${plain.slice(0, max - 1).toWellFormed()}…`;
};

/** The pass rate as it is told everywhere; what nobody decided is told beside it. */
export const rateOfDecided = (passed: number, failed: number): string =>
  passed + failed === 0 ? 'undecided' : shareWords(passed, passed + failed);
