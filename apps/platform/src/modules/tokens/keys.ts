import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import { SettingsError } from '@sonde/server-kit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { longestLifetimeSeconds } from './kinds.ts';
import { signingKeys } from './tables.ts';

const rotateAfterMs = 30 * 24 * 3600 * 1000;
/** Every process reads the keys anew at least this often, so a key is published well before it signs. */
const reloadAfterMs = 60_000;
const publishedBeforeMs = 5 * 60_000;
/** Unknown key ids are an invitation to make us read the table; they may do so this often. */
const unknownReloadMs = 10_000;

interface Key {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly verifier: CryptoKey;
  readonly signer: KeyObject | undefined;
  /** Its private half is stored, whether or not it can be opened here. */
  readonly isSealed: boolean;
  readonly signsFromMs: number;
  readonly verifiesUntilMs: number;
  readonly createdAtMs: number;
}

const otherKey =
  'ENCRYPTION_KEY: is not the one this database was sealed with. Set that one, or name it in ENCRYPTION_KEY_PREVIOUS; if it is lost for good, start once with ENCRYPTION_KEY_LOST=true and enter credentials again';

export type Keys = Awaited<ReturnType<typeof createKeys>>;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly log: Log;
  /** The operator says that the former key is gone for good. */
  readonly isKeyLost: boolean;
}

