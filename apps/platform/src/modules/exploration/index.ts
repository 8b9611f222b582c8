export { explorationRoutes } from './routes.ts';
export { createExploration, type Exploration, type ExplorationOptions } from './service.ts';
