import type { Turn } from '../turns.ts';
import { readable } from './machine-text.ts';

export const readingCharacters = 8_000;

/** What is read of an answer. Far more than people write, and little enough that no text can keep a worker busy. */
export const textOf = (turn: Turn): string => readable((turn.received ?? '').slice(0, readingCharacters));
