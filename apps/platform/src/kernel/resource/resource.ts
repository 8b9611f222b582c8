import type { Problem, ProblemOptions } from '@sonde/server-kit';
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ListFields } from './fields.ts';

/** The columns a table may have, and what having them means. */
export type ResourceTable = PgTable & {
  readonly id: PgColumn;
  readonly organizationId: PgColumn;
  readonly updatedAt: PgColumn;
  /** It belongs to a project; where it may be null, things of no project are seen from every project. */
  readonly projectId?: PgColumn;
  /** Members delete and restore only what they made. */
  readonly createdBy?: PgColumn;
  /** Counts changes, so that a stale one can be refused. */
  readonly version?: PgColumn;
  /** Deletion is soft, and can be taken back. */
  readonly deletedAt?: PgColumn;
  /** The folded name, unique among those that are not deleted. */
  readonly nameKey?: PgColumn;
  readonly tags?: PgColumn;
};

/** One kind of thing that an organization has: its table, what lists of it know, and how it speaks. */
export interface Resource<Table extends ResourceTable = ResourceTable> {
  /** As in its permissions and in `/tags/{entity_type}`. */
  readonly entity: string;
  readonly table: Table;
  /** Where the table holds more than this resource. */
  readonly within?: SQL;
  readonly fields: ListFields;
  /** A field that lists are sorted by unless asked otherwise. */
  readonly sort: string;
  readonly problems: {
    /** The same for a missing one, a foreign one and one outside of the caller's project. */
    readonly notFound: () => Problem;
    readonly deleted?: (options: ProblemOptions) => Problem;
    readonly nameTaken?: () => Problem;
  };
  /** The path below the base path that restores one, for the refusal of a deleted one. */
  readonly path?: string;
  /** A column of all that is searched, in lower case, with an index of trigrams: see decision 23. */
  readonly searchedIn?: SQL;
}

export type RowOf<Table extends ResourceTable> = Table['$inferSelect'];

/** Keeps the literal types of a resource while checking its shape. */
export const defineResource = <const Table extends ResourceTable>(
  resource: Resource<Table>,
): Resource<Table> => resource;
