import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Endpoints } from './service.ts';

export function endpointRoutes(mount: Mount, endpoints: Endpoints): void {
  mount(contract.createEndpoint, ({ principal, body }) => endpoints.create(principal, body));
  mount(contract.listEndpoints, ({ principal, query }) => endpoints.list(principal, query));
  mount(contract.getEndpoint, ({ principal, params }) => endpoints.get(principal, params.id));
  mount(contract.putEndpoint, ({ principal, params, body }) => endpoints.update(principal, params.id, body));
  mount(contract.patchEndpoint, ({ principal, params, body }) =>
    endpoints.update(principal, params.id, body),
  );
  mount(contract.deleteEndpoint, ({ principal, params }) => endpoints.remove(principal, params.id));
  mount(contract.duplicateEndpoint, ({ principal, params }) => endpoints.duplicate(principal, params.id));
}
