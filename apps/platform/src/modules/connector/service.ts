import {
  basePath,
  connectorCloseCodes,
  connectorPath,
  type ConnectorRegister,
  type ConnectorServerMessage,
  type Environment,
} from '@sonde/contract';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Endpoints } from '#endpoints';
import { accessChanged, concerns } from '#kernel/access-changed';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { DomainEvent, Events } from '#kernel/events';
import type { Resolving } from '#experiments';
import {
  createLargeBodies,
  createSocketServer,
  createUnreadOutput,
  type MemberPrincipal,
  type Upgrades,
} from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import type { Tokens } from '#tokens';
import { createMasker } from '#invocation';
import { isStillWelcome, type Caller } from './authenticate.ts';
import { createConnectedCalls } from './calls.ts';
import { createConnection, type Connection, type ConnectorLimits } from './connection.ts';
import { createHandshake, type HandshakeOptions } from './handshake.ts';
import { explain } from './outcome.ts';
import { notConnected, restarting } from './problems.ts';
import { createReading } from './reading.ts';
import { createRegistrar, type Registration } from './registration.ts';
import {
  abandonedPlaces,
  endProcess,
  removeRegistrations,
  renewLease,
  replaceRegistrations,
  servedFunctions,
  sweep,
  type Place,
} from './store.ts';
import { createConnectorTransport } from './transport.ts';

type RegistrarOptions = Parameters<typeof createRegistrar>[0];

export interface ConnectorOptions {
  /** How often programs are asked whether they are there and looked at whether they still may be; half a minute. */
  readonly pingEveryMs?: number | undefined;
  readonly endpoints: RegistrarOptions['endpoints'] & Pick<Endpoints, 'markUnserved'>;
  readonly audit: HandshakeOptions['audit'];
  readonly limiter: HandshakeOptions['limiter'];
  readonly addressOf: HandshakeOptions['addressOf'];
  readonly projects: RegistrarOptions['projects'];
  readonly parameters: Pick<Resolving, 'forCall'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly tokens: Pick<Tokens, 'credentials' | 'recheckBearer'>;
  readonly upgrades: Upgrades;
  readonly limits: ConnectorLimits;
}

export type Connector = ReturnType<typeof createConnector>;

const renewEveryMs = 3_000;
/** Two renewals may be missed; with the third a process counts as gone, and calls to it end. */
const leaseSeconds = 10;
const sweepEveryMs = 60_000;
/** A restart takes less; what a process served that has been gone for longer is shown as inactive. */
const goneForSeconds = 60;
const usualPingEveryMs = 30_000;
/** The default of the specification for functions of connected programs. */
const defaultTimeoutMs = 120_000;
/** Larger frames end the connection at once; up to here one is refused by word and the connection stays. */
const hardLimitFactor = 16;
/** Of messages that were not read yet, by us or by them, over all programs of an organization: so much either way. */
const waitingBytes = 128 * 1024 * 1024;

