import type { Hands } from '../hands.ts';
import type { WishedStep } from '../plan.ts';
import type { Talk } from '../tables.ts';
import type { Intent } from './intents.ts';

/** What a planner makes of a message: something to say, steps to do, or a question of its own. */
export interface Thought {
  readonly say: string;
  readonly intent: string;
  readonly wishes: readonly WishedStep[];
  /** How the last word is found when all steps are done. */
  readonly closing?: string;
  readonly talk?: Talk;
  /** Between which names it was not clear. */
  readonly unclear?: readonly string[];
}

export interface Asked {
  readonly text: string;
  readonly talk: Talk;
  readonly hands: Hands;
  readonly canTest: CanTest;
}

/** Whether a test can be made of a requirement: by the model in force, or by rules. */
export type CanTest = (requirement: {
  readonly name: string;
  readonly description: string | null;
}) => Promise<boolean>;

export type Answering = (asked: Asked, intent: Intent) => Promise<Thought>;

export const said = (intent: string, say: string, talk?: Talk): Thought => ({
  say,
  intent,
  wishes: [],
  ...(talk ? { talk } : {}),
});
