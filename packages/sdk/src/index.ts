export { autogen } from './autogen.ts';
export { createClient, type ApiAnswer, type Client, type ClientOptions } from './client.ts';
export { ApiError, type FieldError } from './api-error.ts';
export type { CredentialOptions, SessionTokens } from './credentials.ts';
export type {
  CallOptions,
  OperationAnswer,
  OperationGroups,
  OperationId,
  OperationInput,
} from './operation-types.ts';
export type { Timing } from './timing.ts';
export type { WaitOptions } from './wait-for-job.ts';
export { connect, type Connection, type ConnectionEvent, type ConnectOptions } from './connector/connect.ts';
export {
  endpoint,
  type EndpointFunction,
  type EndpointOptions,
  type FunctionCall,
  type FunctionEndpoint,
} from './connector/endpoint.ts';
export type { DeclaredParameters } from './connector/parameters.ts';
export type { RegistrationStats } from './connector/serve.ts';
export { sdkVersion } from './version.ts';
export type {
  AutoConfigureResult,
  Endpoint,
  EndpointCreate,
  EndpointUpdate,
  ExplorationResult,
  Finding,
  InvocationResult,
  Job,
} from './contract.ts';
