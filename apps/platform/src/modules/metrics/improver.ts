import type { Agreement, MetricDefinition } from '@sonde/contract';
import { z } from 'zod';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { ModelFailure, type LanguageModelClient } from '#models';
import { snapshotOf } from './finder.ts';
import {
  fittedThreshold,
  fittedWords,
  instructed,
  wordsReadMax,
  type Change,
  type Improved,
} from './improvement.ts';
import type { ScoringInput } from './item.ts';
import { notImprovable } from './problems.ts';
import type { Scorer, ScoringCircumstances } from './scorer.ts';
import { cohensKappa } from './statistics/index.ts';
import type { MetricRow } from './tables.ts';
import { flagOf } from './trust.ts';

/** A result that a person has reviewed for this metric, with what the metric saw. */
export interface ReviewedItem {
  /** What names the result to people and clients. */
  readonly reference: string;
  readonly item: ScoringInput;
  readonly passes: boolean;
}
/** Read anew each time, one after the other: answers may be of any size, and all of them at once need not fit. */
export type ReviewedItems = AsyncIterable<ReviewedItem> | Iterable<ReviewedItem>;

/** How often a metric and the newest review of its verdict said this and that. */
export interface Coincidence {
  readonly metricId: string;
  /** Null where the metric decided nothing. */
  readonly passed: boolean | null;
  readonly passes: boolean;
  readonly count: number;
}

/** Whoever keeps reviews of what metrics have said: of the results that the caller sees, since a metric may judge in every project. */
export interface ReviewSource {
  /** The newest ones, with what the metric saw. */
  items(principal: MemberPrincipal, metricId: string): Promise<ReviewedItems>;
  count(tx: Tx, principal: MemberPrincipal, metricIds: readonly string[]): Promise<readonly Coincidence[]>;
}

interface Judged extends Pick<ReviewedItem, 'reference' | 'passes'> {
  /** Its beginning, as far as words are looked for in it. */
  readonly output: string;
  readonly verdict: string;
  readonly score: number | null;
}

interface Options {
  readonly scorer: Scorer;
  readonly row: MetricRow;
  readonly prompt: string;
  readonly reviews: ReviewedItems;
  readonly model: LanguageModelClient | undefined;
  readonly circumstances: ScoringCircumstances;
}

/** So many of the newest are read and judged again. */
export const reviewsMax = 500;
const rewriteTimeoutMs = 120_000;
const wantsFit = /\b(?:reviews?|reviewers?|agree\w*|fit|calibrat\w*|human|feedback)\b/i;

/** What an instruction and the reviews make of a metric, with what it would change. Nothing is stored here. */
export async function improve(options: Options) {
  const { row, prompt, scorer, circumstances, reviews } = options;
  const judgeAll = (definition: MetricDefinition): Promise<Judged[]> =>
    judgeReviews(scorer, { ...row, definition }, { reviews, circumstances });
  const before = await judgeAll(row.definition);
  // Every third review is held out: what was fitted to the others is measured by these.
  const isHeldOut = (at: number): boolean => at % 3 === 2;
  let improved = instructed(row.definition, prompt);
  const fits = before.length >= 3 && (wantsFit.test(prompt) || improved.changes.length === 0);
  if (fits)
    improved = fit(
      improved,
      before.filter((_, at) => !isHeldOut(at)),
    );
  if (improved.changes.length === 0 && row.definition.backend === 'judge' && options.model)
    improved = await rewrite(row.definition, prompt, options.model);
  if (improved.changes.length === 0) throw notImprovable(missingFor(options, before.length));
  const after = new Map((await judgeAll(improved.definition)).map((judged) => [judged.reference, judged]));
  const heldOut = before.filter((_, at) => isHeldOut(at));
  return {
    ...improved,
    flips: before.flatMap(({ reference, verdict, passes }) => {
      const now = after.get(reference)?.verdict ?? verdict;
      return now === verdict
        ? []
        : [{ reference, before: verdict, after: now, review: passes ? 'Pass' : 'Fail' }];
    }),
    agreement:
      before.length < 3
        ? null
        : {
            before: agreementOf(heldOut),
            after: agreementOf(heldOut.flatMap(({ reference }) => after.get(reference) ?? [])),
          },
  };
}

