import type { TestConversation } from '@sonde/contract';
import type { Exchange } from './exchange.ts';
import { openingOf, stepsOf } from './goal-sentences.ts';
import { isGoalMet, isQuestionBack, isRefusal, misses, sameText } from './answer-signs.ts';
import { factFor } from './scenario.ts';

export interface Situation {
  readonly conversation: TestConversation;
  /** The test's own prompt: the first message where there is one. */
  readonly opening: string | null;
  readonly exchanges: readonly Exchange[];
}

export type StopReason =
  | 'script_finished'
  | 'goal_reached'
  | 'plan_finished'
  | 'refusal_loop'
  | 'repetition'
  | 'nothing_to_say';

export type NextTurn =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'stop'; readonly reason: StopReason }
  /** The person itself has failed; the target is not to blame. */
  | { readonly kind: 'fault'; readonly code: string; readonly message: string };

export interface SimulatedUser {
  /** `builtin`, or the model that plays it. */
  readonly name: string;
  next(situation: Situation, signal: AbortSignal): Promise<NextTurn>;
}

const say = (text: string): NextTurn => ({ kind: 'say', text });
const stop = (reason: StopReason): NextTurn => ({ kind: 'stop', reason });

/** Refused so often in a row, a person gives up. */
const refusalsMax = 3;

/**
 * A person with a goal, without a language model. It goes by rules alone: what stands in the situation decides, so that
 * the same conversation is led in the same way each time. A script is spoken word for word instead.
 */
export function createSimulatedUser(): SimulatedUser {
  return {
    name: 'builtin',
    async next(situation) {
      const { conversation, exchanges } = situation;
      if (conversation.script) {
        const line = conversation.script[exchanges.length];
        return line === undefined ? stop('script_finished') : say(line);
      }
      const lines = plannedLines(situation);
      const [first] = lines;
      if (first === undefined) return stop('nothing_to_say');
      return exchanges.length === 0 ? say(first) : goOn(situation, lines);
    },
  };
}

/** What the person means to say in any case: the prompt, the steps of the instructions, or else the goal itself. */
function plannedLines({ conversation, opening }: Situation): string[] {
  const steps = stepsOf(conversation.instructions ?? '');
  const lines = opening === null ? steps : [opening, ...steps];
  const allowed = (line: string): boolean => line !== '' && !isForbidden(line, conversation.restrictions);
  const planned = lines.filter(allowed);
  return planned.length > 0 ? planned : [openingOf(conversation.goal)].filter(allowed);
}

function goOn(situation: Situation, lines: readonly string[]): NextTurn {
  const { conversation, exchanges } = situation;
  const mayEnd = exchanges.length >= (conversation.min_turns ?? 1);
  const last = exchanges.at(-1);
  if (!last) return stop('nothing_to_say');
  const loop = endlessLoop(situation);
  if (loop) return stop(loop);
  const next = lines.find((line) => !exchanges.some(({ sent }) => sent === line));
  if (next === undefined && mayEnd && isGoalMet(conversation.goal, exchanges)) return stop('goal_reached');
  const reply = replyTo(situation, last, refusalsOf(exchanges));
  if (reply !== undefined && !exchanges.some(({ sent }) => sent === reply)) return say(reply);
  if (next !== undefined) return say(next);
  if (mayEnd) return stop('plan_finished');
  const more = followUps.find((line) => !exchanges.some(({ sent }) => sent === line));
  return more === undefined ? stop('plan_finished') : say(more);
}

const refusalsOf = (exchanges: readonly Exchange[]): number =>
  trailing(exchanges, ({ received }) => isRefusal(received));

/** A target that goes on declining, or says the same again and again: nobody goes on talking to it. */
export function endlessLoop({ conversation, exchanges }: Situation): StopReason | undefined {
  const last = exchanges.at(-1);
  if (!last || exchanges.length < (conversation.min_turns ?? 1)) return undefined;
  if (refusalsOf(exchanges) >= refusalsMax) return 'refusal_loop';
  const repeated = trailing(exchanges, ({ received }) => sameText(received, last.received));
  return repeated >= refusalsMax ? 'repetition' : undefined;
}

const followUps = [
  'Can you tell me more about that?',
  'What would that mean for me?',
  'Is there anything I should watch out for?',
  'Could you give me an example?',
  'And what would be my next step?',
] as const;

/** What was asked back is answered, a refusal is met once more in other words, a misunderstanding is explained. */
function replyTo({ conversation }: Situation, last: Exchange, refusals: number): string | undefined {
  if (refusals === 1) return `I understand, but this matters to me. ${openingOf(conversation.goal)}`;
  if (refusals === 2) return `Could you help me with at least a part of it? ${openingOf(conversation.goal)}`;
  if (misses(last.received)) return `Let me say it differently. ${openingOf(conversation.goal)}`;
  if (!isQuestionBack(last.received)) return undefined;
  return factFor(last.received, conversation.scenario ?? '');
}

/** A restriction that quotes what must not be said keeps the person from saying it. */
export function isForbidden(line: string, restrictions: string | undefined): boolean {
  const quoted = [...(restrictions ?? '').matchAll(/["“]([^"”]{1,200})["”]/g)].map((match) => match[1] ?? '');
  return quoted.some((words) => words !== '' && line.toLowerCase().includes(words.toLowerCase()));
}

function trailing(exchanges: readonly Exchange[], holds: (exchange: Exchange) => boolean): number {
  const broken = exchanges.findLastIndex((exchange) => !holds(exchange));
  return exchanges.length - 1 - broken;
}
