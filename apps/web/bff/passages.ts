import { type Operation, basePath, operations } from '@sonde/contract';
import { z } from 'zod';

/** How one operation of the contract passes through to the platform. */
export interface Passage {
  readonly operation: Operation;
  /** Public operations carry no bearer token and cause no renewal. */
  readonly needsSession: boolean;
  /** The answer brings fresh tokens, which stay here. */
  readonly storesTokens: boolean;
  /** A step of signing in through a provider, which the browser navigates to. */
  readonly isProviderStep: boolean;
  /** It may take as long as an endpoint's own timeout. */
  readonly isLong: boolean;
  readonly timeoutMs: number;
}

/** Endpoint timeouts reach 3600 seconds; half a minute more lets the platform answer about its own timeout. */
const longTimeoutMs = 3_630_000;
/** Not above the minute a renewal is remembered for, so an ordinary answer always brings its cookie in time. */
const ordinaryTimeoutMs = 60_000;
const longOperations = new Set([
  'endpoints.test_draft',
  'endpoints.test',
  'endpoints.invoke',
  'endpoints.auto_configure',
]);
const providerSteps = new Set(['auth.login_provider', 'auth.callback']);
/** They take a token in their body, and the browser has none to give. */
const tokenTakers = new Set(['auth.verify', 'auth.logout', 'auth.token_exchange']);

/** The contract is the list of what may pass; an operation that hands tokens to anyone who asks is left out. */
export function createPassages() {
  const entries = operations.flatMap((operation) => {
    const storesTokens = answersTokens(operation);
    // An operation that judges its caller by itself is given one: whoever is signed in here.
    const isPublic = operation.access.who === 'public';
    if ((storesTokens && isPublic) || tokenTakers.has(operation.id)) return [];
    const isLong = longOperations.has(operation.id);
    const passage: Passage = {
      operation,
      needsSession: !isPublic,
      storesTokens,
      isProviderStep: providerSteps.has(operation.id),
      isLong,
      timeoutMs: isLong ? longTimeoutMs : ordinaryTimeoutMs,
    };
    return [{ passage, segments: operation.path.split('/').slice(1) }];
  });
  return {
    all: entries.map((entry) => entry.passage),
    /** By method and full path, with or without a trailing slash; a literal segment wins over a parameter. */
    find(method: string, path: string): Passage | undefined {
      const wanted = path.slice(basePath.length).replace(/\/$/, '').split('/').slice(1);
      const reading = method === 'HEAD' ? 'GET' : method;
      return entries
        .filter(({ passage, segments }) => passage.operation.method === reading && fits(segments, wanted))
        .toSorted((one, other) => parameterCount(one.segments) - parameterCount(other.segments))[0]?.passage;
    },
  };
}

const answersTokens = (operation: Operation): boolean =>
  Object.values(operation.answers).some(
    (schema) => schema instanceof z.ZodObject && 'refresh_token' in schema.shape,
  );

const isParameter = (segment: string): boolean => segment.startsWith('{');
const parameterCount = (segments: readonly string[]): number => segments.filter(isParameter).length;
const fits = (segments: readonly string[], wanted: readonly string[]): boolean =>
  segments.length === wanted.length &&
  segments.every((segment, index) => isParameter(segment) || segment === wanted[index]);
