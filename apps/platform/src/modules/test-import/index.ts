export { testImportModule } from './module.ts';
