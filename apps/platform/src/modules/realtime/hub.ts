import type { ClientMessage, ServerMessage } from '@sonde/contract';
import type { Events, DomainEvent } from '#kernel/events';
import type { Log } from '#kernel/log';
import type { MemberPrincipal, Principal } from '#kernel/http';
import { channelName, mayHear, parseChannel, type Watched } from './channels.ts';
import type { Connection, Subscription } from './connection.ts';
import type { EventStream } from '#kernel/event-stream';

const missedEventsMax = 2_000;
const subscriptionsMax = 100;

export interface HubOptions {
  readonly events: Events;
  readonly streams: readonly EventStream[];
  readonly tickets: {
    issueSocketTicket(principal: Principal): Promise<{ token: string; expiresInSeconds: number }>;
    consumeSocketTicket(token: string): Promise<Principal | undefined>;
    /** The same caller with the rights of this moment, or nothing when the session has ended. */
    recheckPrincipal(principal: Principal): Promise<Principal | undefined>;
  };
  /** Whether the caller may see one of these; others do not learn that it exists. */
  readonly maySee: Readonly<Record<Watched, (principal: MemberPrincipal, id: string) => Promise<boolean>>>;
  readonly log: Log;
}

export type Hub = ReturnType<typeof createHub>;

interface Listener {
  readonly connection: Connection;
  readonly channel: string;
  readonly subscription: Subscription;
}

