import { and, eq, sql } from 'drizzle-orm';
import type { ExplorerSuggestion, ExplorerTest } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { namedColumns } from '#kernel/resource';
import { keyOf, readPath } from './paths.ts';
import { presentSuggestion, presentTest } from './present.ts';
import { invalid, testNotFound } from './problems.ts';
import type { ExplorerSets } from './sets.ts';
import * as store from './store.ts';
import { explorerTests as table, type TestRow } from './tables.ts';
import { shown as shownTopics, type Place, type Topics } from './topics.ts';

export interface TestsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sets: Pick<ExplorerSets, 'rows'>;
  readonly topics: Pick<Topics, 'make'>;
  readonly usage: {
    record(tx: Tx, organizationId: string, resource: 'test_generation', amount: number): Promise<void>;
  };
}

interface Given {
  readonly topic?: string | null | undefined;
  readonly input?: string | undefined;
  readonly output?: string | null | undefined;
  readonly label?: ExplorerTest['label'] | undefined;
  readonly labeler?: string | undefined;
  readonly to_eval?: boolean | undefined;
  readonly model_score?: number | null | undefined;
}

export type ExplorerTests = ReturnType<typeof createTests>;

export function createTests({ database, clock, sets, topics, usage }: TestsOptions) {
  const now = (): Date => new Date(clock.now());

  /** A step on a set that the caller may see; `forUpdate` where it changes, so that equal tests meet. */
  const inSet = <T>(
    principal: MemberPrincipal,
    setId: string,
    work: (tx: Tx, place: Place) => Promise<T>,
    forUpdate = false,
  ): Promise<T> =>
    database.tenant(principal.organizationId, async (tx) => {
      await sets.rows.get(tx, principal, setId, { forUpdate });
      return work(tx, { organizationId: principal.organizationId, setId });
    });

  const topicIdOf = async (tx: Tx, place: Place, topic: string | null | undefined): Promise<string | null> =>
    topic ? (await topics.make(tx, place, readPath(topic, 'topic'))).id : null;

  async function shownOf(tx: Tx, place: Place, id: string) {
    const found = await store.findShown(tx, place, id);
    if (!found) throw testNotFound();
    return found;
  }

  /** What a person says of a test: output, label and score, with who said it. */
  function saidOf({ output, label, labeler, to_eval, model_score }: Given): Partial<TestRow> {
    const isScored = label !== undefined || model_score !== undefined;
    return namedColumns<TestRow>({
      output: output === undefined ? undefined : output === null ? null : { text: output },
      label,
      labeler: labeler ?? (isScored ? 'user' : undefined),
      toEval: to_eval,
      modelScore: model_score,
      scoredAt: isScored ? now() : undefined,
    });
  }

  async function changeState(
    principal: MemberPrincipal,
    setId: string,
    id: string,
    state: 'test' | 'rejected',
  ) {
    return inSet(
      principal,
      setId,
      async (tx, place) => {
        const { row } = await shownOf(tx, place, id);
        if (row.state === 'test' || (row.state === 'rejected' && state === 'test')) throw testNotFound();
        await store.updateTest(tx, place, id, { state, updatedAt: now() });
        if (state === 'test') await usage.record(tx, place.organizationId, 'test_generation', 1);
        return shownOf(tx, place, id);
      },
      true,
    );
  }

  return {
    list: (
      principal: MemberPrincipal,
      setId: string,
      query: {
        readonly topic?: string | undefined;
        readonly include_subtopics: 'true' | 'false';
        readonly label?: 'pass' | 'fail' | 'error' | 'none' | undefined;
        readonly search?: string | undefined;
        readonly limit: number;
        readonly skip: number;
      },
    ): Promise<ExplorerTest[]> =>
      inSet(principal, setId, async (tx, place) => {
        const where = and(
          await store.underTopic(tx, place, {
            topic: query.topic,
            below: query.include_subtopics === 'true',
          }),
          query.label ? eq(table.label, query.label === 'none' ? '' : query.label) : undefined,
          query.search ? store.searched(query.search) : undefined,
        );
        return (await store.readTests(tx, place, { ...query, where, state: 'test' })).map(presentTest);
      }),

    tree: (
      principal: MemberPrincipal,
      setId: string,
      query: { readonly topic?: string | undefined; readonly limit: number; readonly skip: number },
    ) =>
      inSet(principal, setId, async (tx, place) => {
        const where = await store.underTopic(tx, place, { topic: query.topic });
        const tests =
          query.limit === 0 ? [] : await store.readTests(tx, place, { ...query, where, state: 'test' });
        return {
          topics: await shownTopics(tx, place),
          tests: tests.map(presentTest),
          total: await store.countIn(tx, place, and(eq(table.state, 'test'), where)),
        };
      }),

    create: (
      principal: MemberPrincipal,
      setId: string,
      given: Given & { readonly input: string },
    ): Promise<ExplorerTest> =>
      inSet(
        principal,
        setId,
        async (tx, place) => {
          const input = store.cleanInput(given.input);
          if (input.trim() === '') throw invalid('input', 'An input says something.');
          const topicId = await topicIdOf(tx, place, given.topic);
          const inputHash = store.hashOf(input);
          const equal = await store.findEqual(tx, place, { topicId, inputHash });
          if (equal) {
            await store.updateTest(tx, place, equal.id, {
              ...saidOf(given),
              state: 'test',
              updatedAt: now(),
            });
            return presentTest(await shownOf(tx, place, equal.id));
          }
          await store.requireRoom(tx, place, 1);
          const row = { ...newTest(place, { topicId, input, at: now() }), createdBy: principal.userId };
          await store.insertNew(tx, [{ ...row, labeler: 'user', ...saidOf(given) }]);
          return presentTest(await shownOf(tx, place, row.id));
        },
        true,
      ),

    update: (principal: MemberPrincipal, setId: string, id: string, given: Given): Promise<ExplorerTest> =>
      inSet(
        principal,
        setId,
        async (tx, place) => {
          const { row, path } = await shownOf(tx, place, id);
          if (row.state !== 'test') throw testNotFound();
          const input = given.input === undefined ? row.input : store.cleanInput(given.input);
          if (input.trim() === '') throw invalid('input', 'An input says something.');
          const inputHash = store.hashOf(input);
          const isMoved = given.topic !== undefined && keyOf(given.topic ?? '') !== keyOf(path ?? '');
          const topicId = isMoved ? await topicIdOf(tx, place, given.topic) : row.topicId;
          const equal = await store.findEqual(tx, place, { topicId, inputHash });
          // The one that is being changed is the newer one.
          if (equal && equal.id !== id) await store.deleteTest(tx, place, equal.id);
          const isNew = inputHash !== row.inputHash;
          await store.updateTest(tx, place, id, {
            ...(isNew ? unscored : {}),
            ...(isNew ? { output: null } : {}),
            ...saidOf(given),
            input,
            inputHash,
            topicId,
            updatedAt: now(),
          });
          return presentTest(await shownOf(tx, place, id));
        },
        true,
      ),

    remove: (principal: MemberPrincipal, setId: string, id: string): Promise<ExplorerTest> =>
      inSet(
        principal,
        setId,
        async (tx, place) => {
          const found = await shownOf(tx, place, id);
          if (found.row.state !== 'test') throw testNotFound();
          await store.deleteTest(tx, place, id);
          return presentTest(found);
        },
        true,
      ),

    suggestions: (
      principal: MemberPrincipal,
      setId: string,
      query: { readonly topic?: string | undefined; readonly limit: number; readonly skip: number },
    ): Promise<ExplorerSuggestion[]> =>
      inSet(principal, setId, async (tx, place) => {
        const where = await store.underTopic(tx, place, { topic: query.topic });
        return (await store.readSuggestions(tx, place, { ...query, where })).map(presentSuggestion);
      }),

    accept: async (principal: MemberPrincipal, setId: string, id: string): Promise<ExplorerTest> =>
      presentTest(await changeState(principal, setId, id, 'test')),

    reject: async (principal: MemberPrincipal, setId: string, id: string): Promise<ExplorerSuggestion> =>
      presentSuggestion(await changeState(principal, setId, id, 'rejected')),
  };
}

/** A test nobody has asked or scored yet. */
export const newTest = (
  { organizationId, setId }: Place,
  { topicId, input, at }: { readonly topicId: string | null; readonly input: string; readonly at: Date },
): TestRow => ({
  id: newId(),
  organizationId,
  explorerSetId: setId,
  topicId,
  state: 'test',
  input,
  inputHash: store.hashOf(input),
  output: null,
  ...unscored,
  toEval: true,
  judging: null,
  suggestion: null,
  createdBy: null,
  createdAt: at,
  updatedAt: at,
});

export const unscored = {
  label: '',
  labeler: '',
  modelScore: null,
  metrics: null,
  error: null,
  scoredAt: null,
} as const;

export const unanswered = sql`${table.output} is null`;
