import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Traces } from './service.ts';

export function traceRoutes(mount: Mount, traces: Traces): void {
  mount(contract.listTraces, ({ principal, query }) => traces.list(principal, query));
  mount(contract.getTrace, ({ principal, params }) => traces.get(principal, params.trace_id));
}
