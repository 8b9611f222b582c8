import { sql } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import type { Database, Tx } from '#kernel/database';
import { newSecret } from '#kernel/ids';
import type { Sealer } from '#kernel/seal';
import type { EndReason, Pair } from './session.ts';
import { hashOf } from './token-hash.ts';

export type Rotation =
  /** `ageSeconds`: a pair that was made for an earlier call is as old as that. */
  | { readonly outcome: 'rotated'; readonly pair: Pair; readonly ageSeconds: number }
  | { readonly outcome: 'reused' | 'refused' };

/**
 * How long a token may be presented again. Whoever lost the answer, or asked twice at once, gets the same successor; a
 * thief gains nothing by it, since the first use of the successor ends the grace and the next reuse ends the family.
 */
export const graceMs = 10_000;

interface Dependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly audit: Audit;
  readonly now: () => Date;
  readonly accessToken: (userId: string, organizationId: string | null, familyId: string) => Promise<string>;
  readonly revoke: (tx: Tx, familyId: string, reason: EndReason) => Promise<unknown>;
}

type Claim = {
  family_id: string;
  user_id: string;
  organization_id: string | null;
  was_rotated: boolean;
  is_live: boolean;
  won: boolean;
} & Record<string, unknown>;

/** One transaction from the claim to the successor: killed at any point, it leaves the old token as it was. */
export function rotateToken(dependencies: Dependencies, hash: Buffer, caller: Caller): Promise<Rotation> {
  const { database, audit, revoke } = dependencies;
  return database.system(async (tx): Promise<Rotation> => {
    const claim = await claimToken(tx, hash, dependencies.now());
    if (!claim) return { outcome: 'refused' };
    if (claim.won)
      return { outcome: 'rotated', pair: await succeed(tx, dependencies, hash, claim), ageSeconds: 0 };
    const given = claim.is_live ? await unusedSuccessor(tx, dependencies, hash) : undefined;
    if (given) return { outcome: 'rotated', ...given };
    if (claim.was_rotated) {
      const ended = claim.is_live && (await revoke(tx, claim.family_id, 'reuse'));
      if (ended)
        await audit.record(tx, {
          action: 'session.refresh_reused',
          outcome: 'refused',
          actorId: claim.user_id,
          target: { type: 'session', id: claim.family_id },
          caller,
        });
      return { outcome: 'reused' };
    }
    return { outcome: 'refused' };
  });
}

/**
 * The one conditional statement that decides. `seen` looks through the snapshot of the statement, while the update
 * waits for a concurrent winner and then finds the row taken: `was_rotated` false with `won` false means exactly that
 * this call raced inside one lock wait, and is no theft even where its successor has been used by now. The person is
 * held before the token is, since an account that is deleted takes both.
 */
async function claimToken(tx: Tx, hash: Buffer, now: Date): Promise<Claim | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<Claim>(sql`
    with seen as (
      select r.token_hash, r.rotated_at is not null as was_rotated, f.id as family_id, f.user_id, s.organization_id,
             f.revoked_at is null and f.expires_at > ${at} and s.user_id is not null as is_live
      from refresh_tokens r
        join session_families f on f.id = r.family_id
        join users u on u.id = f.user_id
        left join active_subjects s on s.user_id = f.user_id
      where r.token_hash = ${hash}
      for key share of u
    ), claimed as (
      update refresh_tokens r set rotated_at = ${at} from seen
      where r.token_hash = seen.token_hash and r.rotated_at is null and seen.is_live
      returning r.token_hash
    )
    select family_id, user_id, organization_id, was_rotated, is_live, exists (select 1 from claimed) as won from seen`);
  return rows[0];
}

async function succeed(
  tx: Tx,
  { sealer, now, accessToken }: Dependencies,
  hash: Buffer,
  claim: Claim,
): Promise<Pair> {
  const pair: Pair = {
    accessToken: await accessToken(claim.user_id, claim.organization_id, claim.family_id),
    refreshToken: newSecret(32),
  };
  const at = sql`${now().toISOString()}::timestamptz`;
  const sealed = sealAnswer(sealer, hash, pair);
  await tx.execute(sql`
    with successor as (
      insert into refresh_tokens (token_hash, family_id, created_at)
      values (${hashOf(pair.refreshToken)}, ${claim.family_id}, ${at})
    ), used as (
      update session_families set last_used_at = ${at} where id = ${claim.family_id}
    )
    update refresh_tokens set answer_sealed = case when token_hash = ${hash} then ${sealed} end
    where family_id = ${claim.family_id} and (token_hash = ${hash} or answer_sealed is not null)`);
  return pair;
}

/** What the first use of this token gave, while the grace lasts and the successor is still the newest of its family. */
async function unusedSuccessor(
  tx: Tx,
  { sealer, now }: Dependencies,
  hash: Buffer,
): Promise<{ pair: Pair; ageSeconds: number } | undefined> {
  const { rows } = await tx.execute<{ sealed: string; rotated_ms: number; live_hash: string }>(sql`
    select r.answer_sealed as sealed, (extract(epoch from r.rotated_at) * 1000)::float8 as rotated_ms,
           encode(live.token_hash, 'hex') as live_hash
    from refresh_tokens r join refresh_tokens live on live.family_id = r.family_id and live.rotated_at is null
    where r.token_hash = ${hash} and r.answer_sealed is not null`);
  const [row] = rows;
  if (!row) return undefined;
  const ageMs = Math.max(0, now().getTime() - row.rotated_ms);
  const text = ageMs < graceMs ? sealer.open(row.sealed, context(hash)) : undefined;
  const pair = text === undefined ? undefined : (JSON.parse(text) as Pair);
  if (!pair || hashOf(pair.refreshToken).toString('hex') !== row.live_hash) return undefined;
  return { pair, ageSeconds: Math.ceil(ageMs / 1000) };
}

/** An answer as it is kept for whoever presents the same token again. */
export const sealAnswer = (sealer: Sealer, hash: Buffer, pair: Pair): string =>
  sealer.seal(JSON.stringify(pair), context(hash));

const context = (hash: Buffer): string => `refresh-answer:${hash.toString('hex')}`;
