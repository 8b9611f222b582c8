import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import type { Metrics } from './service.ts';

export function metricRoutes(mount: Mount, metrics: Metrics): void {
  mount(contract.listMetricKinds, () => metrics.kinds());
  mount(contract.createMetric, ({ principal, body }) => metrics.create(principal, body));
  mount(contract.listMetrics, ({ principal, query }) => metrics.list(principal, query));
  mount(contract.getMetric, ({ principal, params, query }) =>
    metrics.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.updateMetric, (call) =>
    metrics.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteMetric, ({ principal, params }) => metrics.remove(principal, params.id));
  mount(contract.restoreMetric, ({ principal, params }) => metrics.restore(principal, params.id));
  mount(contract.listMetricVersions, ({ principal, params, query }) =>
    metrics.versions(principal, params.id, query),
  );
  mount(contract.restoreMetricVersion, ({ principal, params }) =>
    metrics.restoreVersion(principal, params.id, params.version),
  );
  mount(contract.tryMetric, ({ principal, params, body, signal }) =>
    metrics.try(principal, params.id, body, signal),
  );
  mount(contract.tryMetricDraft, ({ principal, body, signal }) => metrics.tryDraft(principal, body, signal));
  mount(contract.generateMetric, ({ principal, body }) => metrics.generate(principal, body));
  mount(contract.improveMetric, ({ principal, params, body, signal }) =>
    metrics.improve(principal, params.id, body, signal),
  );
  mount(contract.linkRequirementMetric, ({ principal, params }) =>
    metrics.link(principal, params.id, params.metric_id),
  );
  mount(contract.unlinkRequirementMetric, ({ principal, params }) =>
    metrics.unlink(principal, params.id, params.metric_id),
  );
  mount(contract.linkMetricRequirement, ({ principal, params }) =>
    metrics.link(principal, params.requirement_id, params.id),
  );
  mount(contract.unlinkMetricRequirement, ({ principal, params }) =>
    metrics.unlink(principal, params.requirement_id, params.id),
  );
  mount(contract.listRequirementMetrics, ({ principal, params }) =>
    metrics.ofRequirement(principal, params.id),
  );
  mount(contract.listMetricRequirements, ({ principal, params }) =>
    metrics.requirementsOf(principal, params.id),
  );
}
