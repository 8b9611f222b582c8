import type { BodyOf, Review } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { traceNotFound, type Traces } from '#traces';
import { reviewNotFound, targetUnknown } from './problems.ts';
import { changesOf, deletionOf, newReview, present } from './rows.ts';
import * as store from './store.ts';
import type { ReviewRow } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly traces: Pick<Traces, 'flush' | 'place' | 'conversation'>;
}

export type TraceReviews = ReturnType<typeof createTraceReviews>;

/** What people say of traces is evidence: it is kept, shown and found, and decides nothing. */
export function createTraceReviews({ database, clock, traces }: Options) {
  const now = (): Date => new Date(clock.now());

  async function inTrace<T>(
    principal: MemberPrincipal,
    id: string,
    work: (tx: Tx, trace: { readonly id: string; readonly traceId: string }) => Promise<T>,
  ): Promise<T> {
    await traces.flush();
    return database.tenant(principal.organizationId, async (tx) => {
      const found = await traces.place(tx, principal, id);
      if (!found) throw traceNotFound();
      return work(tx, found);
    });
  }

  async function find(
    tx: Tx,
    { organizationId }: MemberPrincipal,
    traceId: string,
    id: string,
  ): Promise<ReviewRow> {
    const row = await store.findReview(tx, organizationId, { traceId }, id);
    if (!row) throw reviewNotFound();
    return row;
  }

  async function turnsOf(principal: MemberPrincipal, id: string): Promise<number> {
    const { traceId } = await inTrace(principal, id, (_, trace) => Promise.resolve(trace));
    return (await traces.conversation(principal, traceId)).length;
  }

  return {
    list: (principal: MemberPrincipal, id: string): Promise<Review[]> =>
      inTrace(principal, id, async (tx, trace) =>
        (await store.listTraceReviews(tx, principal.organizationId, trace.id)).map((row) =>
          present(principal, row),
        ),
      ),

    async create(
      principal: MemberPrincipal,
      id: string,
      { target, status, comment }: BodyOf<typeof contract.createTraceReview>,
    ): Promise<Review> {
      const turns = target.type === 'turn' ? await turnsOf(principal, id) : 0;
      return inTrace(principal, id, async (tx, trace) => {
        const row = newReview(
          principal,
          { about: { traceId: trace.id }, target: targetOf(target, turns), status, comment, isBlind: false },
          now(),
        );
        await store.insertReview(tx, row);
        return present(principal, row);
      });
    },

    update: (
      principal: MemberPrincipal,
      id: string,
      reviewId: string,
      body: BodyOf<typeof contract.updateTraceReview>,
    ): Promise<Review> =>
      inTrace(principal, id, async (tx, trace) => {
        const row = await find(tx, principal, trace.id, reviewId);
        const { changes } = changesOf(row, principal, body, now());
        return present(principal, await store.updateReview(tx, principal.organizationId, reviewId, changes));
      }),

    remove: (principal: MemberPrincipal, id: string, reviewId: string): Promise<Review> =>
      inTrace(principal, id, async (tx, trace) => {
        const changes = deletionOf(await find(tx, principal, trace.id, reviewId), principal, now());
        return present(principal, await store.updateReview(tx, principal.organizationId, reviewId, changes));
      }),
  };
}

function targetOf(
  { type, reference }: BodyOf<typeof contract.createTraceReview>['target'],
  turns: number,
): Review['target'] {
  if (type === 'trace') return { type, reference: null };
  if (type !== 'turn') throw targetUnknown('target.type', 'Of a trace one reviews it, or a turn.');
  const turn = readTurn(reference);
  if (turn === null || turn > turns)
    throw targetUnknown('target.reference', `The conversation has ${turns} turns.`);
  return { type, reference: String(turn) };
}

/** `2` and `Turn 2` are the second turn. */
export function readTurn(reference: string | null | undefined): number | null {
  const turn = Number(/\d+/.exec(reference ?? '')?.[0]);
  return turn >= 1 ? turn : null;
}
