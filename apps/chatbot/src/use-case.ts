import type { Thread } from './answering/thread.ts';
import type { FlawEntry } from './desk/desk-file.ts';

/** One message to a use case, with what came before it: texts of user and assistant in turn. */
export type Turn = Readonly<{
  message: string;
  history: readonly string[];
  thread: Thread | undefined;
  nowMs: number;
}>;

export type Reply = Readonly<{
  message: string;
  context: readonly string[];
  thread?: Thread;
  metadata?: Readonly<Record<string, string>>;
  tool_calls?: readonly unknown[];
}>;

export type UseCase = Readonly<{
  name: string;
  description: string;
  exemptFromQuota: boolean;
  /** Flaws that are planted in it on purpose. */
  flaws: readonly FlawEntry[];
  respond(turn: Turn): Reply | Promise<Reply>;
}>;
