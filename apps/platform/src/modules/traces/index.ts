export { tracesModule } from './module.ts';
export { createTraces, type NewSpan, type Traces } from './service.ts';
