import type {
  CachedToken,
  ConversationKey,
  ConversationMessage,
  ConversationStore,
  SpanRecord,
  TokenCache,
  TraceSink,
} from '../../../../src/modules/invocation/index.ts';

export type MemoryConversations = ConversationStore & { size(): number };

export function createMemoryConversations(clock: { now(): number }): MemoryConversations {
  const kept = new Map<string, { messages: ConversationMessage[]; expiresAt: number }>();
  const nameOf = (organizationId: string, key: ConversationKey) =>
    JSON.stringify([organizationId, key.endpointId, key.conversationId]);
  return {
    load: async (organizationId, key) => {
      const found = kept.get(nameOf(organizationId, key));
      return found === undefined || found.expiresAt <= clock.now() ? undefined : [...found.messages];
    },
    append: async (organizationId, key, turn, expiresAt) => {
      const name = nameOf(organizationId, key);
      kept.set(name, { messages: [...(kept.get(name)?.messages ?? []), ...turn], expiresAt });
      return 0;
    },
    size: () => kept.size,
  };
}

export function createMemoryTokenCache(): TokenCache {
  const tokens = new Map<string, CachedToken>();
  const locks = new Map<string, Promise<CachedToken>>();
  const nameOf = (organizationId: string, recipe: string) => `${organizationId}:${recipe}`;
  return {
    find: async (organizationId, recipe) => tokens.get(nameOf(organizationId, recipe)),
    refresh: async (organizationId, recipe, isUsable, fetch) => {
      const name = nameOf(organizationId, recipe);
      const before = locks.get(name);
      const turn = (async () => {
        await before?.catch(() => undefined);
        const known = tokens.get(name);
        if (known !== undefined && isUsable(known)) return known;
        const token = await fetch();
        tokens.set(name, token);
        return token;
      })();
      locks.set(name, turn);
      return turn;
    },
  };
}

export type MemoryTraces = TraceSink & { spans: { organizationId: string; span: SpanRecord }[] };

export function createMemoryTraces(): MemoryTraces {
  const spans: MemoryTraces['spans'] = [];
  return { spans, record: async (organizationId, span) => void spans.push({ organizationId, span }) };
}
