import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Exploration } from './service.ts';

export function explorationRoutes(mount: Mount, exploration: Exploration): void {
  mount(contract.explore, ({ principal, params, body }) => exploration.start(principal, params.id, body));
}
