export { createMetricResolver } from './metric-resolver.ts';
export { testImportModule } from './module.ts';
