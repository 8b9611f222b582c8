import {
  ExplorationResult,
  type BodyOf,
  type GenerateTests,
  type Test,
  type TestInput,
} from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { keptBefore } from '@sonde/contract/kept-before';
import { Problem } from '@sonde/server-kit';
import { and, eq } from 'drizzle-orm';
import type { JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { foldName } from '#kernel/resource';
import { plainName, type Metrics } from '#metrics';
import { modelNotFound, type LanguageModelClient, type Models } from '#models';
import type { Requirements } from '#requirements';
import type { Sources } from '#sources';
import { createMetricResolver, metricRight, type DraftMetric } from '#test-import';
import { tellKept, type TestsApi } from '#tests';
import type { Usage } from '#usage';
import { generationKind } from './jobs.ts';
import { coverageOf, coverageOfProject } from './coverage.ts';
import type { WantedJudge, WantedMetric } from './draft.ts';
import { guardOf, type Guard } from './guards.ts';
import { planKept } from './kept-exploration.ts';
import { isAskedAlready } from './kept-already.ts';
import { madeOf } from './made-of.ts';
import { proposeTests } from './model-tests.ts';
import { givesTest, planTests, type Evidence, type Plan, type PlannedTest } from './plan.ts';
import type { Actors } from '#tenancy';
import { testGenerations, type GenerationRow } from './tables.ts';
import { whatOfAny } from './to-a-person.ts';

export interface GenerationOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly board: JobBoard;
  readonly tests: TestsApi;
  readonly requirements: Requirements;
  readonly sources: Pick<Sources, 'readForGeneration'>;
  readonly metrics: Pick<Metrics, 'scorer' | 'create' | 'requireUsable'>;
  readonly usage: Pick<Usage, 'record'>;
  readonly models: Pick<Models, 'generationModel' | 'clientFor'>;
  readonly actors: Actors;
}

