export { experimentsModule, type ExperimentsApi } from './module.ts';
export { layersSql, noParameters, type CallParameters, type Layers } from './layers.ts';
export type { Asked, ParameterSource, Resolving, Snapshot } from './resolve.ts';
export type { Experiments } from './service.ts';
export { sealedParameters, sealedVersions } from './sealed.ts';
