import { createEgress, createEgressPolicy, type Egress } from '@sonde/egress';
import {
  createInvocation,
  type Invocation,
  type InvocationDependencies,
  type TargetConfiguration,
} from '../../../../src/modules/invocation/index.ts';
import {
  createMemoryConversations,
  createMemoryTokenCache,
  createMemoryTraces,
  type MemoryConversations,
  type MemoryTraces,
} from './memory-ports.ts';

/** Stands for every address that must not be reached; it is loopback, so that a hole in the guard ends on this machine. */
export const BLOCKED_ADDRESS = '127.0.0.66';

export type Engine = {
  invocation: Invocation;
  egress: Egress;
  traces: MemoryTraces;
  conversations: MemoryConversations;
  clock: { now(): number; set(now: number): void };
  close(): Promise<void>;
};

export function createEngine(overrides: Partial<InvocationDependencies> = {}): Engine {
  let now = Date.UTC(2030, 0, 1);
  const clock = { now: () => now, set: (value: number) => void (now = value) };
  const egress = createEgress({
    policy: createEgressPolicy({ denyCidrs: [BLOCKED_ADDRESS] }),
    resolve: async (name) =>
      name === 'nowhere.test'
        ? []
        : [{ address: name === 'blocked.test' ? BLOCKED_ADDRESS : '127.0.0.1', family: 4 }],
    connectTimeoutMs: 2000,
  });
  const traces = createMemoryTraces();
  const conversations = createMemoryConversations(clock);
  let count = 0;
  const invocation = createInvocation({
    egress,
    clock,
    newId: () => `00000000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`,
    conversations,
    tokenCache: createMemoryTokenCache(),
    traces,
    ...overrides,
  });
  return {
    invocation,
    egress,
    traces,
    conversations,
    clock,
    close: async () => {
      await invocation.close();
      await egress.close();
    },
  };
}

export const ORGANIZATION = 'organization-one';
export const ENDPOINT = 'endpoint-one';

export function configurationOf(
  changes: Partial<TargetConfiguration> & { url: string },
): TargetConfiguration {
  return {
    organizationId: ORGANIZATION,
    endpointId: ENDPOINT,
    name: 'Target',
    method: 'POST',
    protocol: 'REST',
    authType: 'none',
    requestHeaders: {},
    requestMapping: '{"message": "{{ input }}"}',
    responseMapping: { output: '$.reply' },
    timeoutSeconds: 10,
    disableTracing: false,
    ...changes,
  };
}
