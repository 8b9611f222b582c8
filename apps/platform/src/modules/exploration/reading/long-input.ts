import type { Turn } from '../turns.ts';

const endOfSentence = /[.!?…:)\]"'”»*\d]\s*$|\p{Extended_Pictographic}\s*$/u;

/** No answer, an empty one, or one that breaks off in the middle. */
export const wentWrong = ({ outcome, received }: Turn): boolean =>
  outcome === 'error' ||
  outcome === 'empty' ||
  received === null ||
  received.trim() === '' ||
  (received.trim().length > 20 && !endOfSentence.test(received.trim()));
