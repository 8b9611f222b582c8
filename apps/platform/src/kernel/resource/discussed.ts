import { Problem } from '@sonde/server-kit';
import { and, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Clock } from '../clock.ts';
import type { Tx } from '../database.ts';
import type { MemberPrincipal } from '../http/index.ts';
import { requirePermission } from './access.ts';
import { spelledAs } from './fields.ts';
import type { Resource } from './resource.ts';
import { createRows } from './rows.ts';

/** What a comment or a task knows of the thing it is about. */
export interface Thing {
  readonly projectId: string | null;
  readonly name: string | null;
  /** Where it is read by another name than its id. */
  readonly traceId?: string | null;
}

/** A kind of thing that people may talk about and have tasks about. */
export interface Discussed {
  readonly entity: string;
  /** Refuses what does not exist for the caller, in the words of its own module. */
  find(tx: Tx, principal: MemberPrincipal, id: string): Promise<Thing>;
  /** A query of the ids of those that are there and the caller does not know of; what is said of them is as private. */
  hidden?(principal: MemberPrincipal): SQL;
}

/** Rows as they are, which must be there and not be deleted. */
export const discussedResource = (resource: Resource, clock: Clock): Discussed => {
  const rows = createRows({ resource, clock });
  return {
    entity: resource.entity,
    async find(tx, principal, id) {
      const row = await rows.get(tx, principal, id);
      const { projectId, traceId } = row;
      return { projectId: textOf(projectId), name: nameOf(row), traceId: textOf(traceId) };
    },
  };
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Documents have a title, files the name they came with, tests what they ask. */
function nameOf(row: Readonly<Record<string, unknown>>): string | null {
  const name = [row['name'], row['title'], row['filename'], row['content']].find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  return textOf(name)?.slice(0, 200).toWellFormed() ?? null;
}

/** Finds things of every kind by the word for it; the first that answers to a word counts. */
export function createThings(kinds: () => readonly Discussed[]) {
  return {
    spelled: (entityType: string): string => kindOf(kinds(), entityType).entity,

    async find(
      tx: Tx,
      principal: MemberPrincipal,
      { entityType, entityId }: { readonly entityType: string; readonly entityId: string },
    ): Promise<Thing & { readonly entity: string }> {
      const kind = kindOf(kinds(), entityType);
      requirePermission(principal, `${kind.entity}:read`);
      return { ...(await kind.find(tx, principal, entityId)), entity: kind.entity };
    },

    /** Of rows that are about things, those whose thing the caller may know of. */
    known(
      principal: MemberPrincipal,
      { entityType, entityId }: { readonly entityType: PgColumn; readonly entityId: PgColumn },
    ): SQL | undefined {
      return and(
        ...kinds().flatMap((kind) => {
          const ids = kind.hidden?.(principal);
          // A row may be about nothing.
          return ids
            ? [not(sql`coalesce(${entityType} = ${kind.entity} and ${entityId} in (${ids}), false)`)]
            : [];
        }),
      );
    },
  };
}
export type Things = ReturnType<typeof createThings>;

function kindOf(kinds: readonly Discussed[], entityType: string): Discussed {
  const words = [...new Set(kinds.map(({ entity }) => entity))];
  const entity = spelledAs(words, entityType);
  const kind = kinds.find((one) => one.entity === entity);
  if (!kind)
    throw new Problem(
      'not_found',
      'comment.entity_unknown',
      `What people may talk about and have tasks about: ${words.toSorted().join(', ')}.`,
    );
  return kind;
}
