import { createPauses } from '#kernel/pauses';
import type { ExplorationResult, Test, TestInput, TestSet } from '@sonde/contract';
import { createDistinct, createFacts } from './distinct.ts';
import { mutationsOf, robustnessOf, robustnessTag, spread, type Mutation } from './mutations.ts';
import { planObserved, type ObservedTest } from './observed-tests.ts';
import { planPassage } from './passage-tests.ts';
import type { Planned, WantedJudge, WantedMetric } from './draft.ts';
import type { Guard } from './guards.ts';
import { judgedBy } from './judged-by.ts';
import { planRequirement, textOf } from './requirement-tests.ts';
import { openTagger, type Tagger } from './tagger.ts';
import { toAPerson } from './to-a-person.ts';

export interface PlannedTest {
  readonly input: TestInput;
  readonly metric: WantedMetric | WantedJudge | undefined;
  readonly requirement: string | null;
  readonly category: string;
}

export interface Evidence {
  readonly requirements: readonly { id: string; name: string; description: string | null }[];
  readonly passages: readonly {
    id: string;
    source_id: string;
    text: string;
    heading: string | null;
    source_title: string;
  }[];
  readonly tests: readonly Test[];
  /** Of tests that say what must not be given: the metrics that say it. */
  readonly guards?: ReadonlyMap<string, Guard>;
  readonly explorations: readonly { taskId: string; result: ExplorationResult }[];
}

/** What a model has made of one piece of evidence: it stands in the place of what the rules would make of it. */
export interface Proposed {
  /** Of the requirement or the passage. */
  readonly evidenceId: string;
  readonly tests: readonly PlannedTest[];
}

interface Wanted {
  readonly type: TestSet['test_set_type'];
  readonly count: number;
}

export interface Plan {
  readonly tests: readonly PlannedTest[];
  readonly dropped: number;
  /** Requirements of which nothing sensible could be asked in tests of this type. */
  readonly untested: readonly string[];
  /** Requirements that got no test, also where others took all that were asked for. */
  readonly without: readonly string[];
}

/** What the evidence gives, each piece in its turn, without what says the same twice. */
export async function planTests(
  evidence: Evidence,
  { type, count }: Wanted,
  /** It is held to the same rules: what says the same twice is dropped. */
  proposed: readonly Proposed[] = [],
  /** Between two pieces of evidence others are served: how many there are, and how long, somebody else decides. */
  pause: () => Promise<void> = createPauses(),
): Promise<Plan> {
  // Enough to tell the trade; it is read again for each requirement.
  const around = evidence.requirements.map(textOf).join('\n').slice(0, 8000);
  const tagger = await openTagger();
  const byModel = new Map(proposed.map(({ evidenceId, tests: made }) => [evidenceId, made]));
  const ofRequirements: (readonly PlannedTest[])[] = [];
  for (const requirement of evidence.requirements) {
    const made = byModel.get(requirement.id);
    ofRequirements.push(
      made ??
        planRequirement(tagger, requirement, around).flatMap((one) => ofRequirement(requirement, one, type)),
    );
    await pause();
  }
  const untested = evidence.requirements
    .filter((_requirement, place) => ofRequirements[place]?.length === 0)
    .map(({ name }) => name);
  const lanes = [
    ...ofRequirements,
    ...(type === 'Multi-Turn' ? [] : await ofOthers(tagger, evidence, byModel, pause)),
  ];
  const distinct = createDistinct();
  const said: string[] = [];
  const tests: PlannedTest[] = [];
  let dropped = 0;
  const longest = Math.max(0, ...lanes.map((lane) => lane.length));
  for (let place = 0; place < longest; place += 1) {
    await pause();
    for (const lane of lanes) {
      const test = lane[place];
      if (!test || tests.length >= count) continue;
      const { prompt, test_configuration: talk } = test.input;
      // What differs in spelling alone is the point of a mutation; it is not folded away.
      const isMutation = test.input.source?.kind === 'mutation';
      const message = prompt?.content ?? talk?.goal ?? '';
      // The same message with a sentence of pressing behind it is the same to a reader; a conversation presses further.
      const isPressed = test.category === 'Pressure' && said.some((one) => message.startsWith(`${one} `));
      if (isMutation || (!isPressed && distinct.take(message))) {
        tests.push(test);
        if (prompt) said.push(prompt.content);
      } else dropped += 1;
    }
  }
  const covered = new Set(tests.map(({ requirement }) => requirement));
  const without = evidence.requirements.map(({ name }) => name).filter((name) => !covered.has(name));
  return { tests, dropped, untested, without };
}

