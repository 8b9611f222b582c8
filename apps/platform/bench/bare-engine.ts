import type { InvocationDependencies } from '../src/modules/invocation/index.ts';

/** What the engine needs besides a way out, with nothing behind it: no conversation is kept and no trace written. */
export function bareEngine(): Omit<InvocationDependencies, 'egress'> {
  return {
    clock: { now: () => Date.now() },
    newId: () => 'conversation',
    conversations: { load: async () => undefined, append: async () => 0 },
    tokenCache: {
      find: async () => undefined,
      refresh: (_organization, _recipe, _isUsable, fetch) => fetch(),
    },
    traces: { record: async () => {} },
  };
}
