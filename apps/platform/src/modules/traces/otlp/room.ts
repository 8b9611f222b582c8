import { Problem } from '@sonde/server-kit';

/** Bytes, unpacked, that one request holds until it is stored. */
export interface Visit {
  /** Takes room for more of them, or refuses the request for now. */
  take(bytes: number): void;
  leave(): void;
}

export interface RoomOptions {
  readonly totalBytes?: number;
  readonly shareBytes?: number;
  readonly mostVisits?: number;
}

const megabyte = 1024 * 1024;

/**
 * What may be under way in this process at once. Who packs says little of what comes out, so room is taken as bytes come
 * out; beyond it senders are told to come again, and nothing of theirs was acknowledged.
 */
export function createRoom({
  totalBytes = 64 * megabyte,
  shareBytes = 32 * megabyte,
  mostVisits = 256,
}: RoomOptions = {}) {
  let total = 0;
  let visits = 0;
  const shares = new Map<string, number>();
  const visitsOf = new Map<string, number>();
  return {
    /** Whoever has some of it leaves as much to others, or requests of one that trickle would keep out everybody's. */
    enter(organizationId: string): Visit {
      const own = visitsOf.get(organizationId) ?? 0;
      const free = mostVisits - visits;
      if (free === 0) throw busy();
      if (own > 0 && own >= free) throw ownShare();
      visits += 1;
      visitsOf.set(organizationId, own + 1);
      let taken = 0;
      let isIn = true;
      return {
        take(bytes) {
          const before = shares.get(organizationId) ?? 0;
          const [share, left] = [before + bytes, totalBytes - total - bytes];
          if (share > shareBytes) throw ownShare();
          if (left < 0) throw busy();
          if (before > 0 && share > left) throw ownShare();
          total += bytes;
          taken += bytes;
          shares.set(organizationId, share);
        },
        leave() {
          if (!isIn) return;
          isIn = false;
          visits -= 1;
          const others = (visitsOf.get(organizationId) ?? 0) - 1;
          if (others > 0) visitsOf.set(organizationId, others);
          else visitsOf.delete(organizationId);
          total -= taken;
          const left = (shares.get(organizationId) ?? 0) - taken;
          if (left > 0) shares.set(organizationId, left);
          else shares.delete(organizationId);
        },
      };
    },
  };
}
export type Room = ReturnType<typeof createRoom>;

const again = { headers: { 'retry-after': '2' } };
const busy = (): Problem =>
  new Problem(
    'unavailable',
    'service.busy',
    'Too much telemetry is under way. Send it again shortly.',
    again,
  );
const ownShare = (): Problem =>
  new Problem('limited', 'rate_limited', 'Too much telemetry at once. Send it again shortly.', again);
