import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

/** The time of an estimate grows with the square of the length, and this much is enough to be strong. */
const judgedCharacters = 32;

export interface Strength {
  /** 0 to 4. */
  readonly score: number;
  readonly hint: string | null;
}

export type JudgeStrength = (password: string, contextWords: readonly string[]) => Strength;

/** The estimator needs its dictionaries only when somebody chooses a password, so they are loaded then. */
export function createStrength(): JudgeStrength {
  let factory: ZxcvbnFactory | undefined;
  return (password, contextWords) => {
    factory ??= new ZxcvbnFactory({
      dictionary: { ...common, ...english },
      graphs: adjacencyGraphs,
      translations,
    });
    const estimate = (part: string): Strength => {
      const { score, feedback } = (factory as ZxcvbnFactory).check(part, [...contextWords]);
      return { score, hint: feedback.warning ?? feedback.suggestions[0] ?? null };
    };
    const characters = Array.from(password);
    const head = estimate(characters.slice(0, judgedCharacters).join(''));
    if (characters.length <= judgedCharacters || head.score === 4) return head;
    // A long password is as strong as its stronger end.
    const tail = estimate(characters.slice(-judgedCharacters).join(''));
    return tail.score > head.score ? tail : head;
  };
}
