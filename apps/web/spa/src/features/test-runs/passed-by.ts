import type { TestResult } from '@sonde/contract';

const mostNamed = 2;

/** Which metrics pass an answer that another one leaves open, before the reason, which begins with the name of that one. */
export function passedBy(verdicts: TestResult['verdicts'], reason: string): string {
  const leftOpen = verdicts.some(
    ({ shown_name: shown, name, verdict }) =>
      verdict === 'not_evaluated' && [shown, name].some((called) => reason.startsWith(`“${called}”`)),
  );
  const passing = verdicts.filter(({ verdict, flag }) => verdict === 'pass' && flag === null);
  if (!leftOpen || passing.length === 0) return '';
  const names = passing.slice(0, mostNamed).map(({ shown_name: shown }) => `“${shown}”`);
  const more = passing.length > mostNamed ? ` and ${passing.length - mostNamed} more` : '';
  return `Passed by ${names.join(', ')}${more}, left open by `;
}
