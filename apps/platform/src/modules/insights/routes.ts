import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { statsMoved } from './problems.ts';
import type { Insights } from './service.ts';

export function insightRoutes(mount: Mount, insights: Insights): void {
  mount(contract.queryInsights, ({ principal, body }) => insights.query(principal, body));
  mount(contract.getInsights, ({ principal, query }) => insights.get(principal, query));
  mount(contract.insightIds, ({ principal, query }) => insights.ids(principal, query));
  mount(contract.insightRegressions, ({ principal, query }) => insights.regressions(principal, query));
  mount(contract.formerStats, () => {
    throw statsMoved();
  });
}
