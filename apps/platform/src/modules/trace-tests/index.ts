export { traceTestsModule } from './module.ts';
