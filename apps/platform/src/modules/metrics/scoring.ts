import { ConnectorEnvironment } from '@sonde/contract';
import { createPauses } from '#kernel/pauses';
import { readAnswer } from './code/answer.ts';
import { createFinder, nameReferences } from './finder.ts';
import { readItem, weightOf, type Item } from './item.ts';
import { judgeByModel, tooLongFor } from './judge.ts';
import { failed, notEvaluated, type Measure, type Measured } from './kind.ts';
import { findKind } from './kinds.ts';
import type { ScorerSnapshot, ScoringCircumstances, Scorer, ScorerOptions } from './scorer.ts';
import {
  compare,
  flagged,
  incomplete,
  judge,
  type Limit,
  missingNeed,
  type MetricVerdict,
  measureItem,
  unlessEmpty,
} from './verdict.ts';

/** Up to here a text is read on the thread that answers requests: well under a millisecond for most kinds. */
const lightWeight = 20_000;

interface Scoring {
  readonly snapshot: ScorerSnapshot;
  readonly item: Item;
  readonly circumstances: ScoringCircumstances;
}

/** The one way from an answer to a verdict, for runs, trials and improvements alike. */
export function createScorer({ threads, log, modelOf, callConnected }: ScorerOptions): Scorer {
  const opened = new WeakMap<ScorerSnapshot, Measure>();
  const heavy = new WeakMap<ScorerSnapshot, boolean>();
  const pause = createPauses();

  function isHeavy(snapshot: ScorerSnapshot): boolean {
    const { kind, args } = snapshot.definition;
    const known = heavy.get(snapshot) ?? findKind(kind ?? '')?.isHeavy(args) ?? false;
    heavy.set(snapshot, known);
    return known;
  }

  async function measureHere(snapshot: ScorerSnapshot, item: Item): Promise<Measured> {
    const kind = findKind(snapshot.definition.kind ?? '');
    if (!kind) return failed('unknown_kind', `There is no kind ${snapshot.definition.kind}.`);
    const measure = opened.get(snapshot) ?? (await kind.open(snapshot.definition.args, isReversed(snapshot)));
    opened.set(snapshot, measure);
    // The answers of a run come at once, and each may take as long as its target likes.
    await pause();
    const { args } = snapshot.definition;
    const answersRead = kind.answersRead(args, isReversed(snapshot));
    return measureItem(kind, measure, item, answersRead, limitOf(snapshot));
  }

  async function measureBuiltin({ snapshot, item: whole, circumstances }: Scoring): Promise<Measured> {
    const { kind = '', args } = snapshot.definition;
    const item = findKind(kind ?? '')?.readsMetadata ? whole : { ...whole, metadata: null };
    if (!isHeavy(snapshot) && weightOf(item, lightWeight) <= lightWeight) return measureHere(snapshot, item);
    const given = await threads.run(
      {
        task: 'measure',
        kind: kind ?? '',
        args,
        item,
        isNegated: isReversed(snapshot),
        limit: limitOf(snapshot),
      },
      circumstances,
    );
    if (given === 'held up') return heldUp;
    if (given === 'given up')
      return failed(
        'too_slow',
        'The metric would have computed for more than ten seconds: the text or its arguments are too large.',
      );
    if (given.answer === 'measured') return given.measured;
    throw new Error(given.answer === 'fault' ? given.message : 'A thread answered something else.');
  }

  async function measureCode({ snapshot, item, circumstances }: Scoring): Promise<Measured> {
    const { source, args } = snapshot.definition;
    const code = { source: source ?? '', inputJson: JSON.stringify(inputsOf(item, args)), seed: 1 };
    const given = await threads.run({ task: 'code', code }, circumstances);
    if (given === 'held up') return heldUp;
    if (given === 'given up')
      return failed('code_timeout', 'The code computed for more than a second in one call.');
    if (given.answer !== 'code')
      throw new Error(given.answer === 'fault' ? given.message : 'A thread answered something else.');
    if (!given.outcome.ok) return failed(given.outcome.code, given.outcome.reason);
    return readAnswer(JSON.parse(given.outcome.text), item, 'code');
  }

  async function measureConnected({ snapshot, item, circumstances }: Scoring): Promise<Measured> {
    const { function_name, environment, args } = snapshot.definition;
    if (circumstances.projectId === null)
      return notEvaluated(
        'no_project',
        'A function of a connected program belongs to a project; none is known here.',
      );
    const answer = await callConnected({
      organizationId: circumstances.organizationId,
      projectId: circumstances.projectId,
      environment: ConnectorEnvironment.parse(environment ?? 'Development'),
      functionName: function_name ?? '',
      inputs: inputsOf(item, args),
      signal: circumstances.signal,
    });
    return answer.ok ? readAnswer(answer.output, item, 'sdk') : failed(answer.code, answer.reason);
  }

  const clientOf = (
    { model_id: own }: Partial<Pick<ScorerSnapshot['definition'], 'model_id'>>,
    { organizationId, modelId }: Pick<ScoringCircumstances, 'organizationId' | 'modelId'>,
  ) => modelOf(organizationId, own ?? modelId ?? null);

  async function scoreByModel({ snapshot, item, circumstances }: Scoring): Promise<MetricVerdict | Measured> {
    const { definition, threshold, negate } = snapshot;
    const client = await clientOf(definition, circumstances);
    if (!client) return notEvaluated('model_not_configured', 'No AI model is configured that could judge.');
    const tooLong = tooLongFor(item);
    if (tooLong !== undefined) return notEvaluated('too_large', tooLong);
    return judgeByModel({ client, definition, item, threshold, negate, signal: circumstances.signal });
  }

  async function scoreOf(scoring: Scoring): Promise<MetricVerdict | Measured> {
    const { snapshot, item } = scoring;
    if (snapshot.backend === 'builtin') return measureBuiltin(scoring);
    const missing = missingNeed(snapshot.needs, item);
    if (missing) return missing;
    // Whether they look at the conversation, and where in it, nobody knows.
    if (item.conversationGap !== null) return incomplete(item.conversationGap);
    if (snapshot.backend === 'code') return measureCode(scoring);
    return snapshot.backend === 'sdk' ? measureConnected(scoring) : scoreByModel(scoring);
  }

  return {
    prepare: createFinder(),
    name: nameReferences,

    lacksModel: async ({ backend, definition }, circumstances) =>
      backend === 'judge' && (await clientOf(definition, circumstances)) === undefined,

    async score(snapshot, input, circumstances) {
      const item = readItem(input);
      const judging = { ...limitOf(snapshot), negate: snapshot.negate };
      try {
        const given = await scoreOf({ snapshot, item, circumstances });
        const verdict = 'verdict' in given ? given : judge(given, judging);
        // Only of a kind is it known that it looks at nothing but the last answer.
        const needs = snapshot.backend === 'builtin' ? snapshot.needs : [];
        const sure = unlessEmpty(verdict, { needs }, item);
        return decides(snapshot) ? sure : flagged(sure);
      } catch (error) {
        if (circumstances.signal?.aborted) throw error;
        log.error({ err: error, metric: snapshot.metric_id }, 'a metric could not be scored');
        return judge(
          failed('internal', 'The metric could not be scored; the fault is ours and is logged.'),
          judging,
        );
      }
    },
  };
}

