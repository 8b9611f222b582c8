import { randomBytes } from 'node:crypto';
import type { ConnectorExecuteTest, ConnectorTestResult, Environment } from '@sonde/contract';
import { z } from 'zod';
import type { Database } from '#kernel/database';
import type { Events, DomainEvent } from '#kernel/events';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { Outcome } from './outcome.ts';
import {
  answerCall,
  collectAnswer,
  findServer,
  insertCall,
  lookAtCalls,
  removeCall,
  takeCall,
  type Server,
} from './store.ts';

export interface ConnectedCall {
  readonly organizationId: string;
  readonly projectId: string;
  readonly environment: Environment;
  readonly functionName: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A socket this process holds. */
export interface Attached {
  readonly organizationId: string;
  /** False from the moment the farewell begins; what is sent from then on reaches nobody. */
  isOpen(): boolean;
  send(text: string): void;
}

interface Options {
  readonly database: Database;
  readonly events: Events;
  readonly log: Log;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
  readonly processId: string;
  readonly maxMessageBytes: number;
}

/** What a call is given holds secret parameters, and its answer may say them back: in the database both are sealed. */
const sealedAs = (part: 'call' | 'answer', id: string): string => `connector_calls.${part}:${id}`;

/** A call as it lies in the database for the process that holds the socket. */
const Placed = z.object({ testRunId: z.string(), frame: z.string(), timeoutMs: z.number() });
type Placed = z.output<typeof Placed>;
const EventData = z.object({ call: z.string(), process: z.string() });

const placedEvent = 'connector.call_placed';
const cancelledEvent = 'connector.call_cancelled';
const answeredEvent = 'connector.call_answered';
/** A notification may be lost with its connection, so calls under way elsewhere are looked at this often. */
const lookEveryMs = 2_000;

export type ConnectedCalls = ReturnType<typeof createConnectedCalls>;

/** Carries calls to the program that serves a function, wherever its socket is, and always brings an outcome back. */
export function createConnectedCalls({ database, events, log, sealer, processId, maxMessageBytes }: Options) {
  const attached = new Map<string, Attached>();
  const here = new Map<string, { connectionId: string; settle: (outcome: Outcome) => void }>();
  const elsewhere = new Map<string, { organizationId: string; settle: (outcome: Outcome) => void }>();
  /** Calls of other processes that run here. */
  const serving = new Map<string, AbortController>();
  let looking: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void)[] = [];

  async function runHere(
    connectionId: string,
    { testRunId, frame, timeoutMs }: Placed,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const outcome = await settled(timeoutMs, signal, (settle) => {
      const socket = attached.get(connectionId);
      // Nothing was sent, so nothing was cut off: the program had gone before.
      if (!socket?.isOpen()) return settle({ outcome: 'not_connected' });
      here.set(testRunId, { connectionId, settle });
      socket.send(frame);
      return undefined;
    });
    here.delete(testRunId);
    // The program may be spending somebody's money on an answer that nobody will read.
    if (outcome.outcome === 'timeout' || outcome.outcome === 'aborted')
      attached.get(connectionId)?.send(JSON.stringify({ type: 'cancel_test', test_run_id: testRunId }));
    return outcome;
  }

  async function runElsewhere(server: Server, call: ConnectedCall, placed: Placed): Promise<Outcome> {
    const id = newId();
    const { organizationId } = call;
    const outcome = settled(call.timeoutMs, call.signal, (settle) => {
      elsewhere.set(id, { organizationId, settle });
      return undefined;
    });
    try {
      await database.tenant(organizationId, (tx) =>
        insertCall(tx, organizationId, {
          id,
          callerProcessId: processId,
          server,
          call: sealer.seal(JSON.stringify(placed), sealedAs('call', id)),
          lifetimeSeconds: Math.ceil(call.timeoutMs / 1000) + 60,
        }),
      );
      await tell(placedEvent, organizationId, id, server.processId);
      looking ??= setInterval(() => void look(), lookEveryMs).unref();
      const found = await outcome;
      if (found.outcome === 'aborted') await tell(cancelledEvent, organizationId, id, server.processId);
      return found;
    } finally {
      elsewhere.delete(id);
      if (elsewhere.size === 0) {
        clearInterval(looking);
        looking = undefined;
      }
      await database
        .tenant(organizationId, (tx) => removeCall(tx, organizationId, id))
        .catch((error: unknown) =>
          log.warn({ err: error, call: id }, 'a finished call could not be removed'),
        );
    }
  }

  const tell = (name: string, organizationId: string, call: string, process: string): Promise<void> =>
    events.publish({ name, organizationId, data: { call, process } });

  /** Finds out what notifications failed to tell: answers that wait, calls nobody took, processes that died. */
  async function look(): Promise<void> {
    try {
      const rows = await lookAtCalls(database.query, [...elsewhere.keys()]);
      for (const row of rows) {
        const waiting = elsewhere.get(row.id);
        if (!waiting) continue;
        if (row.state === 'answered') await collect(waiting.organizationId, row.id);
        else if (!row.isServerAlive) waiting.settle({ outcome: 'disconnected' });
      }
    } catch (error) {
      log.warn({ err: error }, 'calls to other processes could not be looked at');
    }
  }

  async function collect(organizationId: string, id: string): Promise<void> {
    const answer = await database.tenant(organizationId, (tx) => collectAnswer(tx, organizationId, id));
    if (answer === undefined) return;
    const opened = sealer.open(answer, sealedAs('answer', id));
    // Of a process with another key.
    if (opened === undefined)
      log.warn({ call: id }, 'the answer of a call to another process cannot be opened');
    elsewhere
      .get(id)
      ?.settle(opened === undefined ? { outcome: 'disconnected' } : Outcome.parse(JSON.parse(opened)));
  }

