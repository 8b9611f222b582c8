import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { JobBoard } from './service.ts';

export function jobRoutes(mount: Mount, board: JobBoard): void {
  mount(contract.listJobs, ({ principal, query }) => board.list(principal, query));
  mount(contract.getJob, ({ principal, params }) => board.get(principal, params.task_id));
  mount(contract.cancelJob, ({ principal, params }) => board.cancel(principal, params.task_id));
}
