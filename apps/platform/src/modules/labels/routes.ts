import * as contract from '@sonde/contract';
import type { Mount } from '#kernel/http';
import type { Labels } from './service.ts';

export function labelRoutes(mount: Mount, categories: Labels, topics: Labels): void {
  mount(contract.createCategory, ({ principal, body }) => categories.create(principal, body));
  mount(contract.listCategories, ({ principal, query }) => categories.list(principal, query));
  mount(contract.getCategory, ({ principal, params }) => categories.get(principal, params.id));
  mount(contract.updateCategory, ({ principal, params, body }) =>
    categories.update(principal, params.id, body),
  );
  mount(contract.deleteCategory, ({ principal, params }) => categories.remove(principal, params.id));
  mount(contract.createTopic, ({ principal, body }) => topics.create(principal, body));
  mount(contract.listTopics, ({ principal, query }) => topics.list(principal, query));
  mount(contract.getTopic, ({ principal, params }) => topics.get(principal, params.id));
  mount(contract.updateTopic, ({ principal, params, body }) => topics.update(principal, params.id, body));
  mount(contract.deleteTopic, ({ principal, params }) => topics.remove(principal, params.id));
}
