/**
 * Bytes of large bodies that may be under way in this process at once. A body is in memory several times over, as text,
 * as a value and as what is sent on, until its call is answered; thirty of the largest would take gigabytes.
 */
export interface LargeBodies {
  /** Takes room until the returned function is called, or says whose room is used up. */
  take(organizationId: string, bytes: number): (() => void) | 'own share' | 'all';
}

const megabyte = 1024 * 1024;

export function createLargeBodies({
  totalBytes = 256 * megabyte,
  shareBytes = 128 * megabyte,
} = {}): LargeBodies {
  let total = 0;
  const shares = new Map<string, number>();
  return {
    take(organizationId, bytes) {
      const share = (shares.get(organizationId) ?? 0) + bytes;
      if (share > shareBytes) return 'own share';
      if (total + bytes > totalBytes) return 'all';
      total += bytes;
      shares.set(organizationId, share);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        total -= bytes;
        const left = (shares.get(organizationId) ?? 0) - bytes;
        if (left > 0) shares.set(organizationId, left);
        else shares.delete(organizationId);
      };
    },
  };
}
