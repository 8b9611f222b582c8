import type { Turn } from '../turns.ts';
import { readable } from './machine-text.ts';

const readingCharacters = 8_000;

/** What is read of an answer. Far more than people write, and little enough that no text can keep a worker busy. */
export const textOf = (turn: Turn): string => readable(written(turn));

/** The same as it was written, in JSON too. */
export const written = ({ received }: Turn): string =>
  withoutLongRuns((received ?? '').slice(0, readingCharacters));

/**
 * Thousands of line breaks or digits in a row say no more than a few of them, and patterns that begin at each of them
 * would read the rest of the run every time.
 */
const withoutLongRuns = (text: string): string =>
  text
    .replaceAll(/\s{40,}/g, (run) => (run.includes('\n') ? '\n\n' : ' '))
    .replaceAll(/[\w.+-]{400,}/g, (run) => run.slice(0, 400));
