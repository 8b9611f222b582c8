import { percentWords, type Combine } from '@sonde/contract';
import { plural } from '#kernel/plural';
import {
  flagOf,
  type Scorer,
  type ScorerSnapshot,
  type ScoringCircumstances,
  type ScoringInput,
} from '#metrics';
import type { ScoredMetric } from './settled.ts';

export interface JudgingOptions {
  readonly scorer: Pick<Scorer, 'score'>;
  readonly circumstances: ScoringCircumstances;
}

export interface Judged {
  readonly status: 'Pass' | 'Fail' | 'Error' | 'NotEvaluated';
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly verdicts: readonly ScoredMetric[];
}

/** Every metric of a test over its stored output; those that read the scores of others come last. */
export async function judgeResult(
  { scorer, circumstances }: JudgingOptions,
  snapshots: readonly ScorerSnapshot[],
  item: ScoringInput,
  { combine, testType, own }: { combine: Combine; testType: string; own?: OwnMetrics | undefined },
): Promise<Judged> {
  if (snapshots.length === 0)
    return {
      status: 'NotEvaluated',
      reasonCode: 'no_metric',
      reason: undecided(
        'no_metric',
        'No metric judges this test: neither the test, nor its set, nor its requirement names one.',
      ),
      verdicts: [],
    };
  const inOrder = inScoringOrder(snapshots);
  const verdicts: ScoredMetric[] = [];
  for (const snapshot of inOrder) {
    const scores = Object.fromEntries(
      verdicts.map((verdict) => [verdict.name, isFlag(verdict) ? null : verdict.score]),
    );
    verdicts.push(await scoreOne(scorer, circumstances, snapshot, { ...item, scores }, testType));
  }
  const counted = verdicts.map((verdict, at) => ({
    ...verdict,
    score: countedScore(verdict, inOrder[at]),
  }));
  return { ...combineVerdicts(counted, combine, own), verdicts };
}

/** Those that read the scores of others come last; verdicts are numbered in this order. */
export const inScoringOrder = (snapshots: readonly ScorerSnapshot[]): ScorerSnapshot[] =>
  snapshots.toSorted((a, b) => Number(a.reads_scores) - Number(b.reads_scores));

/**
 * What a score is worth in a mean, from 0 to 1: how far along the scale of its metric it lies, from the end that fails to
 * the end that passes. Where no end passes, and where there is no scale, the verdict counts instead, as one or zero.
 */
export function countedScore(
  { score, verdict }: Pick<ScoredMetric, 'score' | 'verdict'>,
  snapshot: ScorerSnapshot | undefined,
): number | null {
  if (score === null) return null;
  const definition = snapshot?.definition;
  const low = definition?.min_score ?? null;
  const high = definition?.max_score ?? null;
  const passingEnd = passingEnds[snapshot?.threshold_operator ?? '='];
  if (low === null || high === null || low >= high || !passingEnd) return Number(verdict === 'pass');
  // Code may answer a score beyond the scale that its metric names.
  const share = Math.min(1, Math.max(0, (score - low) / (high - low)));
  return (passingEnd === 'low') === snapshot?.negate ? share : 1 - share;
}

const passingEnds = { '>': 'high', '>=': 'high', '<': 'low', '<=': 'low', '=': null, '!=': null } as const;

/** As pages call the types of tests. */
const scopeWords: Readonly<Record<string, string>> = {
  'Single-Turn': 'single prompts',
  'Multi-Turn': 'conversations',
  Trace: 'traces',
};

async function scoreOne(
  scorer: Pick<Scorer, 'score'>,
  circumstances: ScoringCircumstances,
  snapshot: ScorerSnapshot,
  item: ScoringInput,
  testType: string,
): Promise<ScoredMetric> {
  const frame = {
    metricId: snapshot.metric_id,
    metricVersion: snapshot.metric_version,
    name: snapshot.name,
  };
  const scope = testType === 'Image' ? 'Single-Turn' : testType;
  if (!snapshot.metric_scope.includes(scope))
    return {
      ...frame,
      verdict: 'not_evaluated',
      score: null,
      category: null,
      threshold: snapshot.threshold,
      reason: `This metric judges ${snapshot.metric_scope.map((one) => scopeWords[one] ?? one).join(' and ')}; this test is ${scope === 'Multi-Turn' ? 'a conversation' : 'a single prompt'}.`,
      reasonCode: 'scope_differs',
      evidence: [],
      durationMs: 0,
    };
  const since = performance.now();
  const verdict = await scorer.score(snapshot, item, circumstances);
  return {
    ...frame,
    verdict: verdict.verdict,
    score: verdict.score,
    category: verdict.category,
    threshold: verdict.threshold,
    reason: verdict.reason,
    reasonCode: verdict.reason_code,
    evidence: verdict.evidence,
    durationMs: Math.round((performance.now() - since) * 1000) / 1000,
  };
}

