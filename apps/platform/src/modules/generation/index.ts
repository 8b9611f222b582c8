export { generationModule } from './module.ts';
