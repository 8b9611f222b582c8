import type { Thread } from '../answering/thread.ts';

export type Message = Readonly<{ role: 'user' | 'assistant'; content: string }>;

export type Session = {
  readonly id: string;
  readonly owner: string;
  /** Which session of this process it is, as its id tells too; undefined where the caller brought the id. */
  readonly place: number | undefined;
  readonly createdAtMs: number;
  lastAccessedMs: number;
  /** What was said: user and assistant in turn, beginning with the user. Roles follow from the order. */
  texts: string[];
  /** What each use case remembers of the conversation. */
  threads: Record<string, Thread> | undefined;
  sizeBytes: number;
  /** Its neighbours in the order of last use. */
  older: Session | undefined;
  newer: Session | undefined;
};

/** The texts of a conversation as messages with their roles. */
export function toMessages(texts: readonly string[]): Message[] {
  return texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
}