  async function onPlaced({ organizationId, data }: DomainEvent): Promise<void> {
    const { call: id, process } = EventData.parse(data);
    if (process !== processId || organizationId === null) return;
    const taken = await database.tenant(organizationId, (tx) => takeCall(tx, organizationId, id, processId));
    if (!taken) return;
    const cancelled = new AbortController();
    serving.set(id, cancelled);
    const owner = attached.get(taken.connectionId)?.organizationId ?? organizationId;
    const placed = sealer.open(taken.call, sealedAs('call', id));
    const outcome: Outcome =
      owner === organizationId && placed !== undefined
        ? await runHere(taken.connectionId, Placed.parse(JSON.parse(placed)), cancelled.signal)
        : { outcome: 'disconnected' };
    serving.delete(id);
    if (cancelled.signal.aborted) return;
    await database.tenant(organizationId, (tx) =>
      answerCall(tx, organizationId, id, sealer.seal(JSON.stringify(outcome), sealedAs('answer', id))),
    );
    await tell(answeredEvent, organizationId, id, taken.callerProcessId);
  }

  async function onAnswered({ organizationId, data }: DomainEvent): Promise<void> {
    const { call: id, process } = EventData.parse(data);
    if (process === processId && organizationId !== null && elsewhere.has(id))
      await collect(organizationId, id);
  }

  async function onCancelled({ data }: DomainEvent): Promise<void> {
    const { call: id, process } = EventData.parse(data);
    if (process === processId) serving.get(id)?.abort();
  }

  return {
    async run(call: ConnectedCall): Promise<{ testRunId: string; outcome: Outcome }> {
      const testRunId = `${idPrefix}${randomBytes(idBytes).toString('hex')}`;
      if (call.signal?.aborted) return { testRunId, outcome: { outcome: 'aborted' } };
      const server = await database.tenant(call.organizationId, (tx) =>
        findServer(tx, call.organizationId, call, call.functionName),
      );
      if (!server) return { testRunId, outcome: { outcome: 'not_connected' } };
      const frame = JSON.stringify(frameOf(testRunId, call));
      if (Buffer.byteLength(frame) > maxMessageBytes)
        return { testRunId, outcome: { outcome: 'too_large', what: 'call', maxBytes: maxMessageBytes } };
      const placed: Placed = { testRunId, frame, timeoutMs: call.timeoutMs };
      const outcome =
        server.processId === processId
          ? await runHere(server.connectionId, placed, call.signal)
          : await runElsewhere(server, call, placed);
      return { testRunId, outcome };
    },

    attach: (connectionId: string, socket: Attached): void => void attached.set(connectionId, socket),

    /** Whoever waits for this connection is told at once. */
    detach(connectionId: string): void {
      attached.delete(connectionId);
      for (const pending of here.values())
        if (pending.connectionId === connectionId) pending.settle({ outcome: 'disconnected' });
    },

    /** Takes an answer from the connection that was asked, and from no other. False: nobody waits for it. */
    answer(connectionId: string, result: ConnectorTestResult): boolean {
      const pending = here.get(result.test_run_id);
      if (pending?.connectionId !== connectionId) return false;
      pending.settle(
        result.status === 'success'
          ? { outcome: 'answered', output: result.output ?? null }
          : { outcome: 'failed', error: result.error || 'The program gave no reason.' },
      );
      return true;
    },

    /** A frame that is too large to be read may still be seen to answer a call, which then need not wait any longer. */
    answerTooLarge(connectionId: string, frame: Buffer): void {
      for (const testRunId of namedIn(frame)) {
        const pending = here.get(testRunId);
        if (pending?.connectionId === connectionId)
          pending.settle({ outcome: 'too_large', what: 'answer', maxBytes: maxMessageBytes });
      }
    },

    start(): void {
      unsubscribe = [
        events.subscribe(placedEvent, onPlaced),
        events.subscribe(answeredEvent, onAnswered),
        events.subscribe(cancelledEvent, onCancelled),
      ];
    },

    stop(): void {
      for (const end of unsubscribe) end();
      clearInterval(looking);
      for (const pending of [...here.values(), ...elsewhere.values()])
        pending.settle({ outcome: 'disconnected' });
    },
  };
}

const idPrefix = 'invoke_';
const idBytes = 6;
/** A frame answers one call; who names more of them is not looked through to the end. */
const namedMost = 100;

/** What may be an id of a call, found in one pass however many calls wait. */
function namedIn(frame: Buffer): ReadonlySet<string> {
  const found = new Set<string>();
  for (
    let at = frame.indexOf(idPrefix), seen = 0;
    at >= 0 && seen < namedMost;
    at = frame.indexOf(idPrefix, at + 1), seen += 1
  )
    found.add(frame.toString('latin1', at, at + idPrefix.length + 2 * idBytes));
  return found;
}

/** One outcome, whichever comes first: what `begin` brings about, the end of the time, or the caller's leaving. */
function settled(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  begin: (settle: (outcome: Outcome) => void) => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const onAbort = (): void => settle({ outcome: 'aborted' });
    const timer = setTimeout(() => settle({ outcome: 'timeout' }), timeoutMs);
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    begin(settle);
  });
}

const frameOf = (testRunId: string, call: ConnectedCall): ConnectorExecuteTest => ({
  type: 'execute_test',
  test_run_id: testRunId,
  function_name: call.functionName,
  inputs: { ...call.inputs },
  parameters: { ...call.parameters },
  parameter_source: 'environment',
  parameter_source_environment: call.environment,
});
