export { explorationModule } from './module.ts';
export { createExploration, type Exploration, type ExplorationOptions } from './service.ts';
export { quantitiesIn } from './reading/facts.ts';
export { languageOf } from './reading/language.ts';
export { personalDataIn } from './reading/personal-record.ts';
