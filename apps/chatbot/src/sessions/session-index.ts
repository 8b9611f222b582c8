import { placeOf } from './session-id.ts';
import type { Session } from './session.ts';

export type SessionIndex = Readonly<{
  /** A number nobody here has, for the id of a new session: below 2^32, counted up and begun again. */
  nextPlace(): number;
  find(owner: string, id: string): Session | undefined;
  /** The session kept under the owner and id of this one: itself, another, or none. */
  findLike(session: Session): Session | undefined;
  /** None may be kept under its owner and id. */
  add(session: Session): void;
  remove(session: Session): void;
  readonly size: number;
}>;

type Row = { readonly sessions: (Session | undefined)[]; occupied: number };

/** Bits of a place that tell where in its row; few, so that a row kept for one session alone wastes half a kilobyte. */
const rowBits = 6;
const rowLength = 1 << rowBits;
const rowMask = rowLength - 1;
const noSessions = Array.from({ length: rowLength }, (): Session | undefined => undefined);

/**
 * Sessions by owner and id. Each owner has a space of its own, so whether somebody else uses an id can never be told
 * from any answer.
 *
 * Ids made here tell where their session is, so it is fetched without a hash table (decision 19). Ids that callers bring
 * are looked up in a `Map`.
 */
export function createSessionIndex({ firstPlace = 0 }: Readonly<{ firstPlace?: number }> = {}): SessionIndex {
  const rows = new Map<number, Row>();
  const broughtAlong = new Map<string, Session>();
  let upcoming = firstPlace;
  let size = 0;

  const rowOf = (place: number): Row | undefined => rows.get(place >>> rowBits);
  const atPlace = (place: number): Session | undefined => rowOf(place)?.sessions[place & rowMask];

  return {
    nextPlace() {
      while (atPlace(upcoming) !== undefined) upcoming = (upcoming + 1) >>> 0;
      const place = upcoming;
      upcoming = (upcoming + 1) >>> 0;
      return place;
    },
    find(owner, id) {
      const session = atPlace(placeOf(id));
      return session !== undefined && session.id === id && session.owner === owner
        ? session
        : broughtAlong.get(keyOf(owner, id));
    },
    findLike(session) {
      if (session.place === undefined) return broughtAlong.get(keyOf(session.owner, session.id));
      return atPlace(session.place) === session ? session : undefined;
    },
    add(session) {
      size += 1;
      const { place } = session;
      if (place === undefined) {
        broughtAlong.set(keyOf(session.owner, session.id), session);
        return;
      }
      let row = rowOf(place);
      if (row === undefined) {
        row = { sessions: noSessions.slice(), occupied: 0 };
        rows.set(place >>> rowBits, row);
      }
      row.sessions[place & rowMask] = session;
      row.occupied += 1;
    },
    remove(session) {
      size -= 1;
      const { place } = session;
      if (place === undefined) {
        broughtAlong.delete(keyOf(session.owner, session.id));
        return;
      }
      const row = rowOf(place);
      if (row === undefined) return;
      row.sessions[place & rowMask] = undefined;
      row.occupied -= 1;
      if (row.occupied === 0) rows.delete(place >>> rowBits);
    },
    get size() {
      return size;
    },
  };
}

function keyOf(owner: string, id: string): string {
  return owner === '' ? id : `${id} ${owner}`;
}
