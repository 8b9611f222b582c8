export type {
  GenerateObjectCall,
  GenerateTextCall,
  LanguageModelClient,
  ModelUsage,
} from './language-model-client.ts';
export { ModelFailure } from './model-failure.ts';
export { modelNotConfigured, modelNotFound } from './problems.ts';
export { modelsModule } from './module.ts';
export type { GenerationModel, Models } from './service.ts';
