export { explorationRoutes } from './routes.ts';
export { explorationStreams } from './stream.ts';
export { createExploration, type Exploration, type ExplorationOptions } from './service.ts';
