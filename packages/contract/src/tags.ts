import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name } from './primitives.ts';

const params = z.strictObject({
  entity_type: z.string().max(64).meta({
    description: 'What kind of thing it is, such as `requirement`; in any case, with `-`, `_` or a blank',
  }),
  id: Id,
});
const Tagged = z.object({ id: Id, tags: z.array(z.string()) });
const shared = {
  path: '/tags/{entity_type}/{id}',
  tag: 'Tags',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'tag:update' },
  params,
  problems: [
    'tag.entity_unknown',
    'endpoint.not_found',
    'endpoint.deleted',
    'requirement.not_found',
    'requirement.deleted',
  ],
} as const;

export const addTag = defineOperation({
  ...shared,
  id: 'tags.add',
  method: 'POST',
  summary: 'Tag something; it must be one of the things the caller may change',
  audit: 'tag.added',
  body: z.strictObject({ name: Name.min(1).max(100) }),
  answers: { 200: Tagged },
});

export const removeTag = defineOperation({
  ...shared,
  id: 'tags.remove',
  method: 'DELETE',
  summary: 'Take a tag off; one that is not there changes nothing',
  audit: 'tag.removed',
  query: z.strictObject({ name: Name.min(1).max(100) }),
  answers: { 200: Tagged },
});
