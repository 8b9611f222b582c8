import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Tags } from './service.ts';

export function tagRoutes(mount: Mount, tags: Tags): void {
  mount(contract.addTag, ({ principal, params, body }) => tags.add(principal, params, body.name));
  mount(contract.removeTag, ({ principal, params, query }) => tags.remove(principal, params, query.name));
}
