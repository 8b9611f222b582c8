import type { BodyOf, ExplorationResult, ExplorationTurn, TestInput, TestSet } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { talkOf, threadOf } from '@sonde/contract/exploration-threads';
import { Problem } from '@sonde/server-kit';
import { cutText } from '#kernel/cut-text';
import { isNoAnswer } from '#metrics';
import { goalOfTalk } from '#tests';
import { handsOut } from './handed-out.ts';
import { robustnessOf } from './mutations.ts';
import {
  checkOf,
  findingOf,
  isOfLanguage,
  observedCategory,
  restsOnTalk,
  variantMetricOf,
} from './observed-tests.ts';
import { observedTest, type PlannedTest } from './plan.ts';
import { toAPerson } from './to-a-person.ts';

type Request = BodyOf<typeof contract.keepExploration>;

export interface KeptPlan {
  readonly tests: readonly { readonly planned: PlannedTest; readonly turns: readonly number[] }[];
  readonly leftOut: readonly { readonly turn: number; readonly reason: string }[];
}

/** What there is to keep of an exploration, in the order of its turns; what cannot be kept is said with its reason. */
export function planKept(
  taskId: string,
  explored: ExplorationResult,
  request: Request,
  /** Of the set that they join. */
  setType?: TestSet['test_set_type'],
): KeptPlan {
  const result = { ...explored, conversation: withTold(explored) };
  const { conversation } = result;
  const known = new Set(conversation.map(({ turn }) => turn));
  const missing = request.turns?.find((turn) => !known.has(turn));
  if (missing !== undefined) throw noSuchTurn(missing);
  const chosen = request.turns && new Set(request.turns);
  const evidence = new Set(result.findings.flatMap((finding) => finding.evidence));
  const turns = conversation.filter(
    ({ turn }) => (!chosen || chosen.has(turn)) && (request.what !== 'findings' || evidence.has(turn)),
  );
  const isTalk = request.what === 'conversations';
  const takesJunk = request.include_robustness ?? (chosen !== undefined && request.what === 'turns');
  const isOfTalk = (said: ExplorationTurn): boolean =>
    restsOnTalk(said, findingOf(said, result.findings), conversation);
  const faultOf = (said: ExplorationTurn): string | undefined => {
    if (said.sent.trim() === '') return 'Nothing was asked.';
    if (!['answered', 'refused', 'soft_refusal', 'empty'].includes(said.outcome))
      return 'It was neither answered nor refused.';
    if (said.robustness && !takesJunk)
      return 'It was sent to see how junk is coped with. It is kept only where that is asked for.';
    if (!isTalk && isOfTalk(said)) {
      const talk = talkOf(said, conversation);
      if (setType === 'Single-Turn')
        return `It was asked in the conversation that began with turn ${talk[0]?.turn}, and what was answered may rest on that; the set holds single prompts.`;
      if (talk.length > mostTurns)
        return `It was asked after more than ${mostTurns} turns of one conversation, and what was answered may rest on them.`;
    }
    const [first] = threadOf(said, conversation);
    return !isTalk && setType === 'Single-Turn' && first && first !== said
      ? `It goes on from turn ${first.turn} and says nothing alone, and the set holds single prompts.`
      : undefined;
  };
  const usable = turns.filter((turn) => faultOf(turn) === undefined);
  const made = isTalk
    ? conversationsOf(taskId, usable, conversation)
    : [
        ...turnsOf(
          taskId,
          result,
          usable.filter((said) => !isOfTalk(said)),
          request,
        ),
        ...talksOf(taskId, result, usable.filter(isOfTalk), request),
      ].toSorted((a, b) => (a.turns.at(-1) ?? 0) - (b.turns.at(-1) ?? 0));
  const { longest, begun } =
    request.what === 'findings' ? withoutBeginnings(made) : { longest: made, begun: [] };
  const tests = longest.map(approved);
  if (tests.length === 0) throw nothingToKeep();
  const said = new Set(isTalk ? tests.flatMap((one) => one.turns) : []);
  const isBegun = new Set(begun.map((one) => one.turns.at(-1)));
  return {
    tests,
    leftOut: turns.flatMap((turn) => {
      const reason = said.has(turn.turn)
        ? undefined
        : isBegun.has(turn.turn)
          ? 'A longer conversation of the same finding begins with it, and is kept.'
          : faultOf(turn);
      return reason === undefined ? [] : [{ turn: turn.turn, reason }];
    }),
  };
}

