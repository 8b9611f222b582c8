import { Problem } from '@sonde/server-kit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import {
  createRows,
  requirePermission,
  spelledAs,
  withTag,
  withoutTag,
  type Resource,
} from '#kernel/resource';

export interface Tagged {
  readonly id: string;
  readonly tags: readonly string[];
}

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  /** What can be tagged: each with a column of tags. */
  readonly resources: readonly Resource[];
}

export type Tags = ReturnType<typeof createTags>;

/** Tags on whatever has a column for them; to tag is to change, so it needs the permission to. */
export function createTags({ database, clock, resources }: Options) {
  const entities = resources.map(({ entity }) => entity);
  const rowsByEntity = new Map(
    resources.map((resource) => [resource.entity, createRows({ resource, clock })]),
  );

  async function change(
    principal: MemberPrincipal,
    { entity_type, id }: { readonly entity_type: string; readonly id: string },
    changed: (tags: readonly string[]) => string[],
  ): Promise<Tagged> {
    const entity = spelledAs(entities, entity_type);
    const rows = rowsByEntity.get(entity);
    if (!rows) throw entityUnknown(entities);
    requirePermission(principal, `${entity}:update`);
    return database.tenant(principal.organizationId, async (tx) => {
      const row = await rows.get(tx, principal, id, { forUpdate: true });
      const before = textsOf(row['tags']);
      const tags = changed(before);
      if (tags.length > mostTags) throw tooManyTags();
      if (tags.length !== before.length) await rows.patchRow(tx, row, { tags });
      return { id, tags };
    });
  }

  return {
    add: (
      principal: MemberPrincipal,
      of: { entity_type: string; id: string },
      name: string,
    ): Promise<Tagged> => change(principal, of, (tags) => withTag(tags, name)),
    remove: (
      principal: MemberPrincipal,
      of: { entity_type: string; id: string },
      name: string,
    ): Promise<Tagged> => change(principal, of, (tags) => withoutTag(tags, name)),
  };
}

const mostTags = 50;

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const entityUnknown = (entities: readonly string[]): Problem =>
  new Problem('not_found', 'tag.entity_unknown', `What can be tagged: ${entities.join(', ')}.`);

const tooManyTags = (): Problem =>
  new Problem('invalid', 'request.invalid', 'The input is not valid.', {
    errors: [{ path: 'name', code: 'too_many', message: `One thing has at most ${mostTags} tags.` }],
  });
