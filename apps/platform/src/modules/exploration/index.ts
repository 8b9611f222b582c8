export { explorationModule } from './module.ts';
export { createExploration, type Exploration, type ExplorationOptions } from './service.ts';
