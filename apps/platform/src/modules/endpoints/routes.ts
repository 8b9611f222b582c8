import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import type { EndpointFiles } from './files.ts';
import type { Endpoints } from './service.ts';

export function endpointRoutes(mount: Mount, endpoints: Endpoints, files: EndpointFiles): void {
  mount(contract.exportEndpoints, ({ principal, query }) => files.exportFile(principal, query));
  mount(contract.previewEndpointFile, ({ principal, body }) => files.preview(principal, body));
  mount(contract.importEndpointFile, ({ principal, body }) => files.importFile(principal, body));
  mount(contract.createEndpoint, ({ principal, body }) => endpoints.create(principal, body));
  mount(contract.listEndpoints, ({ principal, query }) => endpoints.list(principal, query));
  mount(contract.getEndpoint, ({ principal, params, query }) =>
    endpoints.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.putEndpoint, (call) =>
    endpoints.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.patchEndpoint, (call) =>
    endpoints.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteEndpoint, ({ principal, params }) => endpoints.remove(principal, params.id));
  mount(contract.restoreEndpoint, ({ principal, params }) => endpoints.restore(principal, params.id));
  mount(contract.duplicateEndpoint, ({ principal, params }) => endpoints.duplicate(principal, params.id));
}
