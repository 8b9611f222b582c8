import type { TraceRow } from './tables.ts';

/** Beginnings only: an index over whole answers would cost more than all the rest of a span. */
export const searchedText = 500;

/**
 * What a trace is searched in: each word once, in small letters as a search has them. A search asks for words without
 * blanks, so it finds the same as in the texts themselves; the index has less to take apart.
 */
export function wordsOf({ name, endpointName, message, answer }: TraceRow): string {
  const said = `${name}\n${endpointName ?? ''}\n${beginningOf(message)}\n${beginningOf(answer)}`;
  return [...new Set(said.toLowerCase().split(/\s+/))].join('\n').trim();
}

const beginningOf = (text: string | null): string => text?.slice(0, searchedText).toWellFormed() ?? '';
