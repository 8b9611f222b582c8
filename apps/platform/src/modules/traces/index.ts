export { createOtlpExporter } from './otlp.ts';
export { registerTraceRetention } from './retention.ts';
export { traceRoutes } from './routes.ts';
export { createTraces, type NewSpan, type Traces } from './service.ts';
