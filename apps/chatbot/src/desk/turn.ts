import type { Facts } from '../answering/facts.ts';
import type { DeskFile, Language } from './desk-file.ts';

/** A message to a desk, as its rules see it. */
export type DeskTurn = Readonly<{
  desk: DeskFile;
  message: string;
  /** Lower case, without accents and punctuation. */
  plain: string;
  /** What the desk remembers of the conversation: the parcel spoken of, the topic before, when many were tracked. */
  facts: Facts;
  history: readonly string[];
  nowMs: number;
}>;

export type ToolCall = Readonly<{ name: string; arguments: Readonly<Record<string, string>> }>;

export type DeskAnswer = Readonly<{
  /** The rule or topic that answered. */
  kind: string;
  language: Language;
  message: string;
  /** What the answer rests on. */
  context: readonly string[];
  /** What is remembered from here on, beside what was. */
  facts: Facts;
  toolCalls: readonly ToolCall[];
  /** Set where nothing is answered but "too many requests". */
  limited?: Readonly<{ retryAfterSeconds: number | undefined }>;
}>;

export function say(kind: string, message: string, rest: Partial<DeskAnswer> = {}): DeskAnswer {
  return { kind, message, language: 'en', context: [], facts: {}, toolCalls: [], ...rest };
}