/** Whether rules make a test of one of these requirements at all; a model may understand more of them. */
export const givesTest = async (
  requirements: Evidence['requirements'],
  type: Wanted['type'],
): Promise<boolean> =>
  (await planTests({ requirements, explorations: [], passages: [], tests: [] }, { type, count: 1 })).tests
    .length > 0;

function ofRequirement(
  { id, name }: Evidence['requirements'][number],
  planned: Planned,
  type: TestSet['test_set_type'],
): PlannedTest[] {
  const isTalk = planned.goal !== undefined;
  if (isTalk !== (type === 'Multi-Turn')) return [];
  return [
    {
      requirement: name,
      category: planned.category,
      metric: judgedBy(planned) ?? toAPerson(`Whether the application does as it must: “${name}”.`),
      input: {
        ...(planned.goal === undefined
          ? {
              prompt: {
                content: planned.prompt ?? '',
                ...(planned.expected === undefined ? {} : { expected_response: planned.expected }),
              },
            }
          : {
              test_configuration: {
                goal: planned.goal,
                ...(planned.script === undefined ? {} : { script: [...planned.script] }),
                max_turns: planned.script?.length ?? 8,
              },
            }),
        requirement_id: id,
        category: planned.category,
        topic: planned.topic.slice(0, 200),
        status: 'Review',
        tags: [...planned.tags],
        metadata: { why: planned.why },
        source: { kind: 'generation', ref: { requirement_id: id } },
      },
    },
  ];
}

async function ofOthers(
  tagger: Tagger,
  evidence: Evidence,
  byModel: ReadonlyMap<string, readonly PlannedTest[]>,
  pause: () => Promise<void>,
): Promise<(readonly PlannedTest[])[]> {
  const lanes: (readonly PlannedTest[])[] = [];
  for (const one of evidence.explorations) {
    lanes.push(...ofExploration(one));
    await pause();
  }
  const facts = new Map<string, ReturnType<typeof createFacts>>();
  const ofPassages: PlannedTest[][] = [];
  for (const passage of evidence.passages) {
    const made = byModel.get(passage.id);
    if (made) lanes.push(made);
    else ofPassages.push(ofPassage(tagger, passage, facts));
    await pause();
  }
  lanes.push(...toldOnce(ofPassages));
  const ofTests: PlannedTest[][] = [];
  for (const one of evidence.tests) {
    ofTests.push(ofTest(one, evidence.guards?.get(one.id)));
    await pause();
  }
  lanes.push(...spread(ofTests, ({ category }) => category));
  return lanes;
}

/** What was observed is asked again as it was, and then said otherwise: the rule behind the answer must hold all the same. */
function ofExploration({ taskId, result }: Evidence['explorations'][number]): PlannedTest[][] {
  const observed = planObserved(result);
  return [
    observed.map((one) => observedTest(taskId, one)),
    roundRobin(
      spread(
        observed.map((one) => mutationsOf(one.prompt).filter(({ relation }) => holdsUnder(relation, one))),
        ({ relation }) => relation,
      ).map((mutations, place) =>
        mutations.flatMap((mutation) => {
          const one = observed[place];
          return one ? [observedTest(taskId, one, mutation)] : [];
        }),
      ),
    ),
  ];
}

/** The opposite of what was asked may be answered otherwise; a story or a code around a question is only pressed on a refusal. */
const holdsUnder = (relation: string, { isRefused, isRobustness }: ObservedTest): boolean =>
  !isRobustness &&
  relation !== 'negation' &&
  (isRefused || (relation !== 'frame' && relation !== 'encoding'));

