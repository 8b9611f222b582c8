export { realtimeRoutes } from './routes.ts';
export { createRealtime, type EventStream, type Realtime } from './service.ts';
export type { SocketTiming } from './socket.ts';
