export type {
  ConnectedConfiguration,
  ConnectedEndpoint,
  SavedConfiguration,
  SyncStats,
} from './connected.ts';
export { insuranceChatbot } from './initial-data.ts';
export { endpointDeleted, endpointNotFound } from './problems.ts';
export { registerReseal, resealAll } from './reseal.ts';
export { endpointResource } from './resource.ts';
export { endpointRoutes } from './routes.ts';
export { createEndpoints, type Endpoints } from './service.ts';
export type { Target } from './target.ts';
