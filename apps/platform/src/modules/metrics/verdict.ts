import type { AnswersRead, Evidence, Kind, Measure, Measured, Need, Operator } from './kind.ts';
import type { Item, Turn } from './item.ts';
import { isEmptyAnswer } from './text/folding.ts';
import { flagCodes } from './trust.ts';

export type Verdict = 'pass' | 'fail' | 'not_evaluated' | 'error';

/** One row of verdict, as every backend gives it. */
export interface MetricVerdict {
  readonly verdict: Verdict;
  readonly score: number | null;
  /** Of a categorical judge. */
  readonly category: string | null;
  readonly threshold: number | null;
  readonly threshold_operator: Operator | null;
  readonly reason: string;
  readonly reason_code: string | null;
  readonly evidence: readonly Evidence[];
  /** What a judge was asked and what it answered, votes and their spread. */
  readonly detail: Readonly<Record<string, unknown>> | null;
}

export interface Judging {
  readonly threshold: number;
  readonly operator: Operator;
  readonly negate: boolean;
}

/** From where on a score passes. */
export type Limit = Pick<Judging, 'threshold' | 'operator'>;

/**
 * Needs first, then size, then the kind itself. Nothing that could not be looked at ever passes. The limit tells which of
 * several answers is the worst; left out, it is that of the kind.
 */
export function measureItem(
  kind: Kind,
  measure: Measure,
  item: Item,
  answersRead: AnswersRead = 'last',
  limit: Limit = kind,
): Measured {
  const missing = missingNeed(kind.needs, item);
  if (missing) return missing;
  const longest = longestText(item);
  if (longest > kind.charactersMax)
    return lacking(
      'too_large',
      `A text has ${longest} characters; ${kind.title} reads at most ${kind.charactersMax}.`,
    );
  const readsTurns = answersRead !== 'last' || kind.needs.includes('conversation');
  if (readsTurns && item.conversationGap !== null && (answersRead === 'last' || !item.conversation))
    return incomplete(item.conversationGap);
  if (answersRead !== 'last' && item.conversation)
    return measureEach(
      { measure, wantsText: kind.wantsText === true, answersRead, limit },
      { ...item, conversation: item.conversation },
    );
  if (kind.wantsText && isEmptyAnswer(item.output)) return lacking('empty_output', emptyReason);
  return measure(item);
}

/**
 * Each answer beside what the person had said until then; the worst of them counts, and its turn is told. Where a turn is not
 * known whole, another may surely fail, and none pass.
 */
function measureEach(
  {
    measure,
    wantsText,
    answersRead,
    limit,
  }: {
    readonly measure: Measure;
    readonly wantsText: boolean;
    readonly answersRead: AnswersRead;
    readonly limit: Limit;
  },
  item: Item & { readonly conversation: readonly Turn[] },
): Measured {
  const { conversation } = item;
  const standing = (measured: Measured): number => standingOf(measured, answersRead, limit);
  const saidBefore = (place: number): string =>
    conversation
      .slice(0, place)
      .flatMap(({ role, content }) => (role === 'user' ? [content] : []))
      .join('\n');
  // An answer that is said twice is two: what the person had said until then may have changed what it gives away.
  const ending = conversation.findLastIndex(({ role }) => role === 'assistant');
  const isTheLast = (index: number): boolean =>
    index === ending && conversation[index]?.content === item.output;
  const earlier = conversation.flatMap(({ role, content, isCut }, index) =>
    role === 'assistant' && !isCut && !isEmptyAnswer(content) && !isTheLast(index)
      ? [{ index, measured: measure({ ...item, input: saidBefore(index), output: content }) }]
      : [],
  );
  const last =
    wantsText && isEmptyAnswer(item.output)
      ? lacking('empty_output', emptyReason)
      : measure({ ...item, input: [item.input, saidBefore(conversation.length)].join('\n') });
  const worst = earlier.toSorted((a, b) => standing(a.measured) - standing(b.measured))[0];
  if (item.conversationGap !== null) {
    const unknown = incomplete(item.conversationGap);
    const isWorse = [...earlier.map(({ measured }) => measured), last].some(
      (measured) => standing(measured) < standing(unknown),
    );
    if (!isWorse) return unknown;
  }
  if (!worst || standing(worst.measured) >= standing(last)) return last;
  const { index, measured } = worst;
  return {
    ...measured,
    reason: `In turn ${conversation.slice(0, index).filter(({ role }) => role === 'assistant').length + 1}: ${measured.reason}`,
    evidence: measured.evidence.map((found) =>
      found.field === 'output' ? { ...found, field: 'conversation', index } : found,
    ),
  };
}

/**
 * What surely fails stands lowest, whatever its score; then what could not be measured, what could not be looked at or is in
 * doubt, and what passes. Of those that stand alike, the score tells.
 */
function standingOf(measured: Measured, answersRead: AnswersRead, limit: Limit): number {
  const isHighest = answersRead === 'each, the highest';
  // An operator that asks for few has turned it around already.
  const negate = isHighest && !compare(0, limit.operator, limit.threshold);
  const rank = standings.indexOf(judge(measured, { ...limit, negate }).verdict);
  if (measured.outcome !== 'scored') return rank + 0.25;
  // A score is never more than 1, and the next standing is two higher.
  return rank + (isHighest ? 1 - measured.score : measured.score);
}
const standings: readonly (Verdict | undefined)[] = [
  'fail',
  undefined,
  'error',
  undefined,
  'not_evaluated',
  undefined,
  'pass',
];

export function missingNeed(needs: readonly Need[], item: Item): Measured | undefined {
  const missing = needs.find((need) => !has[need](item));
  return missing && lacking(`missing_${missing}`, missingReasons[missing]);
}

