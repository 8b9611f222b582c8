/** What the engine needs from a database, in its own words. Every method takes the organization first. */

export type ConversationMessage = { role: string; content: unknown; [key: string]: unknown };

export type ConversationStore = {
  /** The turns committed so far, or undefined when the conversation is unknown or has expired. */
  load(
    organizationId: string,
    conversation: ConversationKey,
  ): Promise<readonly ConversationMessage[] | undefined>;
  /** Adds one successful turn and moves the expiry; the oldest turns make room for it. Gives how many were dropped. */
  append(
    organizationId: string,
    conversation: ConversationKey,
    turn: readonly ConversationMessage[],
    expiresAt: number,
  ): Promise<number>;
};

export type ConversationKey = { endpointId: string; conversationId: string };

export type CachedToken = {
  accessToken: string;
  /** Milliseconds since the epoch; the token is not used from then on. */ freshUntil: number;
};

export type TokenCache = {
  /** The token kept under this recipe, fresh or not. */
  find(organizationId: string, recipe: string): Promise<CachedToken | undefined>;
  /**
   * Runs `fetchToken` at most once at a time for this recipe, across processes. Inside the lock the kept token is looked at
   * again: when `isUsable` accepts it, another caller was quicker and it is returned without fetching.
   */
  refresh(
    organizationId: string,
    recipe: string,
    isUsable: (token: CachedToken) => boolean,
    fetchToken: () => Promise<CachedToken>,
  ): Promise<CachedToken>;
};

export type TraceSink = {
  record(organizationId: string, span: SpanRecord): Promise<void>;
};

export type SpanRecord = {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: 'CLIENT';
  status: 'ok' | 'error';
  statusMessage: string | null;
  endpointId: string | null;
  projectId: string | null;
  environment: string | null;
  conversationId: string | null;
  /** Milliseconds since the epoch. */
  startedAt: number;
  durationMs: number;
  stages: readonly StageTiming[];
  attributes: Readonly<Record<string, string | number | boolean>>;
};

export type StageTiming = { stage: string; startMs: number; durationMs: number };
