import {
  ConnectorRegister,
  ConnectorTestResult,
  connectorCloseCodes,
  type ConnectorServerMessage,
} from '@sonde/contract';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { LargeBodies, createUnreadOutput } from '#kernel/http';
import type { Log } from '#kernel/log';
import { createArriving } from './arriving.ts';
import type { Caller } from './authenticate.ts';
import type { ConnectedCalls } from './calls.ts';
import { createRateWindow } from './rate-window.ts';
import type { Reading } from './reading.ts';

export interface ConnectorLimits {
  readonly maxMessageBytes: number;
  readonly idleTimeoutSeconds: number;
  readonly messagesPerSecond: number;
}

export interface ConnectionOptions {
  readonly id: string;
  readonly socket: WebSocket;
  /** Beneath the socket, which tells of whole messages only. */
  readonly wire: Duplex;
  /** For messages of all connections that were not read yet. */
  readonly room: LargeBodies;
  /** For messages that the programs of an organization have not read. */
  readonly unreadOutput: ReturnType<typeof createUnreadOutput>;
  readonly caller: Caller;
  readonly limits: ConnectorLimits;
  readonly calls: ConnectedCalls;
  readonly read: Reading;
  readonly register: (connection: Connection, message: ConnectorRegister) => Promise<ConnectorServerMessage>;
  readonly onEnd: (connection: Connection) => void;
  readonly log: Log;
}

export interface Connection {
  readonly id: string;
  readonly caller: Caller;
  send(message: ConnectorServerMessage): void;
  /** A message that was written out already. */
  sendText(text: string): void;
  close(code: number, reason: string): void;
  /** Pings; ends a connection whose other side has not been heard of for too long. */
  beat(): void;
}

/** One under way and one behind it; whoever sends more is not read until there is room. */
const maxWaitingRegistrations = 2;
/** As deep as bodies may be. What walks a value afterwards must not run out of stack. */
const maxDepth = 100;

/** What is shorter is read where it comes, unless a longer one is before it. */
const shortBytes = 4096;

/** Frames that are dropped within ten seconds; whoever goes on is cut off, since dropping them is work as well. */
const maxDropped = 1000;
const droppedWithinMs = 10_000;

/** Messages of the largest size that may wait for a program to read them; whoever reads more slowly is cut off. */
const maxUnread = 16;

/** Monotonic: limits of a connection must not follow a clock that somebody sets. */
const nowMs = (): number => performance.now();

