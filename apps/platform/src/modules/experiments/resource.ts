import { sql, type SQL } from 'drizzle-orm';
import type { MemberPrincipal } from '#kernel/http';
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
    name: { column: experiments.name, type: 'text', isSearched: true, countsNumbers: true },
    description: { column: experiments.description, type: 'text', isSearched: true },
    visibility: { column: experiments.visibility, type: 'text', words: ['private', 'shared'] },
    owner_user_id: { column: experiments.createdBy, type: 'id' },
    created_at: { column: experiments.createdAt, type: 'time' },
    updated_at: { column: experiments.updatedAt, type: 'time' },
    deleted_at: { column: experiments.deletedAt, type: 'time' },
  },
});

/** The ids of those that somebody keeps to themselves, for everybody else. */
export const hiddenExperiments = ({ userId }: MemberPrincipal): SQL => sql`
  select ${experiments.id} from ${experiments}
  where ${experiments.visibility} = 'private' and ${experiments.createdBy} is distinct from ${userId}`;
