export { createTokens, type Tokens, type TokensOptions } from './service.ts';
export type { Credential } from './credentials.ts';
export type { EndReason, Pair } from './families.ts';
export { lifetimeMinutes } from './single-use.ts';
export type { SpentToken } from './single-use.ts';
export { principalOf, wishedProject } from './principal.ts';
export { tokenInvalid, unauthenticated } from './problems.ts';
export { activeSubjects, apiTokens as apiTokensTable, sessionFamilies } from './tables.ts';
