export { tagsModule } from './module.ts';
export { createTags, type Tags } from './service.ts';
