import type { ExploreRequest, Strategy } from '@sonde/contract';
import { longestMinutes, mostSendsOfTurn, mostTurns, turnsOfGoal } from '@sonde/contract/exploration-limits';
import { comprehensive, strategies, strategyOf } from './strategies/index.ts';
import type { Segment } from './turns.ts';

export interface SegmentPlan {
  readonly segment: Segment;
  readonly goal: string;
  readonly instructions: string;
  readonly turnsMax: number;
  /** Whether it is one part of a comprehensive exploration, which asks much more. */
  readonly isWhole?: boolean;
  /** What the caller added in their own words: looked at before anything else. */
  readonly focus: string;
}

export interface Plan {
  readonly strategy: Strategy | null;
  readonly goal: string;
  readonly segments: readonly SegmentPlan[];
  readonly turnsMax: number;
  readonly scenario: string | null;
  readonly restrictions: string | null;
}

/** What one exploration may cost at most, whatever it finds. */
export interface Caps {
  readonly targetCalls: number;
  readonly modelCalls: number;
  readonly modelTokens: number;
  /** How long one answer of the model is waited for. */
  readonly modelCallMs: number;
  readonly wallClockMs: number;
}

/** What has a part in a comprehensive exploration. */
const parts = strategies.flatMap(({ whole, ...strategy }) => (whole ? [{ ...strategy, whole }] : []));

/** Strategy → goals, instructions and turns; without one, the caller's own goal. */
export function planFrom(request: ExploreRequest): Plan {
  const scenario = request.scenario?.trim() || null;
  const restrictions = request.restrictions?.trim() || null;
  const strategy = request.strategy ?? null;
  const own = { goal: request.goal?.trim() ?? '', instructions: request.instructions?.trim() ?? '' };
  if (strategy === 'comprehensive') {
    const turns = shareTurns(request.max_turns ?? comprehensive.turns);
    return {
      strategy,
      goal: own.goal || 'Find out what the application is about, what it can do and what it refuses.',
      // Each strategy has its own goal here; what the caller adds is meant for all of them.
      segments: parts.map(({ id, goal, instructions }, place) => ({
        segment: id,
        goal,
        instructions: [instructions, own.instructions].filter(Boolean).join('\n'),
        turnsMax: turns[place] ?? 0,
        isWhole: true,
        focus: `${own.goal}\n${own.instructions}`,
      })),
      turnsMax: turns.reduce((sum, share) => sum + share, 0),
      scenario,
      restrictions,
    };
  }
  const defaults = strategyOf(strategy) ?? { goal: '', instructions: '', turns: turnsOfGoal };
  const turnsMax = Math.min(request.max_turns ?? defaults.turns, mostTurns);
  const goal = own.goal || defaults.goal;
  return {
    strategy,
    goal,
    segments: [
      {
        segment: strategy,
        goal,
        instructions: own.instructions || defaults.instructions,
        turnsMax,
        focus: strategy ? `${own.goal}\n${own.instructions}` : own.instructions,
      },
    ],
    turnsMax,
    scenario,
    restrictions,
  };
}

/** Turn by turn to whichever has the least of what it needs; the first comes first, since the others build on it. */
function shareTurns(total: number): number[] {
  const shares = parts.map(({ whole }) => ({ given: 0, needed: whole.turns }));
  for (let given = 0; given < Math.min(total, mostTurns); given += 1) {
    const [next] = shares.toSorted((x, y) => x.given / x.needed - y.given / y.needed);
    if (next) next.given += 1;
  }
  return shares.map((share) => share.given);
}

export const capsOf = (plan: Plan): Caps => ({
  targetCalls: plan.turnsMax * mostSendsOfTurn,
  modelCalls: plan.turnsMax * 2 + 10,
  // Sixty turns take some 400,000 at most.
  modelTokens: Math.max(400_000, plan.turnsMax * 6_700),
  modelCallMs: 60_000,
  wallClockMs: longestMinutes * 60_000,
});
