import type * as Core from '@zxcvbn-ts/core';
import type * as Common from '@zxcvbn-ts/language-common';
import type * as English from '@zxcvbn-ts/language-en';
import { createRequire } from 'node:module';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The time of an estimate grows with the square of the length, and this much is enough to be strong. */
const judgedCharacters = 32;
/** Of all ways to read marks as letters ("4" as "a"): each is looked up as a text of its own, and there are thousands. */
const leetReadings = 8;

export interface Strength {
  /** 0 to 4. */
  readonly score: number;
  readonly hint: string | null;
}

export type JudgeStrength = (password: string, contextWords: readonly string[]) => Strength;

/** It and its dictionaries take some 20 MB, so they are loaded once, when somebody first chooses a password. */
let factory: ZxcvbnFactory | undefined;

export function createStrength(): JudgeStrength {
  return (password, contextWords) => {
    const estimator = (factory ??= loadEstimator());
    const estimate = (part: string): Strength => {
      const { score, feedback } = estimator.check(part, [...contextWords]);
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

function loadEstimator(): ZxcvbnFactory {
  const require = createRequire(import.meta.url);
  const core = require('@zxcvbn-ts/core') as typeof Core;
  const common = require('@zxcvbn-ts/language-common') as typeof Common;
  const english = require('@zxcvbn-ts/language-en') as typeof English;
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    l33tMaxSubstitutions: leetReadings,
  });
}