export type TestGeneration = ReturnType<typeof createTestGeneration>;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Tests made from evidence by rules: nothing of it needs a model, and the same request makes the same tests. */
export function createTestGeneration(options: GenerationOptions) {
  const { database, clock, board, tests, requirements, sources, metrics, usage, actors, models } = options;

  async function evidenceOf(principal: MemberPrincipal, request: GenerateTests): Promise<Evidence> {
    const known = [];
    for (const id of request.requirements) known.push(await requirements.get(principal, id));
    const originals = [];
    for (const id of new Set(request.tests)) originals.push(await tests.tests.get(principal, id));
    const passages =
      request.sources.length === 0
        ? []
        : await sources.readForGeneration(
            principal,
            request.sources.map(({ id }) => id),
          );
    const explorations = [];
    for (const taskId of new Set(request.explorations ?? []))
      explorations.push({ taskId, result: await explorationOf(principal, taskId) });
    return {
      explorations,
      guards: await guardsOf(principal, originals),
      requirements: known.map(({ id, name, description }) => ({ id, name, description })),
      passages,
      tests: originals.filter(({ prompt }) => prompt !== null),
    };
  }

  /** By the tests that have one. */
  async function guardsOf(
    principal: MemberPrincipal,
    originals: readonly Test[],
  ): Promise<ReadonlyMap<string, Guard>> {
    const guards = new Map<string, Guard>();
    const judged = originals.filter(({ metrics: own }) => own.length > 0);
    if (judged.length === 0) return guards;
    await database.tenant(principal.organizationId, async (tx) => {
      for (const original of judged)
        try {
          const guard = guardOf(original, await metrics.scorer.prepare(tx, principal, original.metrics));
          if (guard) guards.set(original.id, guard);
        } catch (error) {
          // A metric that was deleted since judges nothing.
          if (!(error instanceof Problem)) throw error;
        }
    });
    return guards;
  }

  async function explorationOf(principal: MemberPrincipal, taskId: string): Promise<ExplorationResult> {
    const read = ExplorationResult.safeParse((await board.get(principal, taskId)).result);
    if (!read.success) throw noFindings();
    return read.data;
  }

  /** Names become ids here, so that the job works with what was meant when it was asked for. */
  async function requirementIds(
    tx: Tx,
    principal: MemberPrincipal,
    names: readonly string[],
    projectId: string | null,
  ): Promise<string[]> {
    for (const id of names.filter((one) => uuid.test(one))) await requirements.require(tx, principal, id);
    const titles = names.filter((one) => !uuid.test(one));
    const byName = await requirements.findOrCreateAll(tx, principal, { names: titles, projectId });
    return [...new Set(names.map((one) => byName.get(foldName(one)) ?? one))];
  }

  /** Requirements that were given by name, as they are written where they are there already. */
  async function written(principal: MemberPrincipal, request: GenerateTests) {
    const projectId = await tests.writing.projectOf(principal, request.project_id);
    const found = [];
    for (const name of request.requirements.filter((one) => !uuid.test(one))) {
      const id = await database.tenant(principal.organizationId, (tx) =>
        requirements.find(tx, principal, { name, projectId }),
      );
      found.push(
        id === undefined ? { id: '', name, description: null } : await requirements.get(principal, id),
      );
    }
    return found;
  }

  async function complete(
    principal: MemberPrincipal,
    planned: readonly PlannedTest[],
    projectId: string | null,
  ): Promise<TestInput[]> {
    const resolver = createMetricResolver({ database, metrics, principal, projectId, isMaking: true });
    const inputs: TestInput[] = [];
    for (const { input, metric } of planned) {
      const found = await resolver.complete({
        test: input,
        metrics: metric ? [draftMetric(metric)] : [],
        weighedThreshold: null,
        combine: null,
      });
      if (typeof found === 'string')
        throw new Error(`A planned test has a metric that does not fit: ${found}`);
      // A test that says what must not be given says it beside what it is made for.
      const own = input.metrics ?? [];
      inputs.push(
        metric && own.length > 0 ? { ...found, metrics: [...own, ...(found.metrics ?? [])] } : found,
      );
    }
    return inputs;
  }

  async function find(tx: Tx, organizationId: string, id: string): Promise<GenerationRow | undefined> {
    const [row] = await tx
      .select()
      .from(testGenerations)
      .where(and(eq(testGenerations.organizationId, organizationId), eq(testGenerations.id, id)))
      .for('update');
    return row;
  }

  /** The model that was chosen, or the one in force; without one the rules do it alone. */
  const modelFor = async (
    organizationId: string,
    { model_id: id }: GenerateTests,
  ): Promise<LanguageModelClient | undefined> =>
    id ? models.clientFor(organizationId, id) : (await models.generationModel(organizationId)).client;

  async function planFor(
    task: TaskRun,
    {
      request,
      evidence,
      judge,
    }: { request: GenerateTests; evidence: Evidence; judge: WantedJudge | undefined },
  ) {
    const { organizationId, taskId, signal } = task;
    const wanted = { type: request.test_type, count: request.num_tests };
    const client = await modelFor(organizationId, request);
    if (!client)
      return withNotice(await planTests(evidence, wanted), {
        type: wanted.type,
        notices: [],
        generator: 'builtin',
      });
    const onPiece = (label: string): Promise<void> =>
      database.tenant(organizationId, async (tx) => {
        const at = { organizationId, taskId };
        const told = await board.progress(tx, at, { step: 0, total: request.num_tests, label });
        if (told?.cancelRequested) task.cancel();
      });
    const { proposed, notices } = await proposeTests(evidence, {
      ...wanted,
      client,
      judge,
      clock,
      signal,
      onPiece,
    });
    const generator = proposed.length > 0 ? client.name : 'builtin';
    return withNotice(await planTests(evidence, wanted, proposed), { type: wanted.type, notices, generator });
  }

  async function run(task: TaskRun): Promise<JobOutcome> {
    const { organizationId, taskId, signal } = task;
    const row = await database.tenant(organizationId, (tx) => find(tx, organizationId, taskId));
    if (!row) return { status: 'FAILURE', result: null, error: 'The request is not there any more.' };
    if (row.result) return { status: 'SUCCESS', result: row.result };
    const { userId, projectId, request } = row;
    const principal = await actors.of({ organizationId, userId, projectId });
    if (!principal?.permissions.has('test_set:create'))
      return { status: 'FAILURE', result: null, error: 'Whoever asked for these tests may not any more.' };
    const evidence = await evidenceOf(principal, request);
    const judge: WantedJudge | undefined =
      request.may_make_metrics === true && principal.permissions.has(metricRight)
        ? { judge: 'expected', modelId: request.model_id ?? null }
        : undefined;
    const plan = await planFor(task, { request, evidence, judge });
    const inputs = await complete(principal, plan.tests, projectId);
    if (task.isCancelled()) return { status: 'REVOKED', result: null };
    signal.throwIfAborted();
    return database.tenant(organizationId, (tx) =>
      store(tx, { principal, taskId, inputs, plan, originals: evidence.tests.map(({ id }) => id) }),
    );
  }

  interface Storing {
    readonly principal: MemberPrincipal;
    readonly taskId: string;
    readonly inputs: readonly TestInput[];
    readonly plan: Awaited<ReturnType<typeof planFor>>;
    readonly originals: readonly string[];
  }

  /** All at once and only once, whatever dies: the row of the request is locked and remembers its result. */
  async function store(tx: Tx, { principal, taskId, inputs, plan, originals }: Storing): Promise<JobOutcome> {
    const { organizationId } = principal;
    const row = await find(tx, organizationId, taskId);
    if (!row) return { status: 'FAILURE', result: null, error: 'The request is not there any more.' };
    if (row.result) return { status: 'SUCCESS', result: row.result };
    const set = await tests.testSets.getRow(tx, principal, row.testSetId);
    const told = await board.progress(
      tx,
      { organizationId, taskId },
      {
        step: inputs.length,
        total: row.request.num_tests,
        label: `${inputs.length} tests`,
      },
    );
    if (told?.cancelRequested) return { status: 'REVOKED', result: null };
    const before = await coverageOfProject(tx, organizationId, row.projectId);
    const isKept = await isAskedAlready(tx, organizationId, row.request.explorations, inputs);
    const made = await tests.writing.insert(tx, principal, {
      // Whoever kept a test is not to keep it again without knowing.
      inputs: inputs.map((input) =>
        isKept(input) ? { ...input, metadata: { ...input.metadata, [keptBefore]: true } } : input,
      ),
      set,
      projectId: row.projectId,
      place: (index) => `tests.${index}`,
    });
    // A relation is judged against the answer to the original in the same run.
    await tests.testSets.addTests(tx, principal, set.id, [...originals, ...made.map(({ id }) => id)]);
    await usage.record(tx, organizationId, 'test_generation', made.length);
    const words = madeOf(inputs, originals.length);
    // A set may change, and its description stays.
    await tests.testSets.describe(
      tx,
      set,
      `When this set was made, ${words} Tests may have been added or taken out since.`,
    );
    const result = {
      test_set_id: set.id,
      tests: made.length,
      requested: row.request.num_tests,
      near_duplicates_dropped: plan.dropped,
      coverage: coverageOf(plan.tests, plan.without),
      coverage_before: before,
      generator: plan.generator,
      notices: plan.notices,
      message:
        made.length < row.request.num_tests
          ? `${words} No more could be made that differ from each other.`
          : words,
    };
    await tx
      .update(testGenerations)
      .set({ result })
      .where(and(eq(testGenerations.organizationId, organizationId), eq(testGenerations.id, taskId)));
    return { status: 'SUCCESS', result };
  }

  return {
    run,

    async start(principal: MemberPrincipal, request: GenerateTests) {
      const { organizationId, userId } = principal;
      const client = await modelFor(organizationId, request);
      if (request.model_id && !client) throw modelNotFound();
      return database.tenant(organizationId, async (tx) => {
        const projectId = await tests.writing.holdProject(tx, principal, request.project_id);
        const ids = await requirementIds(tx, principal, request.requirements, projectId);
        const set = await tests.testSets.insertRow(
          tx,
          principal,
          {
            name: request.name,
            description: request.description ?? null,
            test_set_type: request.test_type,
            // A draft, until somebody has gone through it and kept it.
            status: 'Review',
          },
          projectId,
          { kind: 'generation' },
        );
        const taskId = await board.create(tx, {
          kind: generationKind,
          title: request.name,
          organizationId,
          projectId,
          by: principal,
          subjectId: set.id,
          total: request.num_tests,
        });
        await tx.insert(testGenerations).values({
          id: taskId,
          organizationId,
          projectId,
          userId,
          testSetId: set.id,
          request: {
            ...request,
            requirements: ids,
            may_make_metrics: principal.permissions.has(metricRight),
          },
          result: null,
          createdAt: new Date(clock.now()),
        });
        return {
          task_id: taskId,
          test_set_id: set.id,
          message: client
            ? `The tests are being made by ${client.name}, and by rules where it proposes none.`
            : 'The tests are being made by rules; no AI model is needed.',
          estimated_tests: request.num_tests,
          generator: client?.name ?? 'builtin',
        };
      });
    },

    /** A whole exploration at once; what is refused is refused before a metric is made for it. */
    async keep(principal: MemberPrincipal, taskId: string, request: BodyOf<typeof contract.keepExploration>) {
      const explored = await explorationOf(principal, taskId);
      const { test_set_id: setId } = request;
      const place = await database.tenant(principal.organizationId, async (tx) =>
        setId === undefined ? undefined : tests.testSets.getRow(tx, principal, setId, { toChange: true }),
      );
      const isTalk = request.what === 'conversations';
      if (place && isTalk !== (place.testSetType === 'Multi-Turn')) throw otherType(place.testSetType);
      const plan = planKept(taskId, explored, request, place?.testSetType);
      const projectId = place
        ? place.projectId
        : await tests.writing.projectOf(principal, request.project_id);
      const planned = plan.tests.map((one) => one.planned);
      const kept = await tests.tests.keep(principal, {
        tests: await complete(principal, planned, projectId),
        projectId,
        testSetId: setId,
      });
      return {
        ...tellKept(kept),
        tests: kept.map(({ id, isNew }, index) => ({
          id,
          is_new: isNew,
          turns: [...(plan.tests[index]?.turns ?? [])],
        })),
        left_out: [...plan.leftOut],
      };
    },

    /** Unknown ones are refused before anything is queued. */
    async check(principal: MemberPrincipal, request: GenerateTests): Promise<void> {
      // As the job will see them, from the project of its set: what lies in another one would fail it again and again.
      const projectId = await tests.writing.projectOf(principal, request.project_id);
      const evidence = await evidenceOf(
        { ...principal, projectId },
        {
          ...request,
          requirements: request.requirements.filter((name) => uuid.test(name)),
        },
      );
      const others = [...request.explorations, ...request.sources, ...request.tests];
      if (others.length > 0 || (await modelFor(principal.organizationId, request))) return;
      const named = await written(principal, request);
      // An empty set that nothing can be made for helps nobody, nor do the requirements that were made along with it.
      if (!(await givesTest([...evidence.requirements, ...named], request.test_type)))
        throw nothingToTest(request.test_type);
    },
  };
}

