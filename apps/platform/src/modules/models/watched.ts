import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Conversation } from './conversation.ts';
import type { LanguageModelClient } from './language-model-client.ts';
import { ModelFailure } from './model-failure.ts';
import { clearFailure, noteFailure } from './store.ts';

/** Carries a call out and keeps what became of it. */
export type Watch = <T>(call: () => Promise<T>) => Promise<T>;

interface Watching {
  readonly database: Database;
  readonly clock: Clock;
  readonly organizationId: string;
  readonly modelId: string;
}

const failureMost = 500;

/** A model that is set up and gives no answer is told of where it is chosen, whoever asked it last. What was cancelled tells nothing of it. */
export function createWatch({ database, clock, organizationId, modelId }: Watching): Watch {
  return async (call) => {
    let answer;
    try {
      answer = await call();
    } catch (error) {
      if (error instanceof ModelFailure && error.kind !== 'aborted')
        await database.tenant(organizationId, (tx) =>
          noteFailure(tx, organizationId, modelId, {
            lastFailure: error.message.slice(0, failureMost).toWellFormed(),
            lastFailedAt: new Date(clock.now()),
          }),
        );
      throw error;
    }
    await database.tenant(organizationId, (tx) => clearFailure(tx, organizationId, modelId));
    return answer;
  };
}

export const watchedClient = (client: LanguageModelClient, watch: Watch): LanguageModelClient => ({
  name: client.name,
  generateText: (call) => watch(() => client.generateText(call)),
  generateObject: (call) => watch(() => client.generateObject(call)),
});

export const watchedConversation = (conversation: Conversation, watch: Watch): Conversation => ({
  name: conversation.name,
  provider: conversation.provider,
  say: (call) => watch(() => conversation.say(call)),
  round: (talk) => watch(() => conversation.round(talk)),
  // It has answered when its last piece has come.
  stream: async (call) => watchedPieces(await conversation.stream(call), watch),
});

async function* watchedPieces<T>(pieces: AsyncIterable<T>, watch: Watch): AsyncGenerator<T> {
  try {
    for await (const piece of pieces) yield piece;
  } catch (error) {
    return watch(() => Promise.reject(error));
  }
  await watch(() => Promise.resolve());
}
