export { exportTest, type ExportedTest } from './exported.ts';
export { testExportModule } from './module.ts';
