import type { WebSocket } from 'ws';
import type { LargeBodies } from './large-bodies.ts';

/** Less than that lies with nearly everybody for a moment, and is not worth counting. */
const smallBytes = 64 * 1024;
const stepBytes = 256 * 1024;

/** What is sent to one socket, of which some may wait for the other side to read it. */
export interface Outgoing {
  /** Sends it, or cuts somebody of the same organization off who reads too slowly, which may be this socket. */
  send(text: string): void;
  /** Bytes that were sent and not taken yet. */
  unreadBytes(): number;
  /** The socket has ended. */
  end(): void;
}

interface Opening {
  readonly organizationId: string;
  readonly socket: Pick<WebSocket, 'bufferedAmount' | 'send'>;
  /** Ends the socket without a farewell, which would wait behind what is not read. */
  readonly cutOff: () => void;
}

/**
 * What sockets of an organization have not read, together. How much may wait for one of them is limited, and how many there
 * are; whoever opens all of them and reads none would still have gigabytes of ours. Where an organization has no room left,
 * the one of its sockets goes that has read least.
 */
export function createUnreadOutput(room: LargeBodies): { open(opening: Opening): Outgoing } {
  const byOrganization = new Map<string, Set<Counted>>();

  return {
    open({ organizationId, socket, cutOff }) {
      const own = byOrganization.get(organizationId) ?? new Set();
      byOrganization.set(organizationId, own);
      const releases: (() => void)[] = [];
      let hasEnded = false;
      const end = (): void => {
        hasEnded = true;
        for (const release of releases.splice(0)) release();
        own.delete(counted);
        if (own.size === 0 && byOrganization.get(organizationId) === own)
          byOrganization.delete(organizationId);
      };
      const counted: Counted = {
        steps: () => releases.length,
        give() {
          end();
          cutOff();
        },
      };
      own.add(counted);

      function grow(bytes: number): void {
        while (!hasEnded && releases.length < stepsOf(bytes)) {
          const release = room.take(organizationId, stepBytes);
          if (typeof release === 'function') releases.push(release);
          else slowest(own, counted).give();
        }
      }
      const shrink = (): void => {
        while (releases.length > stepsOf(socket.bufferedAmount)) releases.pop()?.();
      };

      return {
        send(text) {
          if (hasEnded) return;
          grow(socket.bufferedAmount + Buffer.byteLength(text));
          if (!hasEnded) socket.send(text, shrink);
        },
        unreadBytes: () => socket.bufferedAmount,
        end,
      };
    },
  };
}

interface Counted {
  /** How much room it has taken. */
  steps(): number;
  /** Ends it and gives its room back. */
  give(): void;
}

const stepsOf = (bytes: number): number => Math.ceil(Math.max(0, bytes - smallBytes) / stepBytes);

/** Of several that have as much, whoever asks for more. */
function slowest(all: ReadonlySet<Counted>, asking: Counted): Counted {
  let found = asking;
  for (const one of all) if (one.steps() > found.steps()) found = one;
  return found;
}