/** Each press of who does not give in is asked by the longest conversation of the finding as well. */
function withoutBeginnings(tests: KeptPlan['tests']): {
  longest: KeptPlan['tests'];
  begun: KeptPlan['tests'];
} {
  const isBegun = ({ planned, turns }: KeptPlan['tests'][number]): boolean =>
    turns.length > 1 &&
    tests.some(
      (other) =>
        other.turns.length > turns.length &&
        other.planned.input.metadata?.['why'] === planned.input.metadata?.['why'] &&
        turns.every((turn, at) => other.turns[at] === turn),
    );
  return { longest: tests.filter((one) => !isBegun(one)), begun: tests.filter(isBegun) };
}

/** An answer that a finding rests on has told something, whether or not it answers what was asked: “I speak English only.” */
function withTold({ findings, conversation }: ExplorationResult): ExplorationTurn[] {
  const telling = new Set(findings.flatMap(({ evidence }) => evidence));
  return conversation.map((said) =>
    said.outcome === 'inconclusive' && telling.has(said.turn) && (said.received ?? '').trim() !== ''
      ? { ...said, outcome: 'answered' as const }
      : said,
  );
}

const mostObserved = 4000;

/** Each turn, together with those that set what it is about. */
function turnsOf(
  taskId: string,
  { findings, conversation }: ExplorationResult,
  turns: readonly ExplorationTurn[],
  { expect_answers: expectAnswers }: Request,
): KeptPlan['tests'] {
  return turns.map((said) => {
    const { turn, sent, received, outcome, robustness } = said;
    const finding = findingOf(said, findings);
    const isRefused = (outcome === 'refused' || outcome === 'soft_refusal') && !isOfLanguage(finding);
    const thread = threadOf(said, conversation);
    const isAlone = thread.length === 1;
    const check = checkOf(said, finding, expectAnswers && isAlone, conversation);
    const planned = observedTest(taskId, {
      prompt: sent,
      observed: cutText(received ?? '', mostObserved),
      category: robustness
        ? robustnessOf('junk')
        : finding
          ? observedCategory(finding)
          : `Observed/${isRefused ? 'refusal' : 'answer'}`,
      why: finding
        ? `${finding.title}: ${finding.detail}`.slice(0, 1000)
        : `An exploration asked this, and ${isRefused ? 'it was refused' : outcome === 'empty' ? 'the answer was empty' : 'it was answered'}.`,
      isRefused,
      turn,
      finding: finding?.title ?? '',
      check,
      variantMetric: variantMetricOf(check, said, finding),
      isRobustness: robustness === true,
    });
    return {
      planned: isAlone ? planned : { ...planned, input: asTalk(planned.input, thread) },
      turns: thread.map((one) => one.turn),
    };
  });
}

/** Each conversation once, as far as the last of its turns that are kept, with what is expected in these. */
function talksOf(
  taskId: string,
  { findings, conversation }: ExplorationResult,
  turns: readonly ExplorationTurn[],
  { expect_answers: expectAnswers }: Request,
): KeptPlan['tests'] {
  const beginningOf = (said: ExplorationTurn): number => talkOf(said, conversation)[0]?.turn ?? said.turn;
  return [...Map.groupBy(turns, beginningOf).values()].flatMap((kept) => {
    const last = kept.at(-1);
    if (!last) return [];
    const talk = talkOf(last, conversation);
    const answers = Object.fromEntries(
      talk.flatMap((said, place) => {
        const expected =
          kept.includes(said) && !isNoAnswer(said.received ?? '') && !handsOut(said)
            ? expectedOf(said, findings)
            : '';
        return expected === '' ? [] : [[String(place + 1), expected] as const];
      }),
    );
    const learnt = findings.filter(({ evidence }) => kept.some(({ turn }) => evidence.includes(turn)));
    const why =
      learnt.length === 0
        ? 'An exploration held this conversation.'
        : `An exploration learned in this conversation: ${learnt.map(({ title }) => title).join('; ')}`;
    const category = 'Observed/conversation';
    return {
      planned: {
        input: {
          test_type: 'Multi-Turn' as const,
          test_configuration: scriptOf(talk),
          category,
          status: 'Review' as const,
          metadata: { why: why.slice(0, mostWhy) },
          source: { kind: 'exploration' as const, ref: { task_id: taskId, turn: last.turn } },
        },
        metric: !expectAnswers
          ? undefined
          : Object.keys(answers).length > 0
            ? { kind: 'turns_as_expected', args: { answers } }
            : toAPerson(`Whether these answers are right. ${why}`),
        requirement: null,
        category,
      },
      turns: talk.map(({ turn }) => turn),
    };
  });
}

