import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BodyInputOf, Test, TestInput, TestSet, updateTests } from '@sonde/contract';
import type { Listing } from '../../../lib/api.ts';
import { plural } from '../../../lib/format.ts';
import { useMay, usePlatform } from '../../../lib/platform-context.tsx';
import { expectedMetric, findExpectedMetric, testSetQuery } from '../../../lib/testing-queries.ts';
import { useMessages } from '../../../ui/toast.tsx';
import { pageSize } from '../../../ui/use-paged-rows.ts';
import { inputBefore } from './cells.ts';
import { CellFaultError, wantsJudge } from './plan-edit.ts';
import type { RowEdit } from './plan-edit.ts';

export const mostChangedAtOnce = 500;
const mostInBulk = 1000;

interface Options {
  readonly queryKey: readonly unknown[];
  readonly fetchPage: (skip: number, limit: number, signal: AbortSignal) => Promise<Listing<Test>>;
  readonly type: TestSet['test_set_type'] | null;
  readonly testSetId: string | null;
}

/** The last edit, as it is taken back: what the tests said before, and which of them are new. */
interface Undo {
  readonly what: string;
  readonly changes: readonly (Partial<TestInput> & { id: string; version: number })[];
  readonly created: readonly string[];
}

export type BulkChanges = Omit<BodyInputOf<typeof updateTests>, 'test_ids'>;

/** Stores what the grid is told, one request after the other: each builds on what the one before has stored. */
export function useSheetEdits({ queryKey, fetchPage, type, testSetId }: Options) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [working, setWorking] = useState(0);
  const [undo, setUndo] = useState<Undo | null>(null);

  const pageKey = (page: number): readonly unknown[] => [...queryKey, 'page', page];
  const testAt = (row: number): Test | null =>
    queryClient.getQueryData<Listing<Test>>(pageKey(Math.floor(row / pageSize)))?.items[row % pageSize] ??
    null;

  /** Rows that are to be worked on may never have been on screen. */
  async function ensureRows(first: number, last: number): Promise<Test[]> {
    const found: Test[] = [];
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      const { items } = await queryClient.fetchQuery({
        queryKey: pageKey(page),
        queryFn: ({ signal }) => fetchPage(page * pageSize, pageSize, signal),
        staleTime: 10_000,
      });
      found.push(...items.filter((_, place) => within(page * pageSize + place, first, last)));
    }
    return found;
  }

  function show(updated: readonly Test[]): void {
    const byId = new Map(updated.map((test) => [test.id, test]));
    queryClient.setQueriesData<Listing<Test>>({ queryKey: [...queryKey, 'page'] }, (listing) =>
      listing ? { ...listing, items: listing.items.map((test) => byId.get(test.id) ?? test) } : listing,
    );
  }

  async function refresh(): Promise<void> {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['tests'] }),
      queryClient.invalidateQueries({ queryKey: ['test-sets'] }),
    ]);
  }

  /** Whether it was stored; a refusal has been told by then, and nothing of it was. */
  function enqueue(work: () => Promise<void>, failed: string): Promise<boolean> {
    setWorking((count) => count + 1);
    const done = queue.current.then(async () => {
      try {
        await work();
        return true;
      } catch (error) {
        if (error instanceof CellFaultError) messages.say(failed, error.message);
        else messages.fail(failed, error);
        return false;
      } finally {
        setWorking((count) => count - 1);
      }
    });
    queue.current = done;
    return done;
  }

  const newInput = ({ prompt, ...rest }: Partial<TestInput>): TestInput => {
    const placed = { ...rest, project_id: projectId };
    if (type === 'Multi-Turn')
      return {
        ...placed,
        test_type: type,
        test_configuration: { goal: prompt?.content ?? '', max_turns: 10 },
      };
    return prompt ? { ...placed, prompt } : placed;
  };

  /** Whoever writes an expected answer means it: where the set has no metric either, the answer is held against it. */
  async function judged(edits: readonly RowEdit[]): Promise<readonly RowEdit[]> {
    if (!edits.some(wantsJudge)) return edits;
    const set = testSetId === null ? null : await queryClient.fetchQuery(testSetQuery(api, testSetId));
    if (set !== null && set.metrics.length > 0) return edits;
    const metric = may('metric:create')
      ? await expectedMetric(api, queryClient, projectId)
      : await findExpectedMetric(api);
    if (metric === undefined) return edits;
    // No value of another test is asked for: a metric that was made for one may name some.
    const metrics = [{ metric, args: { values: [] } }];
    return edits.map((edit) => (wantsJudge(edit) ? { ...edit, input: { ...edit.input, metrics } } : edit));
  }

  /** What is to be stored is asked for when its turn has come, so that it starts from what is stored by then. */
  const save = (edits: () => readonly RowEdit[], what: string): Promise<boolean> =>
    enqueue(async () => {
      const wanted = await judged(edits());
      if (wanted.length === 0) return;
      const former = wanted.flatMap(({ test }) => test ?? []);
      const { updated, created } = await api.call('saveTests', {
        body: {
          changes: wanted.flatMap(({ test, input }) =>
            test ? [{ ...input, id: test.id, version: test.version }] : [],
          ),
          tests: wanted.flatMap(({ test, input }) => (test ? [] : [newInput(input)])),
          ...(testSetId === null ? {} : { test_set_id: testSetId }),
        },
      });
      show(updated);
      setUndo({
        what,
        changes: former.map((test) => ({
          ...inputBefore(test),
          id: test.id,
          version: updated.find(({ id }) => id === test.id)?.version ?? test.version + 1,
        })),
        created: created.map(({ id }) => id),
      });
      if (created.length > 0) await refresh();
    }, `${what} was not saved`);

  /** The same for all of these; portions of a thousand, each whole. */
  const changeAll = (first: number, last: number, changes: BulkChanges): Promise<boolean> => {
    const what = `Changing ${plural(last - first + 1, 'test')}`;
    return enqueue(async () => {
      const former = await ensureRows(first, last);
      const changed = new Set<string>();
      try {
        for (let from = 0; from < former.length; from += mostInBulk) {
          const ids = former.slice(from, from + mostInBulk).map(({ id }) => id);
          const { updated_ids } = await api.call('updateTests', { body: { ...changes, test_ids: ids } });
          for (const id of updated_ids) changed.add(id);
        }
      } finally {
        if (changed.size > 0) {
          setUndo({
            what,
            changes: former
              .filter(({ id }) => changed.has(id))
              .map((test) => ({ ...inputBefore(test), id: test.id, version: test.version + 1 })),
            created: [],
          });
          await refresh();
        }
      }
      messages.say(`${plural(changed.size, 'test')} changed`);
    }, `${what} did not finish`);
  };

  const takeBack = (): Promise<boolean> => {
    const last = undo;
    if (last === null) return Promise.resolve(false);
    return enqueue(async () => {
      for (let from = 0; from < last.changes.length; from += mostChangedAtOnce)
        await api.call('saveTests', {
          body: { changes: last.changes.slice(from, from + mostChangedAtOnce) },
        });
      for (let from = 0; from < last.created.length; from += mostInBulk)
        await api.call('deleteTests', { body: { test_ids: last.created.slice(from, from + mostInBulk) } });
      setUndo(null);
      await refresh();
      messages.say(`${last.what} was undone`);
    }, 'The last edit was not undone');
  };

  return { isWorking: working > 0, undo, testAt, ensureRows, save, changeAll, takeBack };
}

export type SheetEdits = ReturnType<typeof useSheetEdits>;

const within = (at: number, first: number, last: number): boolean => at >= first && at <= last;
