export { detectContentType, hasText } from './content-type.ts';
export type { FileEntities, FileEntity, FilePlace } from './entities.ts';
export { contentKey } from './keys.ts';
export { filesModule } from './module.ts';
export type { FilesModule } from './parts.ts';
export type { Files } from './service.ts';