/** Somebody has chosen to keep it: a test that still called itself a draft would say otherwise. */
const approved = <T extends KeptPlan['tests'][number]>(kept: T): T => ({
  ...kept,
  planned: { ...kept.planned, input: { ...kept.planned.input, status: 'Approved' as const } },
});

const mostWhy = 1000;
const mostExpected = 1000;

/** What the findings quote of an answer, word for word, or else how it begins. */
function expectedOf({ turn, received }: ExplorationTurn, findings: ExplorationResult['findings']): string {
  const text = received ?? '';
  const quoted = findings
    .flatMap(({ quotes }) => quotes)
    .filter((one) => one.turn === turn && text.includes(one.quote))
    .map(({ quote }) => quote);
  return ([...new Set(quoted)].toSorted((a, b) => b.length - a.length)[0] ?? text)
    .slice(0, mostExpected)
    .toWellFormed()
    .trim();
}

const asTalk = ({ prompt: _prompt, ...input }: TestInput, thread: readonly ExplorationTurn[]): TestInput => ({
  ...input,
  test_type: 'Multi-Turn',
  test_configuration: scriptOf(thread),
});

const mostTurns = 50;
const scriptOf = (said: readonly ExplorationTurn[]) => {
  const script = said.map(({ sent }) => sent).slice(-mostTurns);
  return { goal: goalOfTalk(script), max_turns: script.length, script };
};

/** Strategies talk side by side, each in conversations of its own. */
function conversationsOf(
  taskId: string,
  usable: readonly ExplorationTurn[],
  conversation: readonly ExplorationTurn[],
): KeptPlan['tests'] {
  return [...Map.groupBy(usable, ({ strategy }) => strategy)].flatMap(([strategy, said]) =>
    talksIn(said, conversation).map((some) => ({
      planned: {
        input: {
          test_type: 'Multi-Turn' as const,
          test_configuration: scriptOf(some),
          category: 'Observed/conversation',
          status: 'Review' as const,
          metadata: { why: 'An exploration held this conversation.' },
          source: {
            kind: 'exploration' as const,
            ref: { task_id: taskId, turn: some[0]?.turn, ...(strategy === null ? {} : { strategy }) },
          },
        },
        metric: undefined,
        requirement: null,
        category: 'Observed/conversation',
      },
      turns: some.map(({ turn }) => turn),
    })),
  );
}

/** Each conversation by itself, a very long one in parts; in none is a turn without those that set what it is about. */
function talksIn(
  said: readonly ExplorationTurn[],
  conversation: readonly ExplorationTurn[],
): ExplorationTurn[][] {
  const beginnings = conversation.filter(({ begins }) => begins).map(({ turn }) => turn);
  const talks: { at: number; turns: ExplorationTurn[] }[] = [];
  for (const turn of said) {
    const at = beginnings.findLast((number) => number <= turn.turn) ?? 0;
    const thread = threadOf(turn, conversation).filter(({ sent }) => sent.trim() !== '');
    const last = talks.at(-1);
    const missing = thread.filter((one) => !last?.turns.includes(one));
    if (last?.at === at && last.turns.length + missing.length <= mostTurns)
      last.turns = [...last.turns, ...missing].toSorted((one, other) => one.turn - other.turn);
    else talks.push({ at, turns: [...thread] });
  }
  return talks.map(({ turns }) => turns);
}

const nothingToKeep = (): Problem =>
  new Problem(
    'invalid',
    'exploration.nothing_to_keep',
    'None of these turns was answered or refused, or can be asked alone, so there is nothing to make a test of.',
  );

const noSuchTurn = (turn: number): Problem =>
  new Problem('invalid', 'exploration.turn_unknown', `This exploration has no turn ${turn}.`, {
    errors: [{ path: 'turns', code: 'unknown', message: `There is no turn ${turn}.` }],
  });
