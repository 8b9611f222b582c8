import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Sources } from './service.ts';

export function sourceRoutes(mount: Mount, sources: Sources): void {
  mount(contract.createSource, ({ principal, body }) => sources.create(principal, body));
  mount(contract.uploadSource, ({ principal, query, request, stream }) =>
    sources.upload(principal, query, {
      contentType: request.headers['content-type'] ?? '',
      body: stream,
    }),
  );
  mount(contract.listSources, ({ principal, query }) => sources.list(principal, query));
  mount(contract.searchSources, ({ principal, query }) => sources.search(principal, query));
  mount(contract.getSource, ({ principal, params, query }) =>
    sources.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.listPassages, ({ principal, params, query }) =>
    sources.passages(principal, params.id, query),
  );
  mount(contract.updateSource, ({ principal, params, body }) => sources.update(principal, params.id, body));
  mount(contract.deleteSource, ({ principal, params }) => sources.remove(principal, params.id));
  mount(contract.restoreSource, ({ principal, params }) => sources.restore(principal, params.id));
}
