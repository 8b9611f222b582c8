import type { LargeBodies } from '#kernel/http';

/** What one packet brings at most; less than that is not worth counting. */
const smallBytes = 64 * 1024;
const stepBytes = 256 * 1024;

/**
 * What has come of messages that were not read yet. How large each may be is limited, and how many connections there are;
 * whoever begins the largest on every one of them and ends none would still have gigabytes of ours.
 */
export function createArriving(room: LargeBodies, organizationId: string, now: () => number) {
  let releases: (() => void)[] = [];
  let bytes = 0;
  let beganAt = 0;
  return {
    /** False: there is no room for more of it. */
    grow(more: number): boolean {
      if (bytes === 0) beganAt = now();
      bytes += more;
      while (bytes > smallBytes + releases.length * stepBytes) {
        const release = room.take(organizationId, stepBytes);
        if (typeof release !== 'function') return false;
        releases.push(release);
      }
      return true;
    },
    /** The message is there; what it takes is given back by the returned function, once it was read. */
    end(): () => void {
      const taken = releases;
      [releases, bytes] = [[], 0];
      return () => {
        for (const release of taken.splice(0)) release();
      };
    },
    /** Milliseconds since a message began that takes room and is not there yet. */
    waitedMs: () => (releases.length > 0 ? now() - beganAt : 0),
  };
}
