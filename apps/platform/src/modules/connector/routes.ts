import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Connector } from './service.ts';

export function connectorRoutes(mount: Mount, connector: Connector): void {
  mount(contract.connectorStatus, ({ principal, params, query }) =>
    connector.status(principal, params.project_id, query.environment),
  );
  mount(contract.connectorTrigger, ({ principal, body, signal }) =>
    connector.trigger(principal, body, signal),
  );
}
