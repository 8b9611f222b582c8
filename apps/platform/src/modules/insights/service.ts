import { and, eq, isNull } from 'drizzle-orm';
import type { BodyOf, Insight, InsightQuery, QueryOf } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { runNotFound, shownRuns } from '#test-runs';
import type { Shift } from './dimensions.ts';
import { measure, type Part } from './groups.ts';
import { readIds } from './ids.ts';
import { notValid } from './problems.ts';
import { entityOf, filtersOf, questionOf, type Question } from './question.ts';
import { readRegressions } from './regressions.ts';
import { rowsOf } from './rows.ts';
import { before, lengthOf, rangeOf, type Range } from './time-range.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
}

export type Insights = ReturnType<typeof createInsights>;

/** Questions about results, verdicts, runs and tests, answered from counts that the database keeps beside them. */
export function createInsights({ database, clock }: Options) {
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  return {
    query: (
      principal: MemberPrincipal,
      labels: BodyOf<typeof contract.queryInsights>,
    ): Promise<Record<string, Insight>> => {
      const questions = Object.entries(labels).map(
        ([label, query]) => [label, questionOf(query, clock)] as const,
      );
      return inTenant(principal, async (tx) => {
        const answers: Record<string, Insight> = {};
        for (const [label, question] of questions) answers[label] = await answer(tx, principal, question);
        return answers;
      });
    },

    get: (principal: MemberPrincipal, query: QueryOf<typeof contract.getInsights>): Promise<Insight> => {
      const {
        entity,
        group_by,
        measures,
        months,
        start_date,
        end_date,
        order_by,
        limit,
        compare_to,
        ...rest
      } = query;
      const question = questionOf(
        {
          entity,
          group_by: group_by ?? [],
          measures: measures ?? ['count'],
          months,
          start_date,
          end_date,
          order_by,
          limit: limit ?? 100,
          compare_to: comparison(compare_to),
          filters: split(rest),
        },
        clock,
      );
      return inTenant(principal, (tx) => answer(tx, principal, question));
    },

    regressions: (principal: MemberPrincipal, query: QueryOf<typeof contract.insightRegressions>) => {
      const range = rangeOf({ months: query.months }, clock.now());
      const since = new Date(range?.start ?? 0);
      return inTenant(principal, (tx) => readRegressions(tx, principal, query, since));
    },

    ids: (principal: MemberPrincipal, query: QueryOf<typeof contract.insightIds>) => {
      const { entity: name, outcome, limit, months, start_date, end_date, ...rest } = query;
      const entity = entityOf(name);
      if (outcome !== 'all' && (entity === 'test_run' || entity === 'test'))
        throw notValid('outcome', 'An outcome is one of results or metrics.');
      if (outcome === 'flaky' && entity !== 'test_result')
        throw notValid(
          'outcome',
          'Repeats disagree in their results; for verdicts of one metric that is not counted.',
        );
      const asked = {
        filters: filtersOf(entity, split(rest)),
        range: rangeOf({ months, start_date, end_date }, clock.now()),
      };
      return inTenant(principal, async (tx) => {
        const { ids, isTruncated } = await readIds(tx, principal, asked, { entity, outcome, limit });
        return { entity, ids, is_truncated: isTruncated };
      });
    },
  };
}

const uuid = /^[0-9a-f-]{36}$/i;

function comparison(text: string | undefined): InsightQuery['compare_to'] {
  if (text === undefined) return undefined;
  if (text === 'previous') return { period: 'previous' };
  if (!uuid.test(text)) throw notValid('compare_to', 'Either `previous` or the id of a test run.');
  return { test_run_id: text };
}

/** In an address several ids may stand in one value. Texts may hold commas, so they are only repeated. */
const split = (filters: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, values]) => [
      name,
      name.endsWith('_ids') ? values.flatMap((value) => value.split(',')) : [...values],
    ]),
  );

async function answer(tx: Tx, principal: MemberPrincipal, question: Question): Promise<Insight> {
  const { compareTo } = question;
  if (compareTo?.test_run_id !== undefined) await requireRun(tx, principal, compareTo.test_run_id);
  const { entity, dimensions, measures, range } = question;
  const now = await measure(tx, principal, question, { ...question, shift: null });
  const earlier = partBefore(question);
  const former = earlier && (await measure(tx, principal, question, earlier));
  const { rows, isTruncated } = rowsOf(question, now.groups, former?.groups ?? null);
  const isApproximate = now.isApproximate || former?.isApproximate === true;
  return {
    entity,
    dimensions: [...dimensions],
    measures: [...measures],
    rows,
    is_truncated: isTruncated,
    approximate: isApproximate ? measures.filter((name) => name.includes('latency')) : [],
    start_date: range?.start ?? null,
    end_date: range?.end ?? null,
  };
}

async function requireRun(tx: Tx, principal: MemberPrincipal, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: shownRuns.id })
    .from(shownRuns)
    .where(and(visibleTo(principal, shownRuns), eq(shownRuns.id, id), isNull(shownRuns.deletedAt)));
  if (!row) throw runNotFound();
}

function partBefore({ filters, range, compareTo }: Question): Part | null {
  if (compareTo?.test_run_id !== undefined)
    return {
      filters: new Map([...filters, ['test_run_ids', [compareTo.test_run_id]]]),
      range: null,
      shift: null,
    };
  if (compareTo?.period === undefined || range === null) return null;
  return { filters, range: before(range), shift: shiftOf(range) };
}

const shiftOf = (range: Range): Shift =>
  range.months === null ? { days: lengthOf(range) } : { months: range.months };
