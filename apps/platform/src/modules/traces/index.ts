export { tracesModule } from './module.ts';
export { createTraces, type Traces } from './service.ts';
export type { NewSpan } from './new-span.ts';
export { traceNotFound, traceResource } from './resource.ts';
export { shownTraces } from './views.ts';
/** For measuring and for tests of what strangers may send. */
export { createOtlpReceiver } from './otlp/receive.ts';
export { createRoom } from './otlp/room.ts';
