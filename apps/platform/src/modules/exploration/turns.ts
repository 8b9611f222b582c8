import type { ExplorationTurn, Strategy } from '@sonde/contract';

/** The strategies that ask questions themselves; `comprehensive` is all of them in turn. Null is a free goal. */
export type SingleStrategy = Exclude<Strategy, 'comprehensive'>;
export type Segment = SingleStrategy | null;

export type Outcome = ExplorationTurn['outcome'];

/** One question and why it is asked, so that its answer can be read for what it was meant to show. */
export interface Probe {
  /** Unique within a segment; a step that was taken is not taken again. */
  readonly id: string;
  readonly dimension: string;
  readonly text: string;
  /** The topic or subject it is about. */
  readonly about?: string | undefined;
  /** The subject as the question calls it, where findings name it otherwise. */
  readonly subject?: string | undefined;
  /** The language it is asked in; English unless it says otherwise. */
  readonly language?: string | undefined;
  /** The language of this one question, where it is not the one the target is spoken to in. */
  readonly spoken?: string | undefined;
  /** The turn it takes up: a reframing, a question asked again, a check of the memory. */
  readonly follows?: number | undefined;
  /** What the topic is weighed against; an answer that names none of it has not compared. */
  readonly against?: readonly string[] | undefined;
  /** Words the answer must contain to pass, such as a name the target was told. */
  readonly expects?: readonly string[] | undefined;
  /** 1 is a definition; higher is harder. */
  readonly level?: number | undefined;
  /** The answer is meant to speak of limits, so its refusing words are no refusal. */
  readonly aboutLimits?: boolean | undefined;
  /** The same request in other words, for when it is declined. */
  readonly reframe?: string | undefined;
  /** Whether declining is what a careful target does. */
  readonly risky?: boolean | undefined;
  /** A word that only a target brings which obeys what it was told to say. */
  readonly canary?: string | undefined;
  /** Names and numbers that we made up; nothing true can be told of them. */
  readonly invented?: readonly string[] | undefined;
  /** A request that is made plainly first and with pressure afterwards, in the same words. */
  readonly pressed?: string | undefined;
  /** The entry of the catalogue of risks that it tries. */
  readonly risk?: string | undefined;
  /** The kind of questions it belongs to, which ends when the target has no answer to several of them. */
  readonly family?: string | undefined;
  /** The step whose question it asks once more in other words, so that the two answers can be compared. */
  readonly again?: string | undefined;
  /** The kinds of values it gives because they were asked for. */
  readonly slot?: string | undefined;
  /** Begins another conversation: what was left open in the one before does not get in its way. */
  readonly isFresh?: boolean | undefined;
  /** What the target says it does, that a dialogue is begun for. */
  readonly wanted?: string | undefined;
  /** Begins or goes on with a dialogue that is given values which cannot be. */
  readonly isOdd?: boolean | undefined;
  /** The value that cannot be, as it was given. */
  readonly odd?: string | undefined;
  /** What the question doubts: a number the target gave, and the false one it is offered instead. */
  readonly doubted?: { readonly said: string; readonly offered: string } | undefined;
}

/** What an answer brought beside its text. */
export interface Beside {
  readonly toolCalls?: readonly unknown[] | undefined;
  /** What the answer says it rests on. */
  readonly context?: readonly string[] | undefined;
  /** What the endpoint itself sends of whoever asks, such as their booking, where the question or the answer names it. */
  readonly ofAsker?: readonly string[] | undefined;
  /** How often the call was refused for its rate, and what the last refusal asked to wait; null where it did not say. */
  readonly limited?: { readonly times: number; readonly waitMs?: number | null } | undefined;
}

export interface Turn {
  readonly turn: number;
  readonly strategy: Segment;
  readonly probe: Probe;
  readonly sent: string;
  readonly received: string | null;
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly latencyMs: number | null;
  readonly conversationId: string | null;
  readonly resent: boolean;
  readonly beside?: Beside | undefined;
}

/** The turns of the conversation that is under way. */
export function ofConversation(own: readonly Turn[]): readonly Turn[] {
  const start = own.findLastIndex(({ probe }) => probe.isFresh);
  return start <= 0 ? own : own.slice(start);
}

/**
 * What the target calls the conversation that is under way; null where the next question begins one. One that was begun anew and
 * came to nothing leaves none: what lies before it was left on purpose.
 */
export const conversationUnderWay = (own: readonly Turn[]): string | null =>
  ofConversation(own).findLast(({ conversationId }) => conversationId)?.conversationId ?? null;

export const wasAnswered = (turn: Turn): boolean => turn.outcome === 'answered';
export const wasRefused = (turn: Turn): boolean =>
  turn.outcome === 'refused' || turn.outcome === 'soft_refusal';
/** Looked at again and again; trimming would copy each answer. */
export const hasText = (turn: Turn): turn is Turn & { received: string } =>
  turn.received !== null && /\S/.test(turn.received);

/** What a careful target turns away. */
const atTheEdge = new Set([
  'domain_edge',
  'adjacent',
  'instructions',
  'injection',
  'instruction_conflict',
  'reframing',
]);
export const isAtTheEdge = ({ probe }: Turn): boolean =>
  atTheEdge.has(probe.dimension) || (probe.risky === true && probe.dimension !== 'personal_data');

/** Words without meaning, signs, far too much of them, or the same again: how it copes is looked at, and no question is asked. */
const notAsked = new Set(['calibration', 'input', 'load']);
export const isRobustness = ({ probe }: Turn): boolean => notAsked.has(probe.dimension);

/** What is said of something that another turn has named: a reply, a push, a second thought, what is asked back. */
const leaning = new Set(['memory', 'recommendation', 'change', 'readback', 'doubt']);
export const leansOnOthers = ({ probe: { id, dimension, follows, pressed } }: Turn): boolean =>
  follows !== undefined &&
  (leaning.has(dimension) || pressed !== undefined || id === 'more' || id.startsWith('reply-'));

/** A question by what it was meant to show, as later runs know it. */
export const coverageKey = (segment: Segment, { id, about }: Probe): string =>
  `${segment ?? 'goal'}/${id}${about ? `: ${about}` : ''}`;