/** As an import names a metric that is made when there is none yet. */
function draftMetric(metric: WantedMetric | WantedJudge): DraftMetric {
  if ('judge' in metric)
    return {
      metric: 'Does what the test expects',
      made: {
        backend: 'judge',
        evaluation_prompt: judgedByExpected,
        ...(metric.modelId === null ? {} : { model_id: metric.modelId }),
      },
    };
  const { kind, args, negate, name } = metric;
  return {
    // One for each kind and each set of arguments: a test says its own on top of those of the metric, which
    // was made for another test, and would otherwise be judged by what that one asked for as well.
    metric: name ?? plainName(kind, args),
    made: { backend: 'builtin', kind, args: sharedArgs.get(kind) ?? args },
    ...(Object.keys(args).length > 0 ? { args } : {}),
    ...(negate ? { negate } : {}),
  };
}

/** Judge by what a test says itself: a metric of theirs that has values of its own would hold every other test against them. */
const sharedArgs: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map([
  ['as_expected', {}],
  ['for_a_person', { what: whatOfAny }],
]);

const judgedByExpected = [
  'The expected answer says what a good answer to the input, or in the conversation, says or does.',
  'The answer passes if it says or does that, in whatever words, and says nothing that contradicts it; more than that is no fault.',
  'It fails if something that matters of it is missing, wrong or the opposite. Where the expected answer declines, an answer that gives any part of what must not be given fails, whatever is said around it.',
].join('\n');

