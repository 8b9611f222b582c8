import { addressKey } from '@sonde/server-kit';
import { tooManySockets } from './problems.ts';

/** Sockets of one process. */
const placesMax = 5_000;
/** Sockets that have shown no ticket: strangers share these, so that whoever is let in always finds a place. */
const strangersMax = 1_000;
/** Sockets without a ticket from one address; a page shows its ticket at once, so that many are never its own. */
const strangersPerAddress = 20;

/** A place for a socket, which is a stranger's until a ticket was shown. */
export interface Place {
  /** The ticket was good: the place no longer counts as a stranger's. */
  readonly admit: () => void;
  readonly leave: () => void;
}

/** Who may hold a connection open. Without a share for each address, a single one could keep everybody out. */
export function createPlaces(): { take(address: string): Place } {
  const strangers = new Map<string, number>();
  let taken = 0;
  let strangersTaken = 0;

  function forget(key: string): void {
    strangersTaken -= 1;
    const left = (strangers.get(key) ?? 1) - 1;
    if (left > 0) strangers.set(key, left);
    else strangers.delete(key);
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
      return {
        admit() {
          if (state !== 'stranger') return;
          state = 'admitted';
          forget(key);
        },
        leave() {
          if (state === 'stranger') forget(key);
          if (state !== 'gone') taken -= 1;
          state = 'gone';
        },
      };
    },
  };
}