type Combined = Pick<Judged, 'status' | 'reasonCode' | 'reason'>;
type Combinable = Pick<ScoredMetric, 'metricId' | 'name' | 'verdict' | 'score' | 'reason' | 'reasonCode'>;

/** One that only flags, and of which no person has said more. */
const isFlag = ({ verdict, reasonCode }: Pick<Combinable, 'verdict' | 'reasonCode'>): boolean =>
  verdict === 'not_evaluated' && flagOf(reasonCode) !== null;

/**
 * One verdict out of several. What could not be decided is never a pass: fail over error over not evaluated over pass.
 * Flags turn nothing red or green: where there is nothing else, nothing is decided, and a pass that a raised flag would turn
 * into a failure, if it were a verdict, is left to a person.
 */
export function combineVerdicts(
  verdicts: readonly Combinable[],
  combine: Combine,
  own: OwnMetrics = [],
): Combined {
  const deciding = verdicts.filter((verdict) => !isFlag(verdict));
  const said = saidBy(combine, own);
  if (deciding.length > 0 || verdicts.length === 0) {
    const decided = combineDeciding(deciding, said, verdicts);
    return decided.status === 'Pass' ? unlessFlagged(decided, verdicts, said) : decided;
  }
  const shown = verdicts.find(({ reasonCode }) => flagOf(reasonCode) === true) ?? verdicts[0];
  return {
    status: 'NotEvaluated',
    reasonCode: shown?.reasonCode ?? null,
    reason: shown
      ? undecided(
          shown.reasonCode,
          `The metric “${shown.name}” may flag an answer, but not decide. ${shown.reason}`,
        )
      : null,
  };
}

/** By a pass nobody looks at an answer again; so none is made of an answer that a metric of the test holds to be wrong. */
function unlessFlagged(passed: Combined, verdicts: readonly Combinable[], combine: Said): Combined {
  const raised = verdicts.find((verdict) => isFlag(verdict) && flagOf(verdict.reasonCode) === true);
  if (!raised) return passed;
  const asVerdicts = verdicts.flatMap((verdict) => {
    if (!isFlag(verdict)) return [verdict];
    return flagOf(verdict.reasonCode) === true ? [{ ...verdict, verdict: 'fail' as const, score: 0 }] : [];
  });
  if (combineDeciding(asVerdicts, combine, verdicts).status === 'Pass') return passed;
  return {
    status: 'NotEvaluated',
    reasonCode: passedButFlagged,
    reason: undecided(
      passedButFlagged,
      `Every metric that decides passes it, but “${raised.name}” flags it. ${raised.reason}`,
    ),
  };
}

/** Reason code of a result that would have passed, had no metric of it raised a flag. */
const passedButFlagged = 'passed_but_flagged';

/** The metrics that a test names itself: how it combines verdicts is said of these. */
export type OwnMetrics = readonly { readonly metric: string }[];

interface Said {
  readonly combine: Combine;
  /** Whether it is said of a metric. Those of a set or a requirement stand beside it, and must pass. */
  readonly holdsFor: (verdict: Pick<Combinable, 'metricId'>) => boolean;
}

/** Of a test without metrics of its own it is said of those it is given, and a weight names its metric wherever that comes from. */
function saidBy(combine: Combine, own: OwnMetrics): Said {
  const weighed = typeof combine === 'object' ? Object.keys(combine.weights) : [];
  const named = new Set([...own.map(({ metric }) => metric), ...weighed]);
  return { combine, holdsFor: ({ metricId }) => own.length === 0 || named.has(metricId) };
}

/** `all` are those that flag among them, which looked at the answer and have no say in a mean. */
function combineDeciding(
  verdicts: readonly Combinable[],
  { combine, holdsFor }: Said,
  all: readonly Combinable[],
): Combined {
  // Where a run was given metrics of its own, none of the test is among them.
  if (combine === 'all' || !all.some(holdsFor)) return combineOwn(verdicts, combine, all);
  const ofTest = combineOwn(verdicts.filter(holdsFor), combine, all);
  const beside = combineOwn(
    verdicts.filter((verdict) => !holdsFor(verdict)),
    'all',
    all,
  );
  return ranks.indexOf(beside.status) < ranks.indexOf(ofTest.status) ? beside : ofTest;
}

const ranks: readonly Combined['status'][] = ['Fail', 'Error', 'NotEvaluated', 'Pass'];

function combineOwn(verdicts: readonly Combinable[], combine: Combine, all: readonly Combinable[]): Combined {
  if (combine === 'any' && verdicts.some(({ verdict }) => verdict === 'pass'))
    return { status: 'Pass', reasonCode: null, reason: null };
  if (typeof combine === 'object') return weigh(verdicts, combine, all);
  const deciding = worst(verdicts);
  if (!deciding) return { status: 'Pass', reasonCode: null, reason: null };
  return {
    status: statuses[deciding.verdict],
    reasonCode: deciding.reasonCode,
    reason:
      deciding.verdict === 'not_evaluated'
        ? undecided(deciding.reasonCode, `“${deciding.name}”: ${deciding.reason}`)
        : `“${deciding.name}”: ${deciding.reason}`,
  };
}

