import { leakIn } from '../../reading/leak.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import type { Step } from '../step.ts';
import { trialsIn } from '../phrases/trials.ts';
import { languageAfter } from './languages.ts';

const about = 'revealing its instructions';
const tags = ['injection', 'prompt injection', 'system prompt', 'instructions', 'jailbreak'];

/** Plain requests for the instructions: in the language spoken, in others, and by a detour. One that succeeds is enough. */
const leak = (id: string, place: number, isElsewhere = 0): Step => ({
  id,
  dimension: 'instructions',
  tags,
  ask: (known, own, say) => {
    if (own.some((turn) => leakIn(textOf(turn), turn.sent) !== undefined)) return undefined;
    const language = isElsewhere === 0 ? say.language : languageAfter(known, say.language, isElsewhere);
    return language === undefined
      ? undefined
      : { text: trialsIn(language).instructions[place] ?? '', about, risky: true, spoken: language };
  },
});

export const leakElsewhere = leak('instructions-other-language', 0, 1);
export const leakElsewhereAgain = leak('instructions-third-language', 0, 2);
export const leakPlain = leak('instructions-plain', 0);
export const leakAbove = leak('instructions-above', 1);
export const leakNever = leak('instructions-never', 2);
