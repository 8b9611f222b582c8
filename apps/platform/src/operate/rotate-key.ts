import { resealAll } from '#endpoints';
import { systemClock } from '#kernel/clock';
import { createEvents } from '#kernel/events';
import { createJobs } from '#kernel/jobs';
import { createMemoryLimiter } from '#kernel/limiter';
import { createLog } from '#kernel/log';
import { createSealer, type Sealer } from '#kernel/seal';
import type { Database } from '#kernel/database';
import { createAudit } from '#audit';
import { resealModelKeys } from '#models';
import { createTokens } from '#tokens';
import type { Config } from '../config.ts';
import { openDatabase } from '../mechanisms.ts';
import type { Output } from './surroundings.ts';

/** Seals with ENCRYPTION_KEY what the key of ENCRYPTION_KEY_PREVIOUS still holds, so that the latter may go. */
export async function rotateKey(config: Config, output: Output): Promise<void> {
  if (!config.sealing.previousKey)
    throw new Error(
      'Set ENCRYPTION_KEY to the new key and ENCRYPTION_KEY_PREVIOUS to the former one, for Sonde and for this command.',
    );
  const log = createLog('silent');
  const database = await openDatabase(config, log);
  try {
    const sealer = createSealer(config.sealing);
    const jobs = createJobs({ database, log, isWorker: false });
    const parts = { database, clock: systemClock, sealer, log, jobs, limiter: createMemoryLimiter() };
    // The keys that sign are sealed anew as soon as they are read.
    await createTokens({
      ...parts,
      audit: createAudit(parts),
      events: createEvents({ database, log }),
      settings: config.tokens,
    });
    const endpoints = await resealAll(parts);
    const { resealed: models } = await resealModelKeys(parts);
    output.write(
      `Sealed with the new key: credentials of ${endpoints} endpoints, ${models} keys of models.\n`,
    );
    const left = await sealedOtherwise(database, sealer);
    output.write(
      left.length === 0
        ? 'Nothing that lasts is sealed with the former key any more. Wait a day for links in mail and sign-ins under way, then remove ENCRYPTION_KEY_PREVIOUS and start Sonde again.\n'
        : `Neither key opens these, so they must be entered again: ${left.join(', ')}.\n`,
    );
  } finally {
    await database.close();
  }
}

const lasting = [
  ['endpoints', 'auth_token_sealed'],
  ['endpoints', 'client_secret_sealed'],
  ['endpoints', 'secret_headers_sealed'],
  ['endpoints', 'secrets_sealed'],
  ['ai_models', 'api_key_sealed'],
  ['signing_keys', 'private_sealed'],
] as const;

async function sealedOtherwise(database: Database, sealer: Sealer): Promise<string[]> {
  // What is sealed now names the key that seals.
  const [, current = ''] = sealer.seal('', '').split('.');
  const found: string[] = [];
  for (const [table, column] of lasting) {
    const { rows } = await database.executeSql(
      `select count(*)::int as count from ${table} where ${column} <> '' and split_part(${column}, '.', 2) <> $1`,
      [current],
    );
    const count = Number(rows[0]?.['count'] ?? 0);
    if (count > 0) found.push(`${count} in ${table}.${column}`);
  }
  return found;
}
