export type {
  ConnectedConfiguration,
  ConnectedEndpoint,
  SavedConfiguration,
  SyncStats,
} from './connected.ts';
export { endpointDeleted, endpointNotFound } from './problems.ts';
export { shownWithoutLiterals } from './literals.ts';
export { moveLiterals } from './move-literals.ts';
export { sealedEndpoints } from './sealed.ts';
export { endpointsModule } from './module.ts';
export { endpointResource } from './resource.ts';
export { createEndpoints, type Endpoints } from './service.ts';
export type { Target } from './target.ts';
export { shownEndpoints } from './views.ts';