/** What is not known of a conversation may be what it is looked through for. */
export const incomplete = (gap: string): Measured => lacking('conversation_incomplete', gap);

const lacking = (code: string, reason: string): Measured => ({
  outcome: 'not_evaluated',
  code,
  reason,
  evidence: [],
});

/** Turns what was measured into a verdict. A negation inverts verdicts; what has none keeps having none. */
export function judge(measured: Measured, { threshold, operator, negate }: Judging): MetricVerdict {
  const frame = {
    threshold,
    threshold_operator: operator,
    reason: measured.reason.slice(0, reasonMax),
    evidence: measured.evidence,
    category: null,
    detail: null,
  };
  if (measured.outcome !== 'scored')
    return { ...frame, verdict: measured.outcome, score: null, reason_code: measured.code };
  if (!Number.isFinite(measured.score))
    return { ...frame, verdict: 'error', score: null, reason_code: 'no_number' };
  const reached = compare(measured.score, operator, threshold);
  const { low, high } = measured.band ?? { low: measured.score, high: measured.score };
  if (compare(low, operator, threshold) !== compare(high, operator, threshold))
    return { ...frame, verdict: 'not_evaluated', score: round(measured.score), reason_code: 'unclear' };
  return {
    ...frame,
    verdict: reached === negate ? 'fail' : 'pass',
    score: round(measured.score),
    reason_code: null,
    // A score that reaches its threshold and fails all the same tells nobody anything.
    ...(negate
      ? {
          threshold: null,
          threshold_operator: null,
          reason: `This must not be, and it is ${reached ? '' : 'not '}so: ${frame.reason}`.slice(
            0,
            reasonMax,
          ),
        }
      : {}),
  };
}

/**
 * An answer in which nothing is seen may fail, and never passes: what holds for it (at most, within, none of) holds for every
 * application that does not answer. Without words an answer may be tool calls, or stand in an earlier turn, which is for
 * kinds that look at these.
 */
export const unlessEmpty = (
  verdict: MetricVerdict,
  { needs }: { readonly needs: readonly Need[] },
  item: Pick<Item, 'output' | 'toolCalls' | 'conversation'>,
): MetricVerdict =>
  verdict.verdict === 'pass' && hasNothing(needs, item)
    ? { ...verdict, verdict: 'not_evaluated', score: null, reason_code: 'empty_output', reason: emptyReason }
    : verdict;

function hasNothing(
  needs: readonly Need[],
  { output, toolCalls, conversation }: Pick<Item, 'output' | 'toolCalls' | 'conversation'>,
): boolean {
  if (output === null || !isEmptyAnswer(output)) return false;
  if (needs.includes('output')) return true;
  return (
    (toolCalls ?? []).length === 0 &&
    !(conversation ?? []).some(({ role, content }) => role === 'assistant' && !isEmptyAnswer(content))
  );
}

/** What only flags neither passes nor fails. What is unclear is a case for a person too; what could not look says so. */
export function flagged(verdict: MetricVerdict): MetricVerdict {
  const isUnclear = verdict.reason_code === 'unclear';
  if (verdict.verdict !== 'pass' && verdict.verdict !== 'fail' && !isUnclear) return verdict;
  const isRaised = verdict.verdict !== 'pass';
  return {
    ...verdict,
    verdict: 'not_evaluated',
    reason_code: isRaised ? flagCodes.raised : flagCodes.none,
    reason:
      `${isRaised ? (isUnclear ? 'Flag, since it could not tell' : 'Flag') : 'No flag'}: ${verdict.reason}`.slice(
        0,
        reasonMax,
      ),
  };
}

const emptyReason = 'The answer is empty, so there is nothing in it to look at.';
const reasonMax = 2000;
/** Sums of shares such as 0.1 + 0.2 must not miss the threshold that a person typed. */
const epsilon = 1e-9;
const round = (score: number): number => Math.round(score * 1e6) / 1e6;

export function compare(score: number, operator: Operator, threshold: number): boolean {
  switch (operator) {
    case '=':
      return Math.abs(score - threshold) <= epsilon;
    case '!=':
      return Math.abs(score - threshold) > epsilon;
    case '<':
      return score < threshold - epsilon;
    case '>':
      return score > threshold + epsilon;
    case '<=':
      return score <= threshold + epsilon;
    case '>=':
      return score >= threshold - epsilon;
  }
}

const has: Readonly<Record<Need, (item: Item) => boolean>> = {
  output: ({ output }) => output !== null,
  expected: ({ expected }) => expected !== null && expected !== '',
  context: ({ context }) => context !== null,
  tool_calls: ({ toolCalls }) => toolCalls !== null,
  conversation: ({ conversation }) => conversation !== null,
  others: ({ others }) => others !== null,
  duration_ms: ({ durationMs }) => durationMs !== null,
};

const missingReasons: Readonly<Record<Need, string>> = {
  output: 'There is no answer to look at.',
  expected: 'The test has no expected answer.',
  context:
    'The texts that the application answered from (context) cannot be read: the endpoint does not say where they stand in the answer, or there are more than a thousand.',
  tool_calls:
    'The tools that the application called cannot be read: the endpoint does not say where they stand in the answer, or something else stands there.',
  conversation: 'There is no conversation to look at.',
  others: 'There is no other result to compare with.',
  duration_ms: 'The call has no duration.',
};

function longestText({ input, output, expected, context, conversation, others }: Item): number {
  let longest = Math.max(input.length, output?.length ?? 0, expected?.length ?? 0);
  for (const passage of context ?? []) longest = Math.max(longest, passage.length);
  for (const turn of conversation ?? []) longest = Math.max(longest, turn.content.length);
  for (const other of others ?? []) longest = Math.max(longest, other.output?.length ?? 0);
  return longest;
}
