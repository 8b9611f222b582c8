import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Realtime } from './service.ts';

export function realtimeRoutes(mount: Mount, realtime: Realtime): void {
  mount(contract.socketToken, ({ principal }) => realtime.issueTicket(principal));
}
