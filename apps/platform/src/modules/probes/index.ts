export { probesModule } from './module.ts';
