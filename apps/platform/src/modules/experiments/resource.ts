import { defineResource } from '#kernel/resource';
import { experimentDeleted, experimentNotFound } from './problems.ts';
import { experiments } from './tables.ts';

export const experimentResource = defineResource({
  entity: 'experiment',
  path: '/experiments',
  table: experiments,
  sort: 'created_at',
  problems: { notFound: experimentNotFound, deleted: experimentDeleted },
  fields: {
    id: { column: experiments.id, type: 'id' },
    project_id: { column: experiments.projectId, type: 'id' },
    name: { column: experiments.name, type: 'text', isSearched: true },
    description: { column: experiments.description, type: 'text', isSearched: true },
    visibility: { column: experiments.visibility, type: 'text', words: ['private', 'shared'] },
    owner_user_id: { column: experiments.createdBy, type: 'id' },
    created_at: { column: experiments.createdAt, type: 'time' },
    updated_at: { column: experiments.updatedAt, type: 'time' },
    deleted_at: { column: experiments.deletedAt, type: 'time' },
  },
});
