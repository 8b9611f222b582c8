import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { reseal, type Resealed } from '#kernel/sealed-places';
import type { Config } from '../config.ts';
import { openUsedDatabase } from '../mechanisms.ts';
import { sealedPlaces } from '../sealed-places.ts';
import type { Output } from './surroundings.ts';

/** Seals with ENCRYPTION_KEY what the key of ENCRYPTION_KEY_PREVIOUS still holds, so that the latter may go. */
export async function rotateKey(config: Config, output: Output): Promise<void> {
  if (!config.sealing.previousKey)
    throw new Error(
      'Set ENCRYPTION_KEY to the new key and ENCRYPTION_KEY_PREVIOUS to the former one, for Sonde and for this command.',
    );
  const database = await openUsedDatabase(config, createLog('silent'));
  try {
    const sealer = createSealer(config.sealing);
    const done: Resealed[] = [];
    for (const place of sealedPlaces) done.push(await reseal({ database, sealer }, place));
    const sealed = done.filter(({ rows }) => rows > 0).map(({ what, rows }) => `${what} (${rows})`);
    output.write(`Sealed with the new key: ${sealed.join(', ') || 'nothing, all of it was'}.\n`);
    for (const line of outcomeOf(done)) output.write(`${line}\n`);
  } finally {
    await database.close();
  }
}

function outcomeOf(done: readonly Resealed[]): string[] {
  const told = (count: (one: Resealed) => number): string =>
    done
      .filter((one) => count(one) > 0)
      .map((one) => `${count(one)} of ${one.what}`)
      .join(', ');
  const [unreadable, left] = [told((one) => one.unreadable), told((one) => one.left)];
  if (unreadable === '' && left === '')
    return [
      'Nothing that lasts is sealed with the former key any more. Wait two days for letters that a mail server puts off and sign-ins under way, then remove ENCRYPTION_KEY_PREVIOUS and start Sonde again.',
    ];
  return [
    ...(left === '' ? [] : [`These changed each time they were looked at: ${left}. Say it again.`]),
    ...(unreadable === '' ? [] : [`Neither key opens these, so they must be entered again: ${unreadable}.`]),
  ];
}