/** One program's socket: takes its messages within the limits, and notices when it has gone. */
export function createConnection(options: ConnectionOptions): Connection {
  const { id, socket, caller, limits, calls, log } = options;
  const window = createRateWindow(limits.messagesPerSecond, nowMs);
  const dropped = createRateWindow(maxDropped, nowMs, droppedWithinMs);
  let isCutOff = false;
  let heardAtMs = nowMs();
  const arriving = createArriving(options.room, caller.principal.organizationId, nowMs);
  let registering: Promise<void> = Promise.resolve();
  let waiting = 0;
  let reading: Promise<void> = Promise.resolve();
  let unread = 0;
  let isSlowed = false;
  let holds = 0;

  const outgoing = options.unreadOutput.open({
    organizationId: caller.principal.organizationId,
    socket,
    cutOff: () => cutOff('a program that reads too slowly was cut off'),
  });

  const connection: Connection = {
    id,
    caller,
    send: (message) => connection.sendText(JSON.stringify(message)),
    sendText(text) {
      if (socket.bufferedAmount <= maxUnread * limits.maxMessageBytes) return outgoing.send(text);
      // A farewell would wait behind what is not read.
      cutOff('a program that reads too slowly was cut off');
    },
    close: (code, reason) => socket.close(code, reason),
    beat() {
      if (arriving.waitedMs() > limits.idleTimeoutSeconds * 1000)
        return cutOff('a program that does not end its message was cut off');
      if (nowMs() - heardAtMs > limits.idleTimeoutSeconds * 1000) {
        socket.close(connectorCloseCodes.idle, 'nothing was heard, not even an answer to a ping');
        socket.terminate();
      } else if (socket.readyState === socket.OPEN) socket.ping();
      return undefined;
    },
  };
  /** Without a farewell, and nothing more of it is read. */
  function cutOff(why: string): void {
    if (isCutOff) return;
    isCutOff = true;
    log.warn({ connection: id, unread_bytes: socket.bufferedAmount }, why);
    socket.terminate();
  }

  /** Milliseconds that a frame came too early; reading stops for as long. */
  function early(): number {
    const waitMs = window.take();
    if (waitMs > 0) slowDown(waitMs);
    return waitMs;
  }

  function drop(detail?: string): void {
    if (dropped.take() > 0) cutOff('a program that sends without end was cut off');
    else if (detail !== undefined) connection.send({ type: 'error', detail });
  }

  /** In their order, and nothing further is received meanwhile. */
  function takeInTurn(frame: Buffer, leaveRoom: () => void): void {
    if (unread === 0 && frame.length <= shortBytes) {
      leaveRoom();
      return take(frame);
    }
    unread += 1;
    hold();
    reading = reading
      .then(() => options.read(caller.principal.organizationId, frame.length, () => take(frame)))
      .catch((error: unknown) => {
        log.warn({ err: error, connection: id }, 'a message of a program could not be read');
        socket.close(connectorCloseCodes.overloaded, 'a message could not be read on our side; try again');
      })
      .finally(() => {
        leaveRoom();
        unread -= 1;
        letGo();
      });
    return undefined;
  }

  function take(frame: Buffer): void {
    const waitMs = early();
    if (frame.length > limits.maxMessageBytes) {
      calls.answerTooLarge(id, frame);
      return drop(
        `The message was dropped: it has ${frame.length} bytes, and ${limits.maxMessageBytes} are allowed.`,
      );
    }
    const message = objectIn(frame);
    if (message && isTooDeep(message)) {
      const detail = `The message was dropped: it is nested more than ${maxDepth} levels deep.`;
      // Whoever waits for it need not wait any longer.
      if (message['type'] === 'test_result')
        takeResult({ ...message, status: 'error', output: null, error: detail });
      return drop(detail);
    }
    if (!message) return drop('The message was dropped: it is not a JSON object.');
    const isAnswer = message['type'] === 'test_result' && takeResult(message);
    // An answer that somebody waits for is never dropped: there is at most one for each call.
    if (waitMs > 0 && !isAnswer)
      return drop(`The message was dropped: more than ${limits.messagesPerSecond} came in a second.`);
    if (message['type'] === 'register') takeRegistration(message);
    if (message['type'] === 'ping') connection.send({ type: 'pong' });
  }

  function takeResult(message: Record<string, unknown>): boolean {
    const result = ConnectorTestResult.safeParse(message);
    if (!result.success) {
      drop('The test_result was dropped: it needs test_run_id, and status success or error.');
      return false;
    }
    const isAwaited = calls.answer(id, result.data);
    if (!isAwaited) log.debug({ connection: id }, 'an answer nobody waits for was dropped');
    return isAwaited;
  }

  function takeRegistration(message: Record<string, unknown>): void {
    const parsed = ConnectorRegister.safeParse(message);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const error = `The registration cannot be read: ${issue?.path.join('.')}: ${issue?.message}`;
      return connection.send({ type: 'registered', status: 'error', error });
    }
    waiting += 1;
    // Registering takes the database a while. Reading goes on when there is room, or a program that registers without
    // end would fill our memory with what waits.
    if (waiting === maxWaitingRegistrations + 1) hold();
    registering = registering
      .then(async () => connection.send(await options.register(connection, parsed.data)))
      .catch((error: unknown) => {
        log.warn({ err: error, connection: id }, 'a registration failed');
        socket.close(connectorCloseCodes.overloaded, 'the registration failed on our side; try again');
      })
      .finally(() => {
        waiting -= 1;
        if (waiting === maxWaitingRegistrations) letGo();
      });
    return undefined;
  }

  /** Reading stops until there is room, so that a flood fills the sender's buffers and not ours. */
  function slowDown(milliseconds: number): void {
    if (isSlowed) return;
    isSlowed = true;
    hold();
    setTimeout(() => {
      isSlowed = false;
      letGo();
    }, milliseconds);
  }

  function hold(): void {
    holds += 1;
    socket.pause();
  }

  function letGo(): void {
    holds -= 1;
    if (holds === 0) socket.resume();
  }

  /** What says no more than that the program is there. */
  function takeSign(): void {
    heardAtMs = nowMs();
    if (early() > 0) drop();
  }

  // Before the socket keeps it.
  options.wire.prependListener('data', (part: Buffer) => {
    if (!arriving.grow(part.length)) cutOff('a program that left no room for its messages was cut off');
  });
  socket.on('message', (data, isBinary) => {
    const leaveRoom = arriving.end();
    if (isCutOff) return leaveRoom();
    heardAtMs = nowMs();
    if (!isBinary && Buffer.isBuffer(data)) return takeInTurn(data, leaveRoom);
    leaveRoom();
    early();
    drop('The message was dropped: it is not text.');
  });
  socket.on('pong', takeSign);
  socket.on('ping', takeSign);
  socket.on('error', (error) => log.debug({ err: error, connection: id }, 'a connector socket failed'));
  socket.on('close', () => {
    arriving.end()();
    outgoing.end();
    options.onEnd(connection);
  });
  return connection;
}

function objectIn(frame: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(frame.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...(value as Record<string, unknown>) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Looks level by level, since the value may be deeper than the stack. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null
        ? Object.values(item).filter((inner) => typeof inner === 'object' && inner !== null)
        : [],
    );
  }
  return false;
}