const limitOf = (snapshot: Pick<ScorerSnapshot, 'threshold' | 'threshold_operator'>): Limit => ({
  threshold: snapshot.threshold ?? 1,
  operator: snapshot.threshold_operator ?? '>=',
});

const heldUp = failed(
  'machine_busy',
  'The metric was not done within two minutes, since this machine was too busy. Score the run again to try once more.',
);

/** Whether it passes what has nothing of what is looked for: by its word, or by an operator that asks for few. */
function isReversed(snapshot: Pick<ScorerSnapshot, 'threshold' | 'threshold_operator' | 'negate'>): boolean {
  const { threshold, operator } = limitOf(snapshot);
  return compare(0, operator, threshold) !== snapshot.negate;
}

/** Whether what it finds passes or fails a test, rather than flags it. */
export const decides = ({ backend, definition }: Pick<ScorerSnapshot, 'backend' | 'definition'>): boolean =>
  backend !== 'builtin' || (findKind(definition.kind ?? '')?.decides(definition.args) ?? true);

/** What is known of a metric that decides before there is an answer: that it leaves some open, or all. */
export const leavesOpen = ({
  backend,
  definition,
}: Pick<ScorerSnapshot, 'backend' | 'definition'>): 'some' | 'all' | undefined =>
  backend === 'builtin' ? findKind(definition.kind ?? '')?.leavesOpen(definition.args) : undefined;

/** What code and connected functions are given, under the names of the documentation. */
const inputsOf = (item: Item, args: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  input: item.input,
  output: item.output,
  expected: item.expected,
  context: item.context,
  tool_calls: item.toolCalls,
  conversation: item.conversation,
  metadata: item.metadata,
  args,
  scores: item.scores,
});
