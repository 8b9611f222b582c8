import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import type { Alerts } from './service.ts';

export function alertRoutes(mount: Mount, alerts: Alerts): void {
  mount(contract.createAlertRule, ({ principal, body }) => alerts.create(principal, body));
  mount(contract.listAlertRules, ({ principal, query }) => alerts.list(principal, query));
  mount(contract.getAlertRule, ({ principal, params }) => alerts.get(principal, params.id));
  mount(contract.updateAlertRule, (call) =>
    alerts.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteAlertRule, ({ principal, params }) => alerts.remove(principal, params.id));
  mount(contract.listAlertDeliveries, ({ principal, params, query }) =>
    alerts.deliveries(principal, params.id, query),
  );
}
