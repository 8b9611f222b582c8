import { z } from 'zod';

export const Id = z.guid().meta({ description: 'UUID' });
export const Timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC' });
/**
 * One address as it stands in an envelope: every character that RFC 5322 allows without quotes, and every name of the DNS,
 * also below an internationalised top-level domain (`xn--p1ai`).
 */
export const mailAddress: RegExp =
  /^(?!\.)(?!.{65,}@)(?!.*\.[.@])[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$/;

export const Email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ pattern: mailAddress }))
  .meta({ format: 'email', description: 'E-mail address; compared without regard to case' });
/** Bounded before anything parses it, so that an oversized token costs nothing. */
export const TokenText = z.string().min(1).max(8192);
/**
 * What people call themselves and their things. It is shown to others, in mails too, so nothing in it breaks a line or
 * turns the direction of the text around it.
 */
export const Name = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, {
    error: 'Control characters are not accepted.',
  });
/** Each once, whatever its case and blanks. */
export const Tags = z.array(Name.min(1).max(100)).max(50);
export const JsonObject = z.record(z.string(), z.unknown());

export const idParams = z.strictObject({ id: Id });

/** The common query of every list: paging, order, OData-style `$filter` and `$select`. */
export const listQuery = z.strictObject({
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  sort_by: z.string().max(64).optional(),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Words that all must occur in what the list searches, in any case' }),
  cursor: z.string().max(4000).optional().meta({
    description: 'Where the page begins, from `Link: …; rel="next"` of the page before; instead of `skip`',
  }),
  $filter: z.string().max(2000).optional(),
  $select: z.string().max(1000).optional(),
});
export type ListQuery = z.output<typeof listQuery>;

/** Of lists that have one order, whose rows belong to one thing. */
export const pageQuery = z.strictObject({ skip: listQuery.shape.skip, limit: listQuery.shape.limit });
export type PageQuery = z.output<typeof pageQuery>;

/** Of things whose deletion can be taken back. */
const includeDeleted = z
  .enum(['true', 'false'])
  .optional()
  .meta({ description: 'Deleted ones as well, for those who may restore them' });
export const restorableListQuery = listQuery.extend({ include_deleted: includeDeleted });
export type RestorableListQuery = z.output<typeof restorableListQuery>;
export const restorableQuery = z.strictObject({
  $select: z.string().max(1000).optional(),
  include_deleted: includeDeleted,
});
/** Which version a change was made from, as `If-Match` says it too; without either the last write wins. */
export const Version = z.number().int().min(1);

export const selectQuery = z.strictObject({ $select: z.string().max(1000).optional() });

export const Message = z.strictObject({ success: z.boolean(), message: z.string() });

/** RFC 9457, with the fields Sonde adds. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  errors: z
    .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
    .optional()
    .meta({ description: 'On 422: what is wrong where. The rejected value is never repeated.' }),
  restore_url: z
    .string()
    .optional()
    .meta({ description: 'On 410: where a POST takes the deletion back, as long as it can be' }),
  allowed: z
    .array(z.string())
    .optional()
    .meta({ description: 'On 422 for an unknown name: the names that there are' }),
  moved_to: z.string().optional().meta({ description: 'On 410: where to ask instead' }),
  error_id: z.string().optional().meta({ description: 'On 5xx: the id of the matching log line.' }),
});
export type Problem = z.output<typeof Problem>;

/** What people send on. */
export const ReportFormat = z.enum(['html', 'markdown']).default('html');
