import { addressKey } from '@sonde/server-kit';
import { tooManySockets } from './problems.ts';

/** Sockets of one process. */
const placesMax = 5_000;
/** Sockets that have shown no ticket: strangers share these, so that whoever is let in always finds a place. */
const strangersMax = 1_000;
/** Sockets without a ticket from one address; a page shows its ticket at once, so that many are never its own. */
const strangersPerAddress = 20;
/** Sockets of one person, who has a few pages open, and of all people of one organization: nobody takes them all. */
const personMax = 100;
const organizationMax = placesMax / 2;

export interface Holder {
  readonly userId: string;
  readonly organizationId: string;
}

/** A place for a socket, which is a stranger's until a ticket was shown. */
export interface Place {
  /** The ticket was good: the place no longer counts as a stranger's. False where the holder has too many already. */
  readonly admit: (holder: Holder) => boolean;
  readonly leave: () => void;
}

/** Who may hold a connection open. Without a share for each address, a single one could keep everybody out. */
export function createPlaces(): { take(address: string): Place } {
  const strangers = new Map<string, number>();
  /** By person and by organization, whose ids are never alike. */
  const held = new Map<string, number>();
  let taken = 0;
  let strangersTaken = 0;

  function forget(key: string): void {
    strangersTaken -= 1;
    countDown(strangers, key);
  }

  return {
    take(address) {
      const key = addressKey(address);
      const own = strangers.get(key) ?? 0;
      if (taken >= placesMax || strangersTaken >= strangersMax || own >= strangersPerAddress)
        throw tooManySockets();
      taken += 1;
      strangersTaken += 1;
      strangers.set(key, own + 1);
      let state: 'stranger' | 'admitted' | 'gone' = 'stranger';
      let holders: readonly string[] = [];
      return {
        admit({ userId, organizationId }) {
          if (state !== 'stranger') return true;
          if ((held.get(userId) ?? 0) >= personMax || (held.get(organizationId) ?? 0) >= organizationMax)
            return false;
          state = 'admitted';
          holders = [userId, organizationId];
          for (const holder of holders) held.set(holder, (held.get(holder) ?? 0) + 1);
          forget(key);
          return true;
        },
        leave() {
          if (state === 'stranger') forget(key);
          if (state === 'admitted') for (const holder of holders) countDown(held, holder);
          if (state !== 'gone') taken -= 1;
          state = 'gone';
        },
      };
    },
  };
}

function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
