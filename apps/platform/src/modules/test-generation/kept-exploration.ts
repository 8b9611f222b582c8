import type { BodyOf, ExplorationResult, ExplorationTurn, TestInput } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { checkOf, findingOf } from './observed-tests.ts';
import { observedTest, type PlannedTest } from './plan.ts';

type Request = BodyOf<typeof contract.keepExploration>;

export interface KeptPlan {
  readonly tests: readonly { readonly planned: PlannedTest; readonly turns: readonly number[] }[];
  readonly leftOut: readonly { readonly turn: number; readonly reason: string }[];
}

/** What there is to keep of an exploration, in the order of its turns; what cannot be kept is said with its reason. */
export function planKept(taskId: string, result: ExplorationResult, request: Request): KeptPlan {
  const known = new Set(result.conversation.map(({ turn }) => turn));
  const missing = request.turns?.find((turn) => !known.has(turn));
  if (missing !== undefined) throw noSuchTurn(missing);
  const chosen = request.turns && new Set(request.turns);
  const evidence = new Set(result.findings.flatMap((finding) => finding.evidence));
  const turns = result.conversation.filter(
    ({ turn }) => (!chosen || chosen.has(turn)) && (request.what !== 'findings' || evidence.has(turn)),
  );
  const usable = turns.filter((turn) => faultOf(turn) === undefined);
  const tests =
    request.what === 'conversations'
      ? conversationsOf(taskId, usable)
      : singlesOf(taskId, result, usable, request);
  if (tests.length === 0) throw nothingToKeep();
  return {
    tests,
    leftOut: turns.flatMap((turn) => {
      const reason = faultOf(turn);
      return reason === undefined ? [] : [{ turn: turn.turn, reason }];
    }),
  };
}

function faultOf({ sent, outcome }: ExplorationTurn): string | undefined {
  if (sent.trim() === '') return 'Nothing was asked.';
  return outcome === 'answered' || outcome === 'refused' || outcome === 'soft_refusal'
    ? undefined
    : 'It was neither answered nor refused.';
}

const mostObserved = 4000;

function singlesOf(
  taskId: string,
  { findings }: ExplorationResult,
  turns: readonly ExplorationTurn[],
  { expect_answers: expectAnswers }: Request,
): KeptPlan['tests'] {
  return turns.map((said) => {
    const { turn, sent, received, outcome } = said;
    const finding = findingOf(said, findings);
    const isRefused = outcome !== 'answered';
    const planned = observedTest(taskId, {
      prompt: sent,
      observed: (received ?? '').slice(0, mostObserved),
      category: `Observed/${finding ? finding.kind.replaceAll('_', ' ') : isRefused ? 'refusal' : 'answer'}`,
      why: finding
        ? `${finding.title}: ${finding.detail}`.slice(0, 1000)
        : `An exploration asked this, and it was ${isRefused ? 'refused' : 'answered'}.`,
      isRefused,
      turn,
      finding: finding?.title ?? '',
      check: checkOf(said, finding, expectAnswers),
    });
    return { planned, turns: [turn] };
  });
}

const mostTurns = 50;

/** Strategies talk side by side, each in a conversation of its own. */
function conversationsOf(taskId: string, turns: readonly ExplorationTurn[]): KeptPlan['tests'] {
  return [...Map.groupBy(turns, ({ strategy }) => strategy)].flatMap(([strategy, said]) =>
    chunksOf(said, mostTurns).map((some) => {
      const asked = some.map(({ sent }) => sent);
      const input: TestInput = {
        test_type: 'Multi-Turn',
        test_configuration: {
          goal: `Get the same help as in this conversation, which began with: ${(asked[0] ?? '').slice(0, 400)}`,
          max_turns: asked.length,
          script: asked,
        },
        category: 'Observed/conversation',
        status: 'Review',
        metadata: { why: 'An exploration held this conversation.' },
        source: {
          kind: 'exploration',
          ref: { task_id: taskId, turn: some[0]?.turn, ...(strategy === null ? {} : { strategy }) },
        },
      };
      return {
        planned: { input, metric: undefined, requirement: null, category: 'Observed/conversation' },
        turns: some.map(({ turn }) => turn),
      };
    }),
  );
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );

const nothingToKeep = (): Problem =>
  new Problem(
    'invalid',
    'exploration.nothing_to_keep',
    'None of these turns was answered or refused, so there is nothing to make a test of.',
  );

const noSuchTurn = (turn: number): Problem =>
  new Problem('invalid', 'exploration.turn_unknown', `This exploration has no turn ${turn}.`, {
    errors: [{ path: 'turns', code: 'unknown', message: `There is no turn ${turn}.` }],
  });
