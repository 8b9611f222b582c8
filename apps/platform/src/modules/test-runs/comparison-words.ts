import { trueChange } from '@sonde/contract';
import { plural } from '#kernel/plural';
import type { PairedConclusion } from '#metrics';
import type { Errors, PairedTest } from './compared-sides.ts';

/** What tests ask, and what they are called where they have a name. */
export type Contents = ReadonlyMap<string, { readonly content: string; readonly name: string | null }>;

/**
 * The sentence one can defend: what is said follows from the exact test, and the size is shown with its interval. Where the
 * tests that changed `isNamed` beside it, they are not counted once more.
 */
export function comparisonSentence(
  found: PairedConclusion,
  paired: number,
  { errors = 0, isNamed = false }: { readonly errors?: number; readonly isNamed?: boolean } = {},
): string {
  const { decided, regressed, improved, difference, interval } = found;
  if (paired === 0) return 'The runs have no test in common, so nothing can be said.';
  if (decided === 0)
    return `No test was decided in both runs, so nothing ${errors > 0 ? 'more ' : ''}can be said; they have ${plural(paired, 'test')} in common.`;
  const changed = `${regressed} of ${plural(decided, 'test')} that both runs decided got worse and ${improved} got better`;
  // Those that ended in an error are told of by themselves.
  const open = paired - decided - errors;
  const left =
    open === 0
      ? ''
      : ` ${plural(open, 'more test was', 'more tests were')} left undecided in one of the runs or in both.`;
  const range =
    interval && `from ${outward(interval.low, Math.floor)} to ${outward(interval.high, Math.ceil)} points`;
  const size =
    difference === null || !range
      ? ''
      : ` The pass rate of these ${decided} ${changeWords(difference)}; ${trueChange} is most likely ${range}.`;
  switch (found.conclusion) {
    case 'worse':
      return `Worse: ${changed}; by chance that would happen in ${percentText(found.pValue)} of cases.${size}${left}`;
    case 'better':
      return `Better: ${changed}; by chance that would happen in ${percentText(found.pValue)} of cases.${size}${left}`;
    case 'no evidence':
      return isNamed && regressed + improved > 0
        ? `Among ${plural(decided, 'test')} that both runs decided, chance alone explains so many changes: no evidence that the application as a whole has changed.${size}${left}`
        : `No evidence of a change: ${changed}, which chance alone explains.${size}${left}`;
    case 'too few tests':
      // What broke or answers again has been told; of the others there is no more to say.
      if (errors > 0) return `Otherwise ${changed}, too few tests to tell more.${left}`;
      // What is seen comes first: it is so, whatever may be concluded from it.
      return regressed + improved === 0
        ? `No change in ${plural(decided, 'test')} that both runs decided; so few would not show a small one.${left}`
        : `${isNamed ? `Both runs decided ${plural(decided, 'test')}` : changed}. With so few, that may be chance${range ? `: ${trueChange} of the pass rate may be anything ${range}` : ''}.${left}`;
  }
}

/** What is beyond chance comes first; otherwise the tests that changed, and then what can be said of the whole. */
export function inOrder(
  conclusion: PairedConclusion['conclusion'],
  {
    ofDecided,
    ofErrors,
    ofTests,
  }: {
    readonly ofDecided: string;
    readonly ofErrors: readonly string[];
    readonly ofTests: readonly string[];
  },
): string[] {
  if (conclusion === 'worse') return [ofDecided, ...ofErrors, ...ofTests];
  if (conclusion === 'better') return [...ofErrors, ofDecided, ...ofTests];
  return [...ofErrors, ...ofTests, ofDecided];
}

export function errorSentences({ stopped, again, failing, inBoth, changed }: Errors): string[] {
  const codes = [...new Set(stopped.flatMap(({ other }) => other.codes))].toSorted((a, b) => a - b);
  const came = codes.length === 0 ? '' : ` (HTTP ${codes.slice(0, codesMost).join(', ')})`;
  const one = (count: number, single: string, several: string): string => (count === 1 ? single : several);
  return [
    ...(stopped.length > 0
      ? [
          `${plural(stopped.length, 'test that was', 'tests that were')} answered before now ${one(stopped.length, 'ends', 'end')} in an error${came}.`,
        ]
      : []),
    ...(again > 0
      ? [
          `${plural(again, 'test that ended', 'tests that ended')} in an error before ${one(again, 'is', 'are')} answered now${failing === 0 ? '' : failing === again ? ', and fail' + one(again, 's', '') : `, and ${failing} of them ${one(failing, 'fails', 'fail')}`}.`,
        ]
      : []),
    ...(inBoth > 0
      ? [
          `${plural(inBoth, 'test ends', 'tests end')} in an error in both${changed === 0 ? '' : changed === inBoth ? ', another one than before' : `, ${changed} of them in another one than before`}.`,
        ]
      : []),
  ];
}
const codesMost = 3;

