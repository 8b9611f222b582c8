import type { Session } from './session.ts';

/** A linked list through the sessions: a Map kept in this order would walk over every entry deleted before. */
export function createUseOrder() {
  let first: Session | undefined;
  let last: Session | undefined;
  return {
    oldest: (): Session | undefined => first,
    append(session: Session): void {
      session.older = last;
      if (last === undefined) first = session;
      else last.newer = session;
      last = session;
    },
    remove(session: Session): void {
      if (session.older === undefined && session.newer === undefined && first !== session) return;
      if (session.older === undefined) first = session.newer;
      else session.older.newer = session.newer;
      if (session.newer === undefined) last = session.older;
      else session.newer.older = session.older;
      session.older = undefined;
      session.newer = undefined;
    },
  };
}