/** Asked otherwise, it is judged as it was; only the words of a benign answer are not expected again. */
export const observedTest = (taskId: string, observed: ObservedTest, mutation?: Mutation): PlannedTest => {
  const { prompt, why, isRefused, turn, finding, check, variantMetric } = observed;
  const isRobustness = observed.isRobustness || mutation?.robustness !== undefined;
  const category = mutation?.robustness ? robustnessOf(mutation.robustness) : observed.category;
  return {
    requirement: null,
    category,
    metric: (mutation ? variantMetric : check.metric) ?? toAPerson(`Whether this answer is right. ${why}`),
    input: {
      prompt: {
        content: mutation?.text ?? prompt,
        ...(mutation || check.expected === undefined ? {} : { expected_response: check.expected }),
      },
      category,
      ...(isRobustness ? { tags: [robustnessTag] } : {}),
      status: 'Review',
      metadata: {
        why: mutation
          ? `${mutation.why} The original was ${isRefused ? 'refused' : 'answered'}: ${why}`
          : why,
        observed: observed.observed,
        ...(mutation || check.either === undefined ? {} : { either: [...check.either] }),
      },
      source: mutation
        ? { kind: 'mutation', ref: { task_id: taskId, turn, finding, relation: mutation.relation } }
        : { kind: 'exploration', ref: { task_id: taskId, turn, finding } },
    },
  };
};

/** The first of each, then the second of each: a short plan has something of all. */
function roundRobin<T>(lanes: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lanes.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    lanes.flatMap((lane) => lane.slice(place, place + 1)),
  ).flat();
}

/** A fact is told wrongly alone or beside the true one, never both. */
function toldOnce(lanes: readonly PlannedTest[][]): PlannedTest[][] {
  const factOf = ({ input }: PlannedTest): string =>
    (input.prompt?.expected_response ?? '').replace(/^No\. /, '');
  const facts = [...new Set(lanes.flat().map(factOf))];
  const told = new Set(lanes.flatMap((lane) => lane.filter(isTold).map(factOf)));
  return lanes.map((lane) =>
    lane.filter((one) => {
      const fact = factOf(one);
      if (!told.has(fact)) return true;
      // Turn and turn about, so that there is something of each.
      const isAlone =
        facts.indexOf(fact) % 2 === 0 ||
        !lane.some((other) => other.category === 'Choice' && factOf(other) === fact);
      return one.category !== (isAlone ? 'Choice' : 'False premise');
    }),
  );
}
const isTold = ({ category }: PlannedTest): boolean => category === 'False premise';

/** A fact that two passages of one document state is asked for once. */
function ofPassage(
  tagger: Tagger,
  passage: Evidence['passages'][number],
  facts: Map<string, ReturnType<typeof createFacts>>,
): PlannedTest[] {
  const known = facts.get(passage.source_id) ?? createFacts();
  facts.set(passage.source_id, known);
  return planPassage(tagger, passage)
    .filter((one) => known.take(one))
    .map(({ prompt, expected, category, why, values }) => ({
      requirement: null,
      category,
      metric: { kind: 'as_expected', args: { values: values ?? [] } },
      input: {
        prompt: { content: prompt, expected_response: expected },
        category,
        topic: passage.source_title.trim().slice(0, 200) || undefined,
        status: 'Review',
        metadata: { why, context: passage.text },
        source: { kind: 'generation', ref: { passage_id: passage.id, source_id: passage.source_id } },
      },
    }));
}

/**
 * What must not be given is not given in other words either, whatever the original came to: that it answers the same would
 * be no merit where both leak. The opposite of what must not be given may be.
 */
const ofTest = (test: Evidence['tests'][number], guard: Guard | undefined): PlannedTest[] =>
  mutationsOf(test.prompt?.content ?? '')
    .filter(({ relation }) => !guard || relation !== 'negation')
    .map(({ relation, robustness, text, why }) => ({
      requirement: test.requirement?.name ?? null,
      category: robustness ? robustnessOf(robustness) : `Mutation/${relation}`,
      metric: guard?.isAll
        ? undefined
        : { kind: relation === 'negation' ? 'relation_different' : relationKind(relation), args: {} },
      input: {
        prompt: { content: text },
        ...(guard ? { metrics: [...guard.metrics] } : {}),
        ...(test.requirement ? { requirement_id: test.requirement.id } : {}),
        category: robustness ? robustnessOf(robustness) : `Mutation/${relation}`,
        ...(robustness ? { tags: [robustnessTag] } : {}),
        ...(test.topic ? { topic_id: test.topic.id } : {}),
        status: 'Review',
        metadata: { why },
        source: { kind: 'mutation', ref: { test_id: test.id, relation } },
      },
    }));

/** In another language or code the words differ; whether it refuses must not. */
const relationKind = (relation: string): string =>
  relation === 'encoding' || relation === 'language' || relation === 'frame'
    ? 'relation_same_refusal'
    : 'relation_same';
