import type { Tx } from '#kernel/database';
import { readTestVersions, type RunnableTest } from './versions.ts';

/** Two versions of one test. */
export interface VersionPair {
  readonly testId: string;
  readonly one: number;
  readonly other: number;
}

/** Whether what two versions of a test say is the same in some respect. */
export type SameVersions = (pair: VersionPair) => boolean;

const atOnce = 500;

/** What an application is asked: an answer to it is an answer to every version that asks the same. */
export const sameQuestions = (
  tx: Tx,
  organizationId: string,
  pairs: readonly VersionPair[],
): Promise<SameVersions> => compareBy(tx, organizationId, pairs, askedIn);

/** What is asked, what is expected and by what that is judged: what a test is filed under makes no other test of it. */
export const sameTests = (
  tx: Tx,
  organizationId: string,
  pairs: readonly VersionPair[],
): Promise<SameVersions> => compareBy(tx, organizationId, pairs, testedIn);

const askedIn = ({ testType, definition: { prompt, conversation, files } }: RunnableTest): unknown[] => [
  testType,
  prompt?.content ?? null,
  conversation,
  files,
];

const testedIn = (test: RunnableTest): unknown[] => {
  const { prompt, metrics, combine } = test.definition;
  return [...askedIn(test), prompt?.expected_response ?? null, metrics, combine];
};

async function compareBy(
  tx: Tx,
  organizationId: string,
  pairs: readonly VersionPair[],
  said: (test: RunnableTest) => unknown[],
): Promise<SameVersions> {
  const same = new Set<string>();
  const open = pairs.filter(({ one, other }) => one !== other);
  for (let from = 0; from < open.length; from += atOnce) {
    const portion = open.slice(from, from + atOnce);
    const versions = await readTestVersions(
      tx,
      organizationId,
      portion.flatMap(({ testId, one, other }) => [
        { testId, testVersion: one },
        { testId, testVersion: other },
      ]),
    );
    for (const pair of portion) {
      const [one, other] = [pair.one, pair.other].map((version) => versions.get(`${pair.testId}:${version}`));
      if (one && other && JSON.stringify(said(one)) === JSON.stringify(said(other))) same.add(keyOf(pair));
    }
  }
  return (pair) => pair.one === pair.other || same.has(keyOf(pair));
}

const keyOf = ({ testId, one, other }: VersionPair): string => `${testId}:${one}:${other}`;
