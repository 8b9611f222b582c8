export { releasesModule } from './module.ts';
export { parseRelease } from './parse-release.ts';
