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

type Seen = {
  family_id: string;
  user_id: string;
  organization_id: string | null;
  was_rotated: boolean;
  is_live: boolean;
} & Record<string, unknown>;

/** One transaction from the claim to the successor: killed at any point, it leaves the old token as it was. */
export function rotateToken(dependencies: Dependencies, hash: Buffer, caller: Caller): Promise<Rotation> {
  const { database, audit, revoke } = dependencies;
  return database.system(async (tx): Promise<Rotation> => {
    const seen = await look(tx, hash, dependencies.now());
    if (!seen) return { outcome: 'refused' };
    if (seen.is_live && !seen.was_rotated) {
      const pair = await claim(tx, dependencies, hash, seen);
      if (pair) return { outcome: 'rotated', pair, ageSeconds: 0 };
    }
    const given = seen.is_live ? await unusedSuccessor(tx, dependencies, hash) : undefined;
    if (given) return { outcome: 'rotated', ...given };
    if (seen.was_rotated) {
      const ended = seen.is_live && (await revoke(tx, seen.family_id, 'reuse'));
      if (ended)
        await audit.record(tx, {
          action: 'session.refresh_reused',
          outcome: 'refused',
          actorId: seen.user_id,
          target: { type: 'session', id: seen.family_id },
          caller,
        });
      return { outcome: 'reused' };
    }
    return { outcome: 'refused' };
  });
}

/**
 * Whose the token is, and whether it was used before. The person is held before the token is, since an account that is
 * deleted takes both.
 */
async function look(tx: Tx, hash: Buffer, now: Date): Promise<Seen | undefined> {
  const { rows } = await tx.execute<Seen>(sql`
    select f.id as family_id, f.user_id, s.organization_id, r.rotated_at is not null as was_rotated,
           f.revoked_at is null and f.expires_at > ${now.toISOString()}::timestamptz and s.user_id is not null as is_live
    from refresh_tokens r
      join session_families f on f.id = r.family_id
      join users u on u.id = f.user_id
      left join active_subjects s on s.user_id = f.user_id
    where r.token_hash = ${hash}
    for key share of u`);
  return rows[0];
}

/**
 * The one conditional statement that decides, and writes all that follows from it. Who finds the token taken, though it
 * was unused when looked at, has raced with another call and is no thief, even where the successor has been used by now.
 */
async function claim(
  tx: Tx,
  { sealer, now, accessToken }: Dependencies,
  hash: Buffer,
  seen: Seen,
): Promise<Pair | undefined> {
  const pair: Pair = {
    accessToken: await accessToken(seen.user_id, seen.organization_id, seen.family_id),
    refreshToken: newSecret(32),
  };
  const at = sql`${now().toISOString()}::timestamptz`;
  const { rows } = await tx.execute(sql`
    with claimed as (
      update refresh_tokens r set rotated_at = ${at}, answer_sealed = ${sealAnswer(sealer, hash, pair)}
      where token_hash = ${hash} and rotated_at is null
        and exists (select 1 from session_families f where f.id = r.family_id and f.revoked_at is null)
      returning family_id
    ), successor as (
      insert into refresh_tokens (token_hash, family_id, created_at)
      select ${hashOf(pair.refreshToken)}::bytea, family_id, ${at} from claimed
    ), used as (
      update session_families set last_used_at = ${at} where id = (select family_id from claimed)
    ), forgotten as (
      update refresh_tokens set answer_sealed = null
      where family_id = (select family_id from claimed) and answer_sealed is not null and token_hash <> ${hash}
    )
    select family_id from claimed`);
  return rows.length > 0 ? pair : undefined;
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
