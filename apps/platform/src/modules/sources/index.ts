export { sourcesModule } from './module.ts';
export type { Sources } from './service.ts';
