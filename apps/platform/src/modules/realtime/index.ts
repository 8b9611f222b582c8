export { realtimeModule } from './module.ts';
export { createRealtime, type Realtime } from './service.ts';
export type { SocketTiming } from './socket.ts';
