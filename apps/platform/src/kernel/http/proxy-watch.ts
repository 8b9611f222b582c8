import type { Log } from '../log.ts';

export type ProxyWatch = ReturnType<typeof createProxyWatch>;

/** So many calls in a row that one peer hands on are no accident. */
const callsInARow = 100;

/**
 * Notices a reverse proxy that TRUSTED_PROXIES does not name: every call then seems to come from one address, and everybody
 * shares one limit. A single call from anywhere else says that it is not so, or not any more.
 */
export function createProxyWatch({ log }: { log: Pick<Log, 'warn'> }) {
  let peer: string | undefined;
  let calls = 0;
  return {
    /** `handsOn`: it names somebody behind it whom we may not believe. Its own probes of our health name nobody. */
    saw(from: string | undefined, handsOn: boolean): void {
      if (from !== peer || from === undefined) calls = 0;
      if (!handsOn && from === peer) return;
      peer = handsOn ? from : undefined;
      if (peer === undefined) return;
      calls += 1;
      if (calls === callsInARow)
        log.warn(
          { peer },
          'all calls come through a proxy that TRUSTED_PROXIES does not name: limits count it as one caller',
        );
    },
    isUnnamed: (): boolean => peer !== undefined && calls >= callsInARow,
  };
}