/** Programs that connect and serve functions: their sockets, their registrations, and the calls to them. */
export function createConnector(options: ConnectorOptions) {
  const { database, events, log, limits } = options;
  const processId = newId();
  const calls = createConnectedCalls({
    database,
    events,
    log,
    sealer: options.sealer,
    processId,
    maxMessageBytes: limits.maxMessageBytes,
  });
  const read = createReading();
  const shareBytes = Math.max(waitingBytes, 4 * limits.maxMessageBytes);
  const room = createLargeBodies({ shareBytes, totalBytes: 2 * shareBytes });
  const unreadOutput = createUnreadOutput(createLargeBodies({ shareBytes, totalBytes: 2 * shareBytes }));
  const register = createRegistrar({ ...options, processId });
  const connections = new Map<Connection, Registration | undefined>();
  const leaving = new Set<Promise<void>>();
  const sockets = createSocketServer(limits.maxMessageBytes * hardLimitFactor);
  const pingMs = Math.min(options.pingEveryMs ?? usualPingEveryMs, (limits.idleTimeoutSeconds * 1000) / 3);
  const timers: NodeJS.Timeout[] = [];
  const letIn = createHandshake({
    ...options,
    countOf: (organizationId) =>
      [...connections.keys()].filter(({ caller }) => caller.principal.organizationId === organizationId)
        .length,
  });
  let isClosing = false;
  let forgetAccess = (): void => undefined;

  options.upgrades.handle([connectorPath, `${basePath}${connectorPath}`], async (request, socket, head) => {
    if (isClosing) throw restarting();
    const caller = await letIn(request);
    sockets.handleUpgrade(request, socket, head, (opened) => welcome(opened, socket, caller));
  });

  function welcome(socket: WebSocket, wire: Duplex, caller: Caller): void {
    const { organizationId, userId } = caller.principal;
    const id = newId();
    const connection = createConnection({
      id,
      socket,
      wire,
      room,
      unreadOutput,
      caller,
      limits,
      calls,
      read,
      register: takeRegistration,
      onEnd: takeLeave,
      log,
    });
    if (isClosing) return connection.close(connectorCloseCodes.restart, 'the platform restarts');
    connections.set(connection, undefined);
    calls.attach(id, {
      organizationId,
      isOpen: () => socket.readyState === socket.OPEN,
      send: (text) => connection.sendText(text),
    });
    log.info({ connection: id, organization: organizationId, user: userId }, 'a program connected');
    return connection.send({
      type: 'connected',
      status: 'success',
      connection_id: id.replaceAll('-', ''),
      organization_id: organizationId,
      user_id: userId,
      max_message_bytes: limits.maxMessageBytes,
    });
  }

  async function takeRegistration(
    connection: Connection,
    message: ConnectorRegister,
  ): Promise<ConnectorServerMessage> {
    if (!(await isStillWelcome(connection.caller))) return sendAway(connection);
    const { principal } = connection.caller;
    const { answer, registration } = await register(connection.id, principal, message);
    if (!registration) return answer;
    if (connections.has(connection)) connections.set(connection, registration);
    // The program left while it was being registered: nothing of it may stay.
    else await leave(connection, registration);
    return answer;
  }

  function takeLeave(connection: Connection): void {
    if (!connections.has(connection)) return;
    calls.detach(connection.id);
    log.info({ connection: connection.id }, 'a program disconnected');
    const registration = connections.get(connection);
    connections.delete(connection);
    const work = leave(connection, registration).finally(() => leaving.delete(work));
    leaving.add(work);
  }

  /** At a restart programs come back at once; whether they did is seen when the lease has been over for a while. */
  async function leave(connection: Connection, registration: Registration | undefined): Promise<void> {
    if (isClosing) return;
    await forget(connection);
    if (!registration) return;
    await markUnserved(connection.caller.principal.organizationId, registration).catch((error: unknown) =>
      log.warn({ err: error }, 'endpoints could not be marked as inactive'),
    );
  }

  /** What nobody serves any more is shown as inactive. */
  const markUnserved = (organizationId: string, { projectId, environment }: Place) =>
    options.endpoints.markUnserved(organizationId, {
      projectId,
      environment,
      servedElsewhere: (tx) => servedFunctions(tx, organizationId, { projectId, environment }),
    });

  /** Only what this connection registered: a program that came back has registrations of its own. */
  const forget = (connection: Connection): Promise<void> => {
    const { organizationId } = connection.caller.principal;
    return database
      .tenant(organizationId, (tx) => removeRegistrations(tx, organizationId, connection.id))
      .catch((error: unknown) => log.warn({ err: error }, 'registrations could not be removed'));
  };

  async function beat(): Promise<void> {
    for (const connection of connections.keys()) {
      connection.beat();
      await lookAt(connection);
    }
  }

  async function lookAt(connection: Connection): Promise<void> {
    try {
      if (!(await isStillWelcome(connection.caller))) sendAway(connection);
    } catch (error) {
      log.warn({ err: error, connection: connection.id }, 'a credential could not be looked at');
    }
  }

  /** Nothing more is asked of a program, nor told to it, once its farewell has begun. */
  function sendAway(connection: Connection): ConnectorServerMessage {
    const error = 'the token is not valid any more';
    connection.close(connectorCloseCodes.denied, error);
    return { type: 'registered', status: 'error', error };
  }

  /** Whoever is disabled, removed or given another role, or loses what they came with, has no program connected from then on. */
  const lookAtThoseConcerned = async (event: DomainEvent): Promise<void> => {
    const concerned = [...connections.keys()].filter(({ caller }) => concerns(event, caller.principal));
    await Promise.all(concerned.map(lookAt));
  };

  let renewedAtMs = 0;
  async function renew(): Promise<void> {
    try {
      const goneMs = renewedAtMs > 0 ? performance.now() - renewedAtMs : 0;
      await renewLease(database.query, processId, leaseSeconds);
      renewedAtMs = performance.now();
      if (goneMs > goneForSeconds * 1000) sendBack();
      else if (goneMs > leaseSeconds * 1000) await restoreRegistrations();
    } catch (error) {
      log.warn({ err: error }, 'the lease of the connector could not be renewed');
    }
  }

  /** Others may have marked as inactive what is served here: programs register again when they come back. */
  function sendBack(): void {
    for (const connection of connections.keys())
      connection.close(connectorCloseCodes.restart, 'the platform was cut off');
  }

  /** During an outage longer than the lease the registrations may have been lost, so they are written again. */
  async function restoreRegistrations(): Promise<void> {
    for (const [connection, registration] of connections) {
      if (!registration) continue;
      const { organizationId } = connection.caller.principal;
      const server = { connectionId: connection.id, processId };
      await database.tenant(organizationId, (tx) =>
        replaceRegistrations(tx, organizationId, server, registration, registration.functionNames),
      );
    }
  }

  /** Processes that were killed could not take leave: what they served is shown as inactive by those that live. */
  async function clean(): Promise<void> {
    try {
      for (const { organizationId, ...place } of await abandonedPlaces(database.query, goneForSeconds))
        await markUnserved(organizationId, place);
      await sweep(database.query, goneForSeconds);
    } catch (error) {
      log.warn({ err: error }, 'what calls and killed processes have left behind could not be removed');
    }
  }

  return {
    transport: createConnectorTransport(calls),

    async status(principal: MemberPrincipal, projectId: string, environment: Environment = 'Development') {
      const project = await options.projects.get(principal, projectId);
      const functions = await database.tenant(principal.organizationId, (tx) =>
        servedFunctions(tx, principal.organizationId, { projectId: project.id, environment }),
      );
      return { project_id: project.id, environment, connected: functions.length > 0, functions };
    },

    async trigger(principal: MemberPrincipal, input: Trigger, signal: AbortSignal) {
      const project = await options.projects.get(principal, input.project_id);
      const { organizationId } = principal;
      const { params, secretParams } = await options.parameters.forCall(
        organizationId,
        project.id,
        input.environment,
      );
      const startedAtMs = performance.now();
      const { testRunId, outcome } = await calls.run({
        organizationId,
        projectId: project.id,
        environment: input.environment,
        functionName: input.function_name,
        inputs: input.inputs,
        parameters: { ...params, ...secretParams },
        timeoutMs: defaultTimeoutMs,
        signal,
      });
      if (outcome.outcome === 'not_connected') throw notConnected(input.function_name);
      const isAnswered = outcome.outcome === 'answered';
      // A program may say back what it was given, as any target may.
      const masker = createMasker({ secrets: Object.values(secretParams) });
      return {
        success: isAnswered,
        test_run_id: testRunId,
        message: isAnswered
          ? 'The function answered.'
          : masker.text(explain(outcome, input.function_name).message),
        output: isAnswered ? masker.value(outcome.output) : null,
        duration_ms: Math.round((performance.now() - startedAtMs) * 10) / 10,
      };
    },

    /** For the platform's own asking, as when a metric is such a function: its answer, or why there is none. */
    async callFunction(call: {
      readonly organizationId: string;
      readonly projectId: string;
      readonly environment: Environment;
      readonly functionName: string;
      readonly inputs: Record<string, unknown>;
      readonly signal: AbortSignal | undefined;
    }) {
      const { outcome } = await calls.run({ ...call, parameters: {}, timeoutMs: defaultTimeoutMs });
      if (outcome.outcome === 'answered') return { ok: true as const, output: outcome.output };
      const { type, message } = explain(outcome, call.functionName);
      return { ok: false as const, code: type, reason: message };
    },

    async start(): Promise<void> {
      await renewLease(database.query, processId, leaseSeconds);
      renewedAtMs = performance.now();
      calls.start();
      forgetAccess = events.subscribe(accessChanged, lookAtThoseConcerned);
      void clean();
      timers.push(
        setInterval(() => void renew(), renewEveryMs).unref(),
        setInterval(() => void clean(), sweepEveryMs).unref(),
        setInterval(() => void beat(), pingMs).unref(),
      );
    },

    /** Programs are told to come back, which they do at another process or at the next start. */
    async close(): Promise<void> {
      isClosing = true;
      forgetAccess();
      for (const timer of timers) clearInterval(timer);
      calls.stop();
      const ends = [...sockets.clients].map(endSocket);
      await Promise.all(ends);
      await Promise.all(leaving);
      await endProcess(database.query, processId).catch((error: unknown) =>
        log.warn({ err: error }, 'the lease of the connector could not be given back'),
      );
    },
  };
}

/** Asks the program to come back later; one that does not answer the farewell is left without one. */
function endSocket(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), 1_000);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(connectorCloseCodes.restart, 'the platform restarts');
  });
}

interface Trigger {
  readonly project_id: string;
  readonly environment: Environment;
  readonly function_name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}