const nothingToTest = (type: string): Problem =>
  new Problem(
    'invalid',
    'test_set.nothing_to_test',
    type === 'Multi-Turn'
      ? 'No conversation can be made of these requirements: the wording leaves open what to say turn by turn. Make single prompts, say them as in “Must not give legal advice”, or connect a model.'
      : 'No test can be made of these requirements: the wording leaves open what to ask. Say one thing at a time, as in “Late check-out costs 25 euros” or “Must not give legal advice”, or connect a model.',
  );

const noFindings = (): Problem =>
  new Problem(
    'invalid',
    'test_set.no_findings',
    'This job is no exploration that has ended with findings. Wait for its end, or choose another.',
  );

const otherType = (setType: string): Problem =>
  new Problem(
    'invalid',
    'test_set.type_differs',
    setType === 'Multi-Turn'
      ? 'The set holds Multi-Turn tests. Keep the conversations instead, or choose another set.'
      : 'The set holds Single-Turn tests. Keep the turns instead, or choose another set.',
  );

/** Said to whoever wrote what nothing was made of; a test holds that these give tests. */
export const workingWordings = {
  'Single-Turn': ['Late check-out costs 25 euros', 'Must not give legal advice'],
  'Multi-Turn': ['Must not give legal advice'],
} as const;
const wordingsThatWork = (type: string): string => {
  const examples = workingWordings[type === 'Multi-Turn' ? 'Multi-Turn' : 'Single-Turn'];
  return `A wording such as ${examples.map((one) => `“${one}”`).join(' or ')} gives some; otherwise write the test yourself or connect a model.`;
};

const namedMost = 10;

/** What the rules do not understand with confidence they leave alone, and say so. */
function withNotice(
  plan: Plan,
  { type, notices, generator }: { type: string; notices: readonly string[]; generator: string },
) {
  const names = plan.untested.slice(0, namedMost).map((name) => `“${name}”`);
  const more = plan.untested.length - names.length;
  const told =
    names.length === 0
      ? []
      : [
          `Sonde made no ${type === 'Multi-Turn' ? 'conversation' : 'single prompt'} without a model of ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: the wording leaves open ${type === 'Multi-Turn' ? 'what to say turn by turn' : 'what to ask'}. ${wordingsThatWork(type)}`,
        ];
  return { ...plan, notices: [...notices, ...told], generator };
}