/** Ed25519 keys, sealed at rest and shared by every process through their table. */
export async function createKeys({ database, clock, sealer, log, isKeyLost }: Options) {
  let known: readonly Key[] = [];
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  function load(): Promise<void> {
    loading ??= readKeys().finally(() => (loading = undefined));
    return loading;
  }
  function loadBehind(): void {
    loadedAtMs = clock.now();
    load().catch((error: unknown) => log.warn({ err: error }, 'the signing keys could not be read'));
  }
  async function readKeys(): Promise<void> {
    const rows = await database.query.select().from(signingKeys);
    known = await Promise.all(rows.map((row) => toKey(row)));
    loadedAtMs = clock.now();
    for (const row of rows) await resealStale(row);
  }

  /** After ENCRYPTION_KEY has changed, what the former key sealed is sealed anew. */
  async function resealStale({ kid, privateSealed }: typeof signingKeys.$inferSelect): Promise<void> {
    const text = privateSealed && sealer.isStale(privateSealed) && sealer.open(privateSealed, context(kid));
    if (text)
      await database.query
        .update(signingKeys)
        .set({ privateSealed: sealer.seal(text, context(kid)) })
        .where(eq(signingKeys.kid, kid));
  }

  async function toKey(row: typeof signingKeys.$inferSelect): Promise<Key> {
    const privateJson = row.privateSealed ? sealer.open(row.privateSealed, context(row.kid)) : undefined;
    if (row.privateSealed && privateJson === undefined)
      log.warn({ kid: row.kid }, 'a signing key cannot be opened with this ENCRYPTION_KEY; it only verifies');
    return {
      kid: row.kid,
      publicJwk: row.publicJwk,
      verifier: (await importJWK(row.publicJwk, 'EdDSA')) as CryptoKey,
      signer: privateJson
        ? createPrivateKey({ key: JSON.parse(privateJson) as JsonWebKey, format: 'jwk' })
        : undefined,
      isSealed: row.privateSealed !== '',
      signsFromMs: row.signsFrom.getTime(),
      verifiesUntilMs: row.verifiesUntil?.getTime() ?? Number.POSITIVE_INFINITY,
      createdAtMs: row.createdAt.getTime(),
    };
  }

  /** The newest that may sign already. A clock set back stands before all of them: then the oldest, rather than none. */
  const newestSigner = (): Key | undefined => {
    const signers = known
      .filter((key) => key.signer)
      .sort((one, other) => other.signsFromMs - one.signsFromMs);
    return signers.find((key) => key.signsFromMs <= clock.now()) ?? signers.at(-1);
  };

  /** Adds a key unless another process has just done so; the lock makes them take turns. */
  async function add(signsFromMs: number, isNeeded: () => boolean): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const publicJwk = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    const privateSealed = sealer.seal(JSON.stringify(await exportJWK(privateKey)), context(kid));
    await database.system(async (tx) => {
      await tx.execute(sql`lock table signing_keys in exclusive mode`);
      const rows = await tx.select().from(signingKeys);
      known = await Promise.all(rows.map((row) => toKey(row)));
      if (!isNeeded()) return;
      const retiresAt = new Date(signsFromMs + longestLifetimeSeconds * 1000);
      await tx
        .update(signingKeys)
        .set({ verifiesUntil: retiresAt })
        .where(sql`${signingKeys.verifiesUntil} is null`);
      await tx.insert(signingKeys).values({
        kid,
        publicJwk: { ...publicJwk, kid, alg: 'EdDSA', use: 'sig' },
        privateSealed,
        createdAt: new Date(clock.now()),
        signsFrom: new Date(signsFromMs),
        verifiesUntil: null,
      });
    });
    await load();
  }

  await load();
  // Another process signs with a key that this one cannot open: it would seal what the others cannot read.
  if (!isKeyLost && known.some((key) => key.isSealed) && !known.some((key) => key.signer))
    throw new SettingsError([otherKey]);
  if (!newestSigner()) await add(clock.now(), () => !newestSigner());

  return {
    /**
     * The key that signs now. It never waits for the database: signing happens inside transactions, and the embedded
     * database has one connection, which the transaction holds.
     */
    signing(): { kid: string; key: KeyObject } {
      if (clock.now() - loadedAtMs > reloadAfterMs) loadBehind();
      const newest = newestSigner();
      if (!newest?.signer) throw new Error('There is no signing key that can be opened.');
      return { kid: newest.kid, key: newest.signer };
    },
    /** Outside transactions only. API tokens are looked up by their hash and may outlive the key that signed them; nothing else may. */
    async verifying(kid: string, options: { evenRetired: boolean }): Promise<CryptoKey | undefined> {
      const find = (): Key | undefined => known.find((key) => key.kid === kid);
      const sinceLoadMs = clock.now() - loadedAtMs;
      if (!find() && sinceLoadMs > unknownReloadMs) await load();
      else if (sinceLoadMs > reloadAfterMs) loadBehind();
      const key = find();
      return key && (options.evenRetired || key.verifiesUntilMs > clock.now()) ? key.verifier : undefined;
    },
    /** Public halves of the keys whose signatures count. */
    async published(): Promise<JWK[]> {
      if (clock.now() - loadedAtMs > reloadAfterMs) await load();
      return known.filter((key) => key.verifiesUntilMs > clock.now()).map((key) => key.publicJwk);
    },
    /** Brings the next key when the current one is due, and forgets what no token needs any more. */
    async rotate(options: { force?: boolean } = {}): Promise<void> {
      const isDue = (): boolean => {
        const newest = Math.max(...known.map((key) => key.createdAtMs));
        return clock.now() - newest > rotateAfterMs;
      };
      await load();
      if (options.force || isDue())
        await add(clock.now() + publishedBeforeMs, () => options.force || isDue());
      const now = new Date(clock.now());
      await database.query
        .update(signingKeys)
        .set({ privateSealed: '' })
        .where(sql`${signingKeys.verifiesUntil} <= ${now.toISOString()}::timestamptz`);
      await database.query
        .delete(signingKeys)
        .where(
          sql`${signingKeys.verifiesUntil} <= ${now.toISOString()}::timestamptz and not exists (select 1 from api_tokens where api_tokens.kid = ${signingKeys.kid} and api_tokens.revoked_at is null)`,
        );
      await load();
    },
  };
}

export const context = (kid: string): string => `signing-key:${kid}`;
