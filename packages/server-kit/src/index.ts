export { addressKey, createClientAddress, parseNetworks } from './client-address.ts';
export { Secret } from './secret.ts';
export { Problem, problemBody, statusOf } from './problem.ts';
export type { ProblemKind, FieldFault, ProblemOptions } from './problem.ts';
export { readSettings, setting, SettingsError } from './settings.ts';
export type { SettingDescription } from './settings.ts';
export { runServer } from './run-server.ts';
export { securityHeaders } from './security-headers.ts';
export { persistentSecret } from './persistent-secret.ts';
