import * as contract from '@sonde/contract';
import type { Comments } from '#comments';
import type { Kernel, Module } from '#kernel/module';
import { expectedVersions, type Things } from '#kernel/resource';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import { taskResource } from './resource.ts';
import { createTasks, type Tasks } from './service.ts';

interface Needs {
  readonly things: Things;
  readonly tenancy: Pick<Tenancy, 'people' | 'projects'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly comments: Pick<Comments, 'countOf'>;
}

export function tasksModule({ tenancy, ...needs }: Kernel & Needs): Module<Tasks> {
  const api = createTasks({ ...needs, people: tenancy.people, projects: tenancy.projects });
  return {
    api,
    routes: (mount) => {
      mount(contract.createTask, ({ principal, body }) => api.create(principal, body));
      mount(contract.listTasks, ({ principal, query }) => api.list(principal, query));
      mount(contract.listTasksOf, ({ principal, params, query }) => api.listOf(principal, params, query));
      mount(contract.getTask, ({ principal, params, query }) =>
        api.get(principal, params.id, query.include_deleted === 'true'),
      );
      mount(contract.updateTask, (call) =>
        api.update(call.principal, call.params.id, call.body, expectedVersions(call)),
      );
      mount(contract.deleteTask, ({ principal, params }) => api.remove(principal, params.id));
      mount(contract.restoreTask, ({ principal, params }) => api.restore(principal, params.id));
    },
    purged: [{ resource: taskResource }],
  };
}
