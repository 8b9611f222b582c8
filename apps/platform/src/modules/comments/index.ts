export { commentsModule } from './module.ts';
export type { Comments } from './service.ts';
