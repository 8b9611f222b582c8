export { createInvocation, type Invocation, type InvocationDependencies } from './invocation.ts';
export type {
  CallVariables,
  InvocationResult,
  InvokeOptions,
  TargetConfiguration,
  WebSocketConfiguration,
} from './configuration.ts';
export type {
  CachedToken,
  ConversationKey,
  ConversationMessage,
  ConversationStore,
  SpanRecord,
  StageTiming,
  TokenCache,
  TraceSink,
} from './ports.ts';
export type { Transport, TransportAnswer, TransportCall } from './transports/transport.ts';
export type { RenderedRequest } from './request.ts';
export { CallFailure, type Stage } from './failures.ts';
export { createMasker } from './masking.ts';
export { CONVERSATION_ALIASES } from './conversations.ts';
export { createConversationStore } from './conversation-store.ts';
export { invocationModule, type InvocationApi } from './module.ts';
export { createCalls, type Calls } from './service.ts';
export { retryAfterMs } from './retry-after.ts';
export { createPathQueries, PathError } from '#kernel/json-path';
export { createTokenStore } from './token-store.ts';
