export type {
  GenerateObjectCall,
  GenerateTextCall,
  LanguageModelClient,
  ModelUsage,
} from './language-model-client.ts';
export { ModelFailure } from './model-failure.ts';
export { modelNotConfigured } from './problems.ts';
export { modelRoutes } from './routes.ts';
export { createModels, type GenerationModel, type Models } from './service.ts';
