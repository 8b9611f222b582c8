export { testGenerationModule } from './module.ts';