function missingFor({ row, model }: Options, reviews: number): string {
  const isJudge = row.definition.backend === 'judge';
  const parts = [
    'the instruction is not one that is understood without a model (such as: set the threshold to 0.7; add "refund"; remove "voucher"; ignore case; at most 50 words; stricter)',
    reviews < 3
      ? `${reviews} reviews of this metric's verdicts are there, and fitting needs at least 3`
      : 'no threshold and no words agree better with the reviews',
    ...(isJudge && !model ? ['no AI model is configured that could rewrite a judge'] : []),
  ];
  return `${parts.join('; ')}.`;
}

async function judgeReviews(
  scorer: Scorer,
  row: MetricRow,
  { reviews, circumstances }: { reviews: ReviewedItems; circumstances: ScoringCircumstances },
): Promise<Judged[]> {
  const snapshot = snapshotOf(row);
  const judged: Judged[] = [];
  for await (const { reference, item, passes } of reviews) {
    if (judged.length === reviewsMax) break;
    const { verdict, score, reason_code } = await scorer.score(snapshot, item, circumstances);
    // Fitting a metric that only flags is how it comes to deserve a say, so its flags count here as verdicts.
    const flag = flagOf(reason_code);
    judged.push({
      reference,
      passes,
      output: typeof item.output === 'string' ? beginningOf(item.output) : '',
      verdict: flag === null ? verdict : flag ? 'fail' : 'pass',
      score,
    });
  }
  return judged;
}

/** A copy: a part of a text keeps all of it. */
const beginningOf = (text: string): string => Buffer.from(text.slice(0, wordsReadMax)).toString();

function fit({ definition, changes }: Improved, judged: readonly Judged[]): Improved {
  const decided = judged.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  const words = fittedWords(
    definition,
    decided.map(({ output, verdict, passes }) => ({ output, passed: verdict === 'pass', passes })),
  );
  if (words.length > 0) {
    const before = definition.args['values'];
    const after = [...(Array.isArray(before) ? (before as string[]) : []), ...words];
    const change: Change = {
      field: 'args.values',
      before,
      after,
      why: 'they stand in answers that reviewers judged otherwise',
    };
    return {
      definition: { ...definition, args: { ...definition.args, values: after } },
      changes: [...changes, change],
    };
  }
  const scored = decided.flatMap(({ score, passes }) => (score === null ? [] : [{ score, passes }]));
  const threshold = fittedThreshold(definition, scored);
  if (threshold === undefined) return { definition, changes };
  const change: Change = {
    field: 'threshold',
    before: definition.threshold,
    after: threshold,
    why: 'it agrees with more reviews',
  };
  return { definition: { ...definition, threshold }, changes: [...changes, change] };
}

export function agreementIn(pairs: readonly (readonly [boolean, boolean])[]): Agreement {
  const { n, agreement, kappa, interval } = cohensKappa(pairs);
  return { n, agreement, kappa, low: interval?.low ?? null, high: interval?.high ?? null };
}

function agreementOf(judged: readonly Judged[]): Agreement {
  const pairs = judged
    .filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')
    .map(({ verdict, passes }) => [verdict === 'pass', passes] as const);
  return agreementIn(pairs);
}

const Rewritten = z.object({
  evaluation_prompt: z.string().min(1).max(20_000),
  evaluation_steps: z.string().max(20_000).nullable(),
  why: z.string().max(1000),
});

/** A judge's words are a model's to rewrite; its scale and what passes stay as they are. */
async function rewrite(
  definition: MetricDefinition,
  prompt: string,
  model: LanguageModelClient,
): Promise<Improved> {
  const { evaluation_prompt, evaluation_steps } = definition;
  let read: z.output<typeof Rewritten>;
  try {
    const { object } = await model.generateObject({
      system:
        'You improve the wording of a criterion by which answers of an AI application are judged. Keep its meaning except where the instruction changes it.',
      prompt: `Criterion:\n${evaluation_prompt ?? ''}\n\nSteps:\n${evaluation_steps ?? '(none)'}\n\nInstruction:\n${prompt}`,
      schema: Rewritten,
      temperature: 0,
      timeoutMs: rewriteTimeoutMs,
    });
    read = object;
  } catch (error) {
    if (error instanceof ModelFailure)
      throw notImprovable(`the model that was to rewrite it failed. ${error.message}`);
    throw error;
  }
  const next = {
    ...definition,
    evaluation_prompt: read.evaluation_prompt,
    evaluation_steps: read.evaluation_steps,
  };
  const changes = (['evaluation_prompt', 'evaluation_steps'] as const).flatMap((field): Change[] =>
    next[field] === definition[field]
      ? []
      : [{ field, before: definition[field], after: next[field], why: read.why }],
  );
  return { definition: next, changes };
}
