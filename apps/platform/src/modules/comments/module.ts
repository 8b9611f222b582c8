import * as contract from '@sonde/contract';
import type { Kernel, Module } from '#kernel/module';
import type { Things } from '#kernel/resource';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import { createComments, type Comments } from './service.ts';

interface Needs {
  readonly things: Things;
  readonly tenancy: Pick<Tenancy, 'people'>;
  readonly notifications: Pick<Notifications, 'create'>;
}

export function commentsModule({
  things,
  tenancy,
  notifications,
  ...kernel
}: Kernel & Needs): Module<Comments> {
  const api = createComments({ ...kernel, things, people: tenancy.people, notifications });
  return {
    api,
    routes: (mount) => {
      mount(contract.createComment, ({ principal, body }) => api.create(principal, body));
      mount(contract.listComments, ({ principal, query }) => api.list(principal, query));
      mount(contract.listCommentsOf, ({ principal, params, query }) => api.listOf(principal, params, query));
      mount(contract.getComment, ({ principal, params }) => api.get(principal, params.id));
      mount(contract.updateComment, ({ principal, params, body }) =>
        api.update(principal, params.id, body.content),
      );
      mount(contract.deleteComment, ({ principal, params }) => api.remove(principal, params.id));
      mount(contract.addEmoji, ({ principal, params }) => api.addEmoji(principal, params));
      mount(contract.removeEmoji, ({ principal, params }) => api.removeEmoji(principal, params));
    },
  };
}
