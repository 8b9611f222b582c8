import type { BodyOf, Review } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { notTheAuthor } from './problems.ts';
import type { ReviewRow } from './tables.ts';

interface Said {
  readonly about: { readonly resultId: string } | { readonly traceId: string };
  readonly target: Review['target'];
  readonly status: Review['status'];
  readonly comment: string;
  readonly isBlind: boolean;
}

export const newReview = (
  { organizationId, userId }: MemberPrincipal,
  { about, target, status, comment, isBlind }: Said,
  at: Date,
): ReviewRow => ({
  id: newId(),
  organizationId,
  testResultId: 'resultId' in about ? about.resultId : null,
  traceId: 'traceId' in about ? about.traceId : null,
  targetType: target.type,
  targetReference: target.reference,
  status,
  comment: comment.replaceAll('\0', ''),
  resolvedBy: null,
  resolvedAt: null,
  author: userId,
  isBlind,
  history: [],
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
});

/** Anybody who may review marks one as resolved; what it says, only its author changes. */
export function changesOf(
  row: ReviewRow,
  principal: MemberPrincipal,
  { status, comment, resolved }: BodyOf<typeof contract.updateReview>,
  at: Date,
): { readonly says: boolean; readonly changes: Partial<ReviewRow> } {
  const says = status !== undefined || comment !== undefined;
  if (says && row.author !== principal.userId) throw notTheAuthor();
  return {
    says,
    changes: {
      status: status ?? row.status,
      comment: comment?.replaceAll('\0', '') ?? row.comment,
      history: says ? [...row.history, entryOf(row, principal, at, false)] : row.history,
      ...(resolved === undefined
        ? {}
        : { resolvedBy: resolved ? principal.userId : null, resolvedAt: resolved ? at : null }),
      updatedAt: at,
    },
  };
}

/** A deleted review stays in the history. */
export function deletionOf(row: ReviewRow, principal: MemberPrincipal, at: Date): Partial<ReviewRow> {
  if (row.author !== principal.userId && principal.role !== 'admin' && principal.role !== 'owner')
    throw notTheAuthor();
  return { history: [...row.history, entryOf(row, principal, at, true)], deletedAt: at, updatedAt: at };
}

const entryOf = (row: ReviewRow, principal: MemberPrincipal, at: Date, deleted: boolean) => ({
  status: row.status,
  comment: row.comment,
  changed_by: principal.userId,
  changed_at: at.toISOString(),
  deleted,
});

export const present = (principal: MemberPrincipal, row: ReviewRow): Review => ({
  id: row.id,
  test_result_id: row.testResultId,
  trace_db_id: row.traceId,
  target: { type: row.targetType, reference: row.targetReference },
  status: row.status,
  comment: row.comment,
  resolved: row.resolvedAt !== null,
  resolved_by: row.resolvedBy,
  resolved_at: row.resolvedAt?.toISOString() ?? null,
  author: row.author,
  is_blind: row.isBlind,
  history: row.history,
  permitted_actions: principal.permissions.has('test_result:update')
    ? row.author === principal.userId
      ? ['read', 'update', 'delete', 'resolve']
      : ['read', 'resolve']
    : ['read'],
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
