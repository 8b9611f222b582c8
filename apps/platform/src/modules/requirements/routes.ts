import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import { expectedVersions } from '#kernel/resource';
import type { Requirements } from './service.ts';

export function requirementRoutes(mount: Mount, requirements: Requirements): void {
  mount(contract.createRequirement, ({ principal, body }) => requirements.create(principal, body));
  mount(contract.createRequirements, ({ principal, body }) => requirements.createMany(principal, body));
  mount(contract.listRequirements, ({ principal, query }) => requirements.list(principal, query));
  mount(contract.getRequirement, ({ principal, params, query }) =>
    requirements.get(principal, params.id, query.include_deleted === 'true'),
  );
  mount(contract.updateRequirement, (call) =>
    requirements.update(call.principal, call.params.id, call.body, expectedVersions(call)),
  );
  mount(contract.deleteRequirement, ({ principal, params }) => requirements.remove(principal, params.id));
  mount(contract.restoreRequirement, ({ principal, params }) => requirements.restore(principal, params.id));
}
