export { sourcesModule } from './module.ts';
export { sealedSources } from './sealed.ts';
export type { Sources } from './service.ts';
