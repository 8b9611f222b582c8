import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Architect } from './service.ts';

export function architectRoutes(mount: Mount, architect: Architect): void {
  mount(contract.createArchitectSession, ({ principal, body }) => architect.create(principal, body));
  mount(contract.listArchitectSessions, ({ principal, query }) => architect.list(principal, query));
  mount(contract.getArchitectSession, ({ principal, params }) => architect.get(principal, params.id));
  mount(contract.updateArchitectSession, ({ principal, params, body }) =>
    architect.update(principal, params.id, body),
  );
  mount(contract.deleteArchitectSession, ({ principal, params }) => architect.remove(principal, params.id));
  mount(contract.listArchitectMessages, ({ principal, params, query }) =>
    architect.messages(principal, params.id, query),
  );
  mount(contract.sendArchitectMessage, ({ principal, params, body }) =>
    architect.send(principal, params.id, body),
  );
  mount(contract.confirmArchitectPlan, ({ principal, params, body }) =>
    architect.confirm(principal, params.id, body),
  );
  mount(contract.stopArchitect, ({ principal, params }) => architect.stop(principal, params.id));
}