/** A sentence names no more tests than these. */
export const namedMost = 3;
const nameMost = 80;

export const fewEnough = (found: readonly PairedTest[]): readonly PairedTest[] =>
  found.length > namedMost ? [] : found;

/** As many as one takes in are named by what they ask, wherever the sentence stands alone. */
export function namedSentence(
  found: readonly PairedTest[],
  how: 'worse' | 'better',
  contents: Contents | undefined,
): string[] {
  if (found.length === 0) return [];
  return [`${plural(found.length, 'test')} got ${how}${namesOf(found, contents)}.`];
}

/** What nothing had decided is in no statistics, and all the same it fails now by what passed before. */
export function sinceSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const names = namesOf(found, contents);
  return [
    `${plural(found.length, 'test that was not decided before fails', 'tests that were not decided before fail')} now by a metric that passed ${found.length === 1 ? 'it' : 'them'} then${names}.`,
  ];
}

/** What nothing had decided, and no metric had passed, fails now: in no statistics, and nothing that got worse. */
export function firstSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const names = namesOf(found, contents);
  return [
    `${plural(found.length, 'test that was not decided before fails', 'tests that were not decided before fail')} now${names}.`,
  ];
}

/** A person's second thought is no work of the application, and whoever sees two outcomes wants to know why. */
export function judgedSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  const byPerson = found.filter(({ other }) => (other?.overruled ?? 0) > 0);
  const byMetric = found.filter(({ other }) => (other?.overruled ?? 0) === 0);
  return [
    ...sameSentence(byPerson, 'judged otherwise by a person', contents),
    ...sameSentence(
      byMetric,
      'decided by a person in the first and otherwise by a metric in the second',
      contents,
    ),
  ];
}

function sameSentence(found: readonly PairedTest[], how: string, contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const names = namesOf(found, contents);
  return [
    `${plural(found.length, 'test has', 'tests have')} the same answer in both and ${found.length === 1 ? 'was' : 'were'} ${how}, which is no change of the application${names}.`,
  ];
}

/** Nobody has decided them, so no statistics know of them; whoever reads no further must see them all the same. */
export function flaggedSentence(found: readonly PairedTest[], contents: Contents | undefined): string[] {
  if (found.length === 0) return [];
  const what = plural(
    found.length,
    'test has a flag that it did not have before',
    'tests have a flag that they did not have before',
  );
  const names = namesOf(found, contents);
  return [`${what}, and nobody has looked at ${found.length === 1 ? 'it' : 'them'}${names}.`];
}

/** Nothing where they are too many, or not to be told. */
function namesOf(found: readonly PairedTest[], contents: Contents | undefined): string {
  if (!contents || found.length > namedMost) return '';
  const names = found.map(({ testId }) => {
    const said = contents.get(testId);
    const words = (said?.name ?? said?.content)?.replaceAll(/\s+/g, ' ').trim();
    if (!words) return 'a test that is gone';
    return `“${words.length > nameMost ? `${words.slice(0, nameMost).trimEnd()}…` : words}”`;
  });
  return `: ${names.join(', ')}`;
}

/** The ends of an interval are never said to be nearer than they are; what is whole but for its last bit is whole. */
const outward = (share: number, to: (value: number) => number): string =>
  signed(to(Math.round(share * 1e8) / 1e6) / 100);

function changeWords(share: number): string {
  const points = Math.round(share * 100);
  if (points === 0) return share === 0 ? 'is the same' : 'is nearly the same';
  return `${points > 0 ? 'rose' : 'fell'} by ${plural(Math.abs(points), 'point')}`;
}

function signed(share: number): string {
  const points = Math.round(share * 100);
  return `${points > 0 ? '+' : ''}${points}`;
}
const percentText = (share: number): string =>
  share < 0.01 ? 'fewer than 1 %' : `${Math.round(share * 100)} %`;
