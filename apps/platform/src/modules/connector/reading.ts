import { setTimeout } from 'node:timers/promises';
import { createSlowWork, type SlowWork } from '#kernel/slow-work';

/** Reads one message of a program; it is done when the next of the same connection may come. */
export type Reading = (organizationId: string, bytes: number, take: () => void) => Promise<void>;

interface Options {
  readonly slowWork?: SlowWork;
  /** Milliseconds that only grow. */
  readonly now?: () => number;
  readonly rest?: (ms: number) => Promise<void>;
}

/** Of all programs of an organization together. To receive a megabyte takes the thread a few milliseconds by itself. */
const bytesPerMs = 16 * 1024;
/** Sent sooner than that, it is read at once. */
const aheadMs = 250;

/**
 * How many messages a program sends in a second is limited, and how large each may be; both together would still take the
 * whole thread. So what is long gives way to others as all long work does, and more bytes than a second may bring are
 * received later.
 */
export function createReading({
  slowWork = createSlowWork(),
  now = () => performance.now(),
  rest = (ms) => setTimeout(ms),
}: Options = {}): Reading {
  /** When all that an organization has sent is paid for. */
  const paidAt = new Map<string, number>();

  return async (organizationId, bytes, take) => {
    await slowWork(organizationId, take);
    const at = now();
    for (const [of, until] of paidAt) if (until <= at) paidAt.delete(of);
    const until = Math.max(at, paidAt.get(organizationId) ?? at) + bytes / bytesPerMs;
    paidAt.set(organizationId, until);
    if (until - at > aheadMs) await rest(until - at);
  };
}