/** Why nothing is decided, and then in one sentence what would decide it. */
function undecided(reasonCode: string | null, why: string): string {
  const code = reasonCode ?? '';
  const missing = /^missing_(.+)$/.exec(code)?.[1];
  const remedy =
    missing === 'expected'
      ? 'An expected answer on the test would decide it.'
      : missing === 'context' || missing === 'tool_calls'
        ? `Where \`${missing}\` stands in the answer, said at the endpoint under Mapping, would decide it.`
        : (remedies[code] ?? 'A review by a person would decide it.');
  return `${/[.!?]$/.test(why) ? why : `${why}.`} ${remedy}`;
}

const remedies: Readonly<Record<string, string>> = {
  no_metric: 'A metric on the test, its set or its requirement, or a review by a person, would decide it.',
  flag: 'A review by a person decides it, or you let the metric decide.',
  no_flag: 'A review by a person decides it, or you let the metric decide.',
  [passedButFlagged]: 'A review by a person decides it, or you let the metric decide.',
  for_a_person: 'A review by a person decides it.',
  unclear: 'A review by a person, or a metric that asks a language model, would decide it.',
  model_not_configured: 'A model in the settings would decide it.',
  scope_differs: 'A metric that judges this type of test would decide it.',
  weight_without_score: 'Weights of the metrics that do judge, or a review by a person, would decide it.',
  too_large: 'A shorter answer, or a review by a person, would decide it.',
  conversation_incomplete:
    'A new run, which judges each answer as it comes, or a review by a person, would decide it.',
  empty_output: 'An answer with text, or a review by a person, would decide it.',
};

const severity = ['fail', 'error', 'not_evaluated'] as const;
const statuses = { pass: 'Pass', fail: 'Fail', error: 'Error', not_evaluated: 'NotEvaluated' } as const;

const worst = (verdicts: readonly Combinable[]): Combinable | undefined =>
  severity
    .map((level) => verdicts.find(({ verdict }) => verdict === level))
    .find((found) => found !== undefined);

/**
 * A weighted mean of scores from 0 to 1; where one that counts did not judge, has no score, or leaves open what it found, there is
 * no mean.
 */
function weigh(
  verdicts: readonly Combinable[],
  { weights, threshold }: Exclude<Combine, string>,
  all: readonly Combinable[],
): Combined {
  const counted = verdicts.flatMap((verdict) => {
    const weight = weights[verdict.metricId] ?? 0;
    return weight > 0 ? [{ ...verdict, weight }] : [];
  });
  if (counted.length === 0)
    return {
      status: 'NotEvaluated',
      reasonCode: 'no_weight',
      reason: 'None of the metrics that were scored has a weight.',
    };
  if (threshold <= 0)
    return {
      status: 'NotEvaluated',
      reasonCode: 'cannot_fail',
      reason: 'A mean of 0 is asked for, which every answer reaches: name a threshold above it.',
    };
  const judged = new Set(all.map(({ metricId }) => metricId));
  const absent = Object.entries(weights).filter(([id, weight]) => weight > 0 && !judged.has(id));
  if (absent.length > 0) {
    const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    const share = absent.reduce((sum, [, weight]) => sum + weight, 0) / all;
    return {
      status: 'NotEvaluated',
      reasonCode: 'weight_without_score',
      reason: undecided(
        'weight_without_score',
        `${plural(absent.length, 'metric')} with ${percentWords(share * 100)} of the weight did not judge this answer, so there is no mean.`,
      ),
    };
  }
  const open = counted.filter(
    ({ score, verdict }) => score === null || verdict === 'not_evaluated' || verdict === 'error',
  );
  const deciding = worst(open.map((verdict) => ({ ...verdict, verdict: openVerdict(verdict.verdict) })));
  if (deciding)
    return {
      status: statuses[deciding.verdict],
      reasonCode: deciding.reasonCode,
      reason: `${deciding.name}: ${deciding.reason}`,
    };
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  const mean = counted.reduce((sum, { weight, score }) => sum + weight * (score ?? 0), 0) / total;
  return {
    status: mean >= threshold - 1e-9 ? 'Pass' : 'Fail',
    reasonCode: null,
    reason: `The weighted mean of ${counted.length} scores, each taken from 0 to 1, is ${mean.toFixed(3)}; ${threshold} is asked for.`,
  };
}

/** A metric that said yes or no without a score cannot be weighed. */
const openVerdict = (verdict: Combinable['verdict']): Combinable['verdict'] =>
  verdict === 'error' ? 'error' : 'not_evaluated';
