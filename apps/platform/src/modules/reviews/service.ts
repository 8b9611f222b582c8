import type { BodyOf, Review } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { ReviewedTargets, TestRunsApi } from '#test-runs';
import { endClaim } from './claims.ts';
import { reviewNotFound, targetUnknown } from './problems.ts';
import { changesOf, deletionOf, newReview, present } from './rows.ts';
import * as store from './store.ts';
import type { ReviewRow } from './tables.ts';
import { readTurn } from './trace-reviews.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly verdicts: TestRunsApi['verdicts'];
}

export type Reviews = ReturnType<typeof createReviews>;

/** Reviews decide what a result counts as; what the machine said is kept beside it and comes back with the last review. */
export function createReviews({ database, clock, verdicts }: Options) {
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);
  const now = (): Date => new Date(clock.now());

  /** Who reviews one result at the same moment takes turns, so that the newest is the one that counts. */
  async function settle(tx: Tx, principal: MemberPrincipal, resultId: string): Promise<void> {
    const rows = await store.listReviews(tx, principal.organizationId, [resultId]);
    await verdicts.override(tx, principal.organizationId, resultId, targetsOf(rows));
  }

  async function find(tx: Tx, principal: MemberPrincipal, resultId: string, id: string): Promise<ReviewRow> {
    await verdicts.lock(tx, principal, resultId);
    const row = await store.findReview(tx, principal.organizationId, { resultId }, id);
    if (!row) throw reviewNotFound();
    return row;
  }

  return {
    /** For whoever shows results: what people said of each, and of its metrics. */
    async of(tx: Tx, organizationId: string, resultIds: readonly string[]) {
      const rows = await store.listReviews(tx, organizationId, resultIds);
      return new Map(
        [...Map.groupBy(rows, ({ testResultId }) => testResultId ?? '')].map(([id, own]) => [
          id,
          targetsOf(own),
        ]),
      );
    },

    list: (principal: MemberPrincipal, resultId: string): Promise<Review[]> =>
      inTenant(principal, async (tx) => {
        await verdicts.requireVisible(tx, principal, resultId);
        const rows = await store.listReviews(tx, principal.organizationId, [resultId]);
        return rows.map((row) => present(principal, row));
      }),

    create: (
      principal: MemberPrincipal,
      resultId: string,
      { target, status, comment }: BodyOf<typeof contract.createReview>,
    ): Promise<Review> =>
      inTenant(principal, async (tx) => {
        const known = await verdicts.lock(tx, principal, resultId);
        const at = now();
        const ended = await endClaim(tx, principal, resultId);
        const row = newReview(
          principal,
          {
            about: { resultId },
            target: { type: target.type, reference: referenceOf(target, known) },
            status,
            comment,
            isBlind: ended?.isBlind ?? false,
          },
          at,
        );
        await store.insertReview(tx, row);
        await settle(tx, principal, resultId);
        return present(principal, row);
      }),

    update: (
      principal: MemberPrincipal,
      resultId: string,
      id: string,
      body: BodyOf<typeof contract.updateReview>,
    ): Promise<Review> =>
      inTenant(principal, async (tx) => {
        const row = await find(tx, principal, resultId, id);
        const { says, changes } = changesOf(row, principal, body, now());
        const changed = await store.updateReview(tx, principal.organizationId, id, changes);
        if (says) await settle(tx, principal, resultId);
        return present(principal, changed);
      }),

    remove: (principal: MemberPrincipal, resultId: string, id: string): Promise<Review> =>
      inTenant(principal, async (tx) => {
        const row = await find(tx, principal, resultId, id);
        const changes = deletionOf(row, principal, now());
        const removed = await store.updateReview(tx, principal.organizationId, id, changes);
        await settle(tx, principal, resultId);
        return present(principal, removed);
      }),
  };
}

/** Newest first, so the first of each target counts. */
function targetsOf(rows: readonly ReviewRow[]): ReviewedTargets {
  const metrics = new Map<string, ReviewRow['status']>();
  for (const { targetType, targetReference, status } of rows)
    if (targetType === 'metric' && targetReference && !metrics.has(targetReference))
      metrics.set(targetReference, status);
  const ofResult = rows.find(({ targetType }) => targetType === 'test_result');
  const newest = ofResult ?? rows.find(({ targetType }) => targetType === 'metric');
  return {
    result: ofResult?.status ?? null,
    metrics,
    newest: newest
      ? {
          reviewId: newest.id,
          status: newest.status,
          comment: newest.comment,
          author: newest.author,
          at: newest.createdAt,
          ofMetric: newest.targetType === 'metric' ? newest.targetReference : null,
        }
      : null,
  };
}

interface Known {
  readonly metrics: readonly { readonly id: string; readonly name: string }[];
  readonly turns: number;
}

/** A metric may be named by its name; what is stored is its id. */
function referenceOf(
  { type, reference }: BodyOf<typeof contract.createReview>['target'],
  known: Known,
): string | null {
  if (type === 'test_result') return null;
  if (type === 'trace') return reference ?? null;
  if (!reference) throw targetUnknown('target.reference', 'Say which one is meant.');
  if (type === 'turn') {
    const turn = readTurn(reference);
    if (turn === null || turn > known.turns)
      throw targetUnknown('target.reference', `The conversation has ${known.turns} turns.`);
    return String(turn);
  }
  const metric = known.metrics.find(({ id, name }) => id === reference || name === reference);
  if (!metric)
    throw targetUnknown(
      'target.reference',
      `The metrics of this result are: ${known.metrics.map(({ name }) => name).join(', ')}.`,
    );
  // Asked for two things it has said two things, and one word about it would decide both.
  if (known.metrics.filter(({ id }) => id === metric.id).length > 1)
    throw targetUnknown(
      'target.reference',
      `“${metric.name}” judges this result more than once, each time by something else. Review the result itself.`,
    );
  return metric.id;
}
