import { and, eq, not, or, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import type { Hook } from '#kernel/hook';
import type { StartingSession } from './session.ts';
import { knownDevices } from './tables.ts';

export interface NewDevice extends StartingSession {
  readonly at: Date;
}

/** More would tell nobody anything: whoever has so many places is not helped by a mail for each. */
const mostPlaces = 500;

/** Notes where somebody signs in, and says when that is a new place. The very first is no news. */
export const createDeviceWatch =
  ({ clock, newDevice }: { clock: Clock; newDevice: Pick<Hook<[Tx, NewDevice]>, 'run'> }) =>
  async (tx: Tx, session: StartingSession): Promise<void> => {
    const { userId, device } = session;
    const at = new Date(clock.now());
    const known = await tx
      .select({ device: knownDevices.device, network: knownDevices.network })
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId));
    const network = networkOf(session.ip);
    if (known.some((place) => place.device === device && place.network === network)) return;
    if (known.length >= mostPlaces) return;
    const added = await tx
      .insert(knownDevices)
      .values({ userId, device, network, firstSeenAt: at })
      .onConflictDoNothing()
      .returning({ device: knownDevices.device });
    if (added.length > 0 && known.length > 0) await newDevice.run(tx, { ...session, at });
  };

/** Stands for places that were forgotten: the next sign-in is not the first of somebody, and is told. No network is called so. */
const forgotten = { device: 'Forgotten', network: 'none' };

interface Place {
  readonly device: string;
  readonly ip: string | null;
}

const isAt = ({ device, ip }: Place) =>
  and(eq(knownDevices.device, device), eq(knownDevices.network, networkOf(ip)));

/**
 * A thief has made places known that are none of the person's. From now on each of these is new again: `all` but that of
 * the session which stays, or those of the sessions that end.
 */
export async function forgetPlaces(
  tx: Tx,
  userId: string,
  at: Date,
  which: { readonly allBut: Place | undefined } | { readonly only: readonly Place[] },
): Promise<void> {
  const within =
    'only' in which
      ? (or(...which.only.map(isAt)) ?? sql`false`)
      : which.allBut && not(isAt(which.allBut) ?? sql`false`);
  const gone = await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), within))
    .returning({ device: knownDevices.device });
  if (gone.length > 0)
    await tx
      .insert(knownDevices)
      .values({ userId, ...forgotten, firstSeenAt: at })
      .onConflictDoNothing();
}

/** Wide enough for an address that changes every day: the first half of an IPv4 address, the first 32 bits of IPv6. */
export function networkOf(ip: string | null): string {
  if (ip === null) return 'unknown';
  if (ip.includes('.')) return ip.replace(/^.*:/, '').split('.').slice(0, 2).join('.');
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) while (groups.length < 2) groups.push('0');
  return groups.slice(0, 2).join(':').toLowerCase();
}
