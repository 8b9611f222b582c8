export type {
  GenerateObjectCall,
  GenerateTextCall,
  LanguageModelClient,
  ModelUsage,
} from './language-model-client.ts';
export type { Conversation, ConversationCall, Said, ToolCall } from './conversation.ts';
export { ModelFailure } from './model-failure.ts';
export { modelFailed, modelNotConfigured, modelNotFound, optionUnsupported } from './problems.ts';
export { modelsModule } from './module.ts';
export { sealedModels } from './sealed.ts';
export type { GenerationModel, Models } from './service.ts';
