import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ExplorerSet, MetricReference, TestInput, TestSet } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { visibleTo } from '#kernel/resource';
import type { Labels } from '#labels';
import type { Metrics } from '#metrics';
import { nearestFirst } from '#test-runs';
import { testSetTests, tests as plainTests, type TestsApi } from '#tests';
import { keyOf, readPath } from './paths.ts';
import { nothingToDo, tooLarge } from './problems.ts';
import type { ExplorerSets } from './sets.ts';
import * as store from './store.ts';
import { explorerTests as table, type Judging, type TestRow } from './tables.ts';
import { newTest } from './tests.ts';
import type { Topics } from './topics.ts';

export interface TransferOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly tests: TestsApi;
  readonly topicNames: Pick<Labels, 'namesOf'>;
  readonly sets: Pick<ExplorerSets, 'rows' | 'get'>;
  readonly topics: Pick<Topics, 'makeAll'>;
  /** The metrics that requirements name, by requirement. */
  readonly metricsOf: Metrics['ofRequirements'];
}

interface Naming {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
}

const testsAtOnceMax = 10_000;
const skippedShown = 1000;
const longestInput = 20_000;

/** Between test sets and the explorer: copies, so that neither changes the other afterwards. */
export function createTransfer({
  database,
  clock,
  tests,
  topicNames,
  sets,
  topics,
  metricsOf,
}: TransferOptions) {
  /** The single-turn tests of a set that the caller sees, with the names of their topics. */
  async function readSet(tx: Tx, principal: MemberPrincipal, setId: string) {
    const { organizationId } = principal;
    const rows = await tx
      .select({
        id: plainTests.id,
        type: plainTests.testType,
        definition: plainTests.definition,
        topicId: plainTests.topicId,
        requirementId: plainTests.requirementId,
      })
      .from(testSetTests)
      .innerJoin(plainTests, eq(plainTests.id, testSetTests.testId))
      .where(
        and(
          eq(testSetTests.organizationId, organizationId),
          eq(testSetTests.testSetId, setId),
          visibleTo(principal, plainTests),
          isNull(plainTests.deletedAt),
        ),
      )
      .orderBy(asc(testSetTests.position), asc(plainTests.id))
      .limit(testsAtOnceMax + 1);
    if (rows.length > testsAtOnceMax)
      throw tooLarge(`At most ${testsAtOnceMax} tests can be copied at once.`);
    const ids = [...new Set(rows.flatMap(({ topicId }) => topicId ?? []))];
    const requirementIds = [...new Set(rows.flatMap(({ requirementId }) => requirementId ?? []))];
    return {
      rows,
      names: await topicNames.namesOf(tx, principal, ids),
      ofRequirements: await metricsOf(tx, organizationId, requirementIds),
    };
  }

  return {
    async import(principal: MemberPrincipal, sourceId: string, { name, description }: Naming) {
      const { organizationId } = principal;
      const made = await database.tenant(organizationId, async (tx) => {
        const source = await tests.testSets.getRow(tx, principal, sourceId);
        const { rows, names, ofRequirements } = await readSet(tx, principal, sourceId);
        const at = new Date(clock.now());
        const set = await sets.rows.insert(tx, {
          id: newId(),
          organizationId,
          projectId: await tests.writing.projectBeside(tx, principal, source),
          name: name ?? source.name,
          // How another set was made is said there, and may be true of that one alone.
          description: description ?? null,
          tags: [],
          defaultEndpointId: null,
          metricIds: [...new Set(source.metrics.filter(isBare).map(({ metric }) => metric))],
          createdBy: principal.userId,
          createdAt: at,
          updatedAt: at,
        });
        const place = { organizationId, setId: set.id };
        const inputs: {
          readonly content: string;
          readonly topic: string | undefined;
          readonly judging: Judging;
        }[] = [];
        // The settings hold which metrics judge all tests, but not how; what says more than that goes with each test.
        const ofSet = source.metrics.filter((reference) => !isBare(reference));
        const skipped: string[] = [];
        const paths = new Map([...names].map(([topicId, name]) => [topicId, pathFrom(name)]));
        for (const { id, type, definition, topicId, requirementId } of rows) {
          const content = store.cleanInput(definition.prompt?.content ?? '');
          if (type !== 'Single-Turn' || content.trim() === '' || content.length > longestInput)
            skipped.push(id);
          else
            inputs.push({
              content,
              topic: topicId === null ? undefined : paths.get(topicId),
              judging: {
                metrics: nearestFirst(
                  definition.metrics,
                  ofSet,
                  requirementId === null ? [] : (ofRequirements.get(requirementId) ?? []),
                ),
                combine: definition.combine,
                expected: definition.prompt?.expected_response ?? null,
              },
            });
        }
        const wanted = new Set(inputs.flatMap(({ topic }) => topic ?? []));
        const byKey = await topics.makeAll(tx, place, [...wanted]);
        const copies = inputs.map(({ content, topic, judging }): TestRow => ({
          ...newTest(place, {
            topicId: topic === undefined ? null : (byKey.get(keyOf(topic))?.id ?? null),
            input: content,
            at,
          }),
          judging,
          createdBy: principal.userId,
        }));
        const kept = await store.insertNew(tx, copies);
        return { set, imported: kept.length, skipped, equal: copies.length - kept.length };
      });
      const test_set: ExplorerSet = await sets.get(principal, made.set.id);
      return {
        test_set,
        imported: made.imported,
        skipped: made.skipped.length + made.equal,
        skipped_test_ids: made.skipped.slice(0, skippedShown),
      };
    },

    async export(
      principal: MemberPrincipal,
      sourceId: string,
      body: Naming & {
        readonly topic?: string | undefined;
        readonly include_subtopics?: boolean | undefined;
        readonly label?: 'pass' | 'fail' | 'error' | undefined;
      },
    ) {
      const { organizationId } = principal;
      const made = await database.tenant(organizationId, async (tx) => {
        const source = await sets.rows.get(tx, principal, sourceId);
        const place = { organizationId, setId: sourceId };
        const where = and(
          await store.underTopic(tx, place, { topic: body.topic, below: body.include_subtopics ?? true }),
          body.label ? eq(table.label, body.label) : undefined,
        );
        const found = await store.readTests(tx, place, { where, state: 'test', limit: testsAtOnceMax + 1 });
        if (found.length > testsAtOnceMax)
          throw tooLarge(`At most ${testsAtOnceMax} tests can be copied at once.`);
        if (found.length === 0) throw nothingToDo('There is no test here that could be copied.');
        const projectId = await tests.writing.projectBeside(tx, principal, source);
        const set = await tests.testSets.insertRow(
          tx,
          principal,
          {
            name: body.name ?? source.name,
            description: body.description ?? source.description,
            test_set_type: 'Single-Turn',
            metrics: source.metricIds.map((metric) => ({ metric })),
          },
          projectId,
          { kind: 'exploration', ref: { explorer_set_id: sourceId } },
        );
        const rows = await tests.writing.insert(tx, principal, {
          inputs: found.map(({ row, path }) => inputOf(row, path, sourceId)),
          set,
          projectId,
          place: (index) => `tests.${index}`,
        });
        const ids = rows.map(({ id }) => id);
        await tests.testSets.addTests(tx, principal, set.id, ids);
        return { id: set.id, count: ids.length };
      });
      const test_set: TestSet = await tests.testSets.get(principal, made.id);
      return { test_set, exported: made.count, skipped: 0, skipped_test_ids: [] };
    },
  };
}

export type Transfer = ReturnType<typeof createTransfer>;

const longestLabel = 200;

/** Whether it names a metric and says nothing more of how it is used. */
const isBare = ({ args, threshold, negate }: MetricReference): boolean =>
  args === undefined && threshold === undefined && !negate;

const inputOf = (row: TestRow, path: string | null, setId: string): TestInput => ({
  test_type: 'Single-Turn',
  prompt: {
    content: row.input,
    ...(row.judging?.expected ? { expected_response: row.judging.expected } : {}),
  },
  ...(row.judging ? { metrics: [...row.judging.metrics], combine: row.judging.combine } : {}),
  // A label is shorter than a path may be; what stands nearest to the test is kept.
  ...(path === null ? {} : { topic: path.slice(-longestLabel) }),
  source: { kind: 'exploration', ref: { explorer_set_id: setId, explorer_test_id: row.id } },
});

/** A label may hold what no path does; then it is one name. */
function pathFrom(name: string): string | undefined {
  for (const tried of [name, name.replaceAll('/', ' ').slice(0, 100)])
    try {
      return readPath(tried);
    } catch {
      continue;
    }
  return undefined;
}
