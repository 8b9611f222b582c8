import type { Turn } from '../turns.ts';
import { readable } from './machine-text.ts';
import { rememberedOf } from './remembered.ts';
import { contentWords, withoutLongRuns } from './words.ts';

const readingCharacters = 8_000;

/** What is read of an answer. Far more than people write, and little enough that no text can keep a worker busy. */
export const textOf = rememberedOf((turn: Turn) => readable(written(turn)));

/** The same as it was written, in JSON too. */
export const written = rememberedOf(({ received }: Turn) =>
  withoutLongRuns((received ?? '').slice(0, readingCharacters)),
);

/** What an answer speaks of; each is compared with all others, again and again. */
export const subjectsOf = rememberedOf(
  (turn: Turn): ReadonlySet<string> => new Set(contentWords(textOf(turn))),
);
