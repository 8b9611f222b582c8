import { eventCloseCodes, type ServerMessage } from '@sonde/contract';
import type { RawData, WebSocket } from 'ws';
import type { DomainEvent } from '#kernel/events';
import type { MemberPrincipal, Outgoing } from '#kernel/http';

// What a client says is short; a whole ticket fits twice.
export const messageBytesMax = 16 * 1024;
const messagesPerWindow = 100;
// With pings, pongs, and what comes after the farewell to whoever talks too much.
const framesPerWindow = 3 * messagesPerWindow;
const windowMs = 60_000;
// A client that reads this much too slowly would grow our memory without end.
const unsentBytesMax = 1024 * 1024;

export interface Subscription {
  /** Events that came while missed ones were still being read; undefined once the stream is live. */
  waiting: DomainEvent[] | undefined;
  /** Newest event sent on this channel, so that none is sent twice. */
  lastSequence: number;
}

/** One open socket and what is known of it. */
export class Connection {
  readonly id: string;
  readonly subscriptions = new Map<string, Subscription>();
  principal: MemberPrincipal | undefined;
  /** The event the client saw last before it lost its connection, for channels that name none of their own. */
  after: number | undefined;
  toldOfGap = false;
  isAlive = true;
  /** Its share of what its organization may leave unread; there once it was let in. */
  outgoing: Outgoing | undefined;
  readonly #socket: WebSocket;
  #windowStarted = 0;
  #framesInWindow = 0;
  #messagesInWindow = 0;

  constructor(id: string, socket: WebSocket) {
    this.id = id;
    this.#socket = socket;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: ServerMessage): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > unsentBytesMax) return this.close('tooSlow', 'Reading too slowly.');
    const text = JSON.stringify(message);
    if (this.outgoing) this.outgoing.send(text);
    else this.#socket.send(text);
  }

  /** False when the caller talks too much; the message that goes over the limit is not read. */
  takesMessage(): boolean {
    this.#messagesInWindow += 1;
    return this.#messagesInWindow <= messagesPerWindow;
  }

  /** False, and the socket has ended, when so many frames of any kind come that hearing them is work. */
  takesFrame(now: number): boolean {
    if (now - this.#windowStarted > windowMs) {
      this.#windowStarted = now;
      this.#framesInWindow = 0;
      this.#messagesInWindow = 0;
    }
    this.#framesInWindow += 1;
    if (this.#framesInWindow <= framesPerWindow) return true;
    this.terminate();
    return false;
  }

  ping(): void {
    this.isAlive = false;
    if (this.isOpen) this.#socket.ping();
  }

  close(why: keyof typeof eventCloseCodes, reason: string): void {
    this.#socket.close(eventCloseCodes[why], reason);
    // A peer that does not answer the closing handshake is not waited for.
    setTimeout(() => this.#socket.terminate(), 2_000).unref();
  }

  terminate(): void {
    this.#socket.terminate();
  }
}

export const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString('utf8');
