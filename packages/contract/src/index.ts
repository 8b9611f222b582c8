import * as auth from './auth.ts';
import * as connector from './connector.ts';
import * as endpoints from './endpoints.ts';
import * as exploration from './exploration.ts';
import * as models from './models.ts';
import type { Operation } from './operation.ts';
import * as system from './system.ts';
import * as tenancy from './tenancy.ts';
import * as tokens from './tokens.ts';
import * as traces from './traces.ts';

export * from './auth.ts';
export * from './connector.ts';
export * from './endpoints.ts';
export * from './events.ts';
export * from './exploration.ts';
export * from './models.ts';
export * from './operation.ts';
export * from './permissions.ts';
export * from './primitives.ts';
export * from './system.ts';
export * from './tenancy.ts';
export * from './tokens.ts';
export * from './traces.ts';
export { openApiDocument, refusals, schemaOf } from './openapi.ts';

export const basePath = '/api/v1';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'answers' in value;

/** Every operation of the platform, in the order the reference page shows them. */
export const operations: readonly Operation[] = [
  auth,
  tokens,
  tenancy,
  endpoints,
  connector,
  exploration,
  models,
  traces,
  system,
]
  .flatMap((area) => Object.values(area) as unknown[])
  .filter(isOperation);