/** Knows every open connection of this process, and brings each event to those who may hear it. */
export function createHub({ events, streams, tickets, maySee, log }: HubOptions) {
  const byOrganization = new Map<string, Set<Connection>>();
  const deliveries = new Map<string, Promise<void>>();
  const byEvent = new Map<string, EventStream>(streams.map((stream) => [stream.event, stream]));

  for (const stream of streams)
    events.subscribe(stream.event, (event) => deliver(stream, event, event.organizationId ?? ''));
  // What was sent while this process was cut off from the others is in the log, but nobody here knows what it was.
  events.onReconnect(() => {
    for (const connections of byOrganization.values())
      for (const connection of connections) {
        connection.toldOfGap = false;
        tellGap(connection, 'The server was cut off for a moment.');
      }
  });

  /**
   * Whom it reaches is settled when it arrives; what it says is read meanwhile, for several events at once. They are
   * sent in the order in which they arrived, since a client tells by the growing ids what it has heard.
   */
  async function deliver(stream: EventStream, event: DomainEvent, organizationId: string): Promise<void> {
    const audiences = stream.audiences(event);
    const ready: Listener[] = [];
    for (const connection of byOrganization.get(organizationId) ?? [])
      for (const { channel } of audiences) {
        const subscription = connection.subscriptions.get(channel);
        if (subscription?.waiting) subscription.waiting.push(event);
        else if (subscription) ready.push({ connection, channel, subscription });
      }
    if (ready.length === 0) return undefined;
    const message = stream.message(event);
    const before = deliveries.get(organizationId);
    // A fault in reading one event is told where it was caused, and does not hold up those behind it.
    const sent = Promise.allSettled([before, message]).then(async () => {
      const found = await message;
      if (found) for (const listener of ready) sendOn(listener, stream, event, found);
    });
    const delivery = sent.catch(() => undefined);
    deliveries.set(organizationId, delivery);
    void delivery.then(
      () => deliveries.get(organizationId) === delivery && deliveries.delete(organizationId),
    );
    return sent;
  }

  const mayHearNow = (
    connection: Connection,
    stream: EventStream,
    event: DomainEvent,
    channel: string,
  ): boolean => {
    const { principal } = connection;
    return (
      principal !== undefined &&
      stream.audiences(event).some((audience) => audience.channel === channel && mayHear(principal, audience))
    );
  };

  function sendOn(
    { connection, channel, subscription }: Listener,
    stream: EventStream,
    event: DomainEvent,
    message: ServerMessage,
  ): void {
    // Who has left the channel, and perhaps come back to it, is served by the subscription of now.
    if (connection.subscriptions.get(channel) !== subscription) return;
    if (!mayHearNow(connection, stream, event, channel)) return;
    const sequence = event.sequence ?? 0;
    if (sequence > 0 && sequence <= subscription.lastSequence) return;
    subscription.lastSequence = Math.max(subscription.lastSequence, sequence);
    connection.send({ ...message, channel, ...(sequence > 0 ? { id: String(sequence) } : {}) });
  }

  function tellGap(connection: Connection, reason: string): void {
    if (connection.toldOfGap) return;
    connection.toldOfGap = true;
    connection.send({ type: 'gap', payload: { reason: `${reason} Read the lists again.` } });
  }

  /** Sends what the client missed on this channel, then what came meanwhile, then lets the stream run. */
  async function catchUp(listener: Listener, organizationId: string, after: number | undefined) {
    const { connection, subscription } = listener;
    try {
      if (after !== undefined) {
        const kept = await events.keptAfter(organizationId, after, missedEventsMax);
        if (!kept.complete) tellGap(connection, 'Not everything that was missed is still known.');
        await replay(listener, kept.events);
      }
      while (subscription.waiting && subscription.waiting.length > 0)
        await replay(listener, subscription.waiting.splice(0));
    } finally {
      subscription.waiting = undefined;
    }
  }

  /** For as long as it is heard: who hangs up, or leaves the channel, has nothing more read for them. */
  async function replay(listener: Listener, missed: readonly DomainEvent[]): Promise<void> {
    const { connection, channel, subscription } = listener;
    for (const event of missed) {
      if (!connection.isOpen || connection.subscriptions.get(channel) !== subscription) return;
      const stream = byEvent.get(event.name);
      if (!stream || !mayHearNow(connection, stream, event, channel)) continue;
      const message = await stream.message(event);
      if (message) sendOn(listener, stream, event, message);
    }
  }

  async function subscribe(
    connection: Connection,
    principal: MemberPrincipal,
    message: Extract<ClientMessage, { type: 'subscribe' }>,
  ): Promise<void> {
    const correlation = message.correlation_id ? { correlation_id: message.correlation_id } : {};
    const channel = parseChannel(message.channel);
    const refuse = (error: string): void =>
      connection.send({
        type: 'subscription_error',
        channel: message.channel,
        payload: { error },
        ...correlation,
      });
    if (!channel) return refuse('There is no such channel.');
    const name = channelName(channel);
    if (connection.subscriptions.size >= subscriptionsMax)
      return refuse('Too many channels on one connection.');
    const needed = channel.kind === 'organization' ? 'job' : 'id' in channel ? channel.kind : undefined;
    if (needed && !principal.permissions.has(`${needed}:read`))
      return refuse(`You may not read ${needed.replace('_', ' ')}s.`);
    const after = message.after === undefined ? connection.after : idOf(message.after);
    if (message.after !== undefined && after === undefined) tellGap(connection, 'The given id is not known.');
    if (connection.subscriptions.has(name))
      return connection.send({ type: 'subscribed', channel: name, ...correlation });
    // Listening begins before the check is back, so that nothing falls between; the check decides whether it is sent.
    const subscription: Subscription = { waiting: [], lastSequence: after ?? 0 };
    connection.subscriptions.set(name, subscription);
    if ('id' in channel && !(await maySee[channel.kind](principal, channel.id))) {
      connection.subscriptions.delete(name);
      return refuse(channel.kind === 'job' ? 'Job not found.' : 'Test run not found.');
    }
    const from = after ?? (await events.latestKept(principal.organizationId));
    subscription.lastSequence = from;
    connection.send({ type: 'subscribed', id: String(from), channel: name, ...correlation });
    await catchUp({ connection, channel: name, subscription }, principal.organizationId, after);
  }

  function remove(connection: Connection): void {
    const organizationId = connection.principal?.organizationId;
    if (!organizationId) return;
    const set = byOrganization.get(organizationId);
    set?.delete(connection);
    if (set?.size === 0) byOrganization.delete(organizationId);
  }

  /** Rights may have changed and sessions ended since the socket was opened. */
  async function recheck(connection: Connection): Promise<boolean> {
    const before = connection.principal;
    if (!before) return true;
    try {
      const now = await tickets.recheckPrincipal(before);
      if (!now || !isMember(now) || now.organizationId !== before.organizationId) return false;
      connection.principal = now;
      return true;
    } catch (error) {
      // While the database is away nothing is delivered either; the next round asks again.
      log.warn({ err: error }, 'the session of a socket could not be checked');
      return true;
    }
  }

  return {
    size: (): number => [...byOrganization.values()].reduce((sum, { size }) => sum + size, 0),

    /** True once the ticket has been found good; a ticket works once. */
    async authenticate(
      connection: Connection,
      { token, after }: Extract<ClientMessage, { type: 'authenticate' }>,
    ): Promise<boolean> {
      const principal = await tickets.consumeSocketTicket(token);
      if (!principal || !isMember(principal)) return false;
      // Who hung up meanwhile has been removed already, and would stay for ever.
      if (!connection.isOpen) return false;
      connection.principal = principal;
      connection.after = after === undefined ? undefined : idOf(after);
      const set = byOrganization.get(principal.organizationId) ?? new Set();
      byOrganization.set(principal.organizationId, set.add(connection));
      // What ended between the judging of the ticket and now was told to those who were known by then.
      if (!(await recheck(connection))) {
        remove(connection);
        connection.principal = undefined;
        return false;
      }
      // From this id the client may catch up later, even if nothing more reaches it before its connection breaks.
      const latest = connection.after ?? (await events.latestKept(principal.organizationId));
      connection.send({
        type: 'connected',
        id: String(latest),
        payload: { connection_id: connection.id },
      });
      if (after !== undefined && connection.after === undefined)
        tellGap(connection, 'The given id is not known.');
      return true;
    },

    async receive(
      connection: Connection,
      message: Exclude<ClientMessage, { type: 'authenticate' }>,
    ): Promise<void> {
      const { principal } = connection;
      if (!principal || !connection.isOpen) return;
      const correlation = message.correlation_id ? { correlation_id: message.correlation_id } : {};
      if (message.type === 'ping') return connection.send({ type: 'pong', ...correlation });
      if (message.type === 'subscribe') return subscribe(connection, principal, message);
      connection.subscriptions.delete(message.channel);
      connection.send({ type: 'unsubscribed', channel: message.channel, ...correlation });
    },

    remove,
    recheck,
  };
}

const isMember = (principal: Principal): principal is MemberPrincipal =>
  principal.organizationId !== null && principal.role !== null;

const idOf = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);
