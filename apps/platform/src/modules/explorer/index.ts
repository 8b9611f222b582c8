export { explorerModule } from './module.ts';
