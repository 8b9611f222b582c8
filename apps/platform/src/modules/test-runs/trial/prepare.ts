import type { Endpoint, ExecuteTest, TestInput } from '@sonde/contract';
import type { Endpoints } from '#endpoints';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Scorer, ScorerSnapshot } from '#metrics';
import type { Requirements } from '#requirements';
import { defineTest, readTestVersions, type RunnableTest, type TestsApi } from '#tests';
import { nearestFirst, type PlanSources } from '../plan.ts';
import { targetNotReady, testInvalid } from '../problems.ts';

export interface PreparingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly scorer: Pick<Scorer, 'prepare'>;
  readonly tests: Pick<TestsApi, 'tests' | 'testSets'>;
  readonly requirements: Pick<Requirements, 'find' | 'require'>;
  readonly metricsOf: (
    tx: Tx,
    organizationId: string,
    requirementIds: readonly string[],
  ) => ReturnType<PlanSources['metricsOf']>;
}

export interface PreparedTrial {
  readonly endpoint: Endpoint;
  readonly test: RunnableTest;
  /** The id of a stored test; what is tried may be none. */
  readonly testId: string | null;
  readonly snapshots: readonly ScorerSnapshot[];
}

/** Everything that would be refused of a run is refused of one test as well, and before anything is called. */
export async function prepareTrial(
  options: PreparingOptions,
  principal: MemberPrincipal,
  request: ExecuteTest,
): Promise<PreparedTrial> {
  const endpoint = await options.endpoints.get(principal, request.endpoint_id);
  if (endpoint.needs_credentials) throw targetNotReady();
  const { organizationId } = principal;
  const stored = request.test_id ? await options.tests.tests.get(principal, request.test_id) : undefined;
  return options.database.tenant(organizationId, async (tx) => {
    const test = stored
      ? await newestOf(tx, organizationId, { testId: stored.id, testVersion: stored.version })
      : await inlineTest(options, tx, principal, request);
    const set = request.test_set_id
      ? await options.tests.testSets.getRow(tx, principal, request.test_set_id)
      : undefined;
    const ofRequirement = test.requirementId
      ? (await options.metricsOf(tx, organizationId, [test.requirementId])).get(test.requirementId)
      : undefined;
    const references = request.evaluate_metrics
      ? nearestFirst(request.metrics ?? test.definition.metrics, set?.metrics ?? [], ofRequirement ?? [])
      : [];
    return {
      endpoint,
      test,
      testId: stored?.id ?? null,
      snapshots: await options.scorer.prepare(tx, principal, references),
    };
  });
}

async function newestOf(
  tx: Tx,
  organizationId: string,
  wanted: { testId: string; testVersion: number },
): Promise<RunnableTest> {
  const found = (await readTestVersions(tx, organizationId, [wanted])).get(
    `${wanted.testId}:${wanted.testVersion}`,
  );
  if (!found) throw new Error(`The test ${wanted.testId} has no version ${wanted.testVersion}.`);
  return found;
}

/** What is in the request as if it were stored. Its requirement is looked up, and not made. */
async function inlineTest(
  { requirements }: PreparingOptions,
  tx: Tx,
  principal: MemberPrincipal,
  request: ExecuteTest,
): Promise<RunnableTest> {
  const defined = defineTest(contentOf(request), undefined, undefined, '');
  if (Array.isArray(defined)) throw testInvalid(defined);
  const id = request.requirement_id ?? request.behavior_id;
  if (id) await requirements.require(tx, principal, id);
  const name = request.requirement ?? request.behavior;
  const requirementId =
    id ??
    (name ? await requirements.find(tx, principal, { name, projectId: principal.projectId }) : undefined);
  return {
    testId: '',
    version: 0,
    testType: defined.testType,
    content: defined.definition.conversation?.goal ?? defined.definition.prompt?.content ?? '',
    definition: defined.definition,
    requirementId: requirementId ?? null,
    categoryId: null,
    topicId: null,
  };
}

function contentOf(request: ExecuteTest): TestInput {
  const { test_type, prompt, test_configuration, metrics, combine, metadata, files } = request;
  return { test_type, prompt, test_configuration, metrics, combine, metadata, files };
}
