import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { EgressError, toEgressError } from './errors.ts';
import { isLiteralAddress, judgeAddress, judgeHost, requireAllowed } from './judge.ts';
import type { EgressPolicy } from './policy.ts';
import { createTunnel, type EgressProxy } from './proxy.ts';
import { secureContextOf, type EgressTls } from './tls.ts';

export type ResolvedAddress = { address: string; family: 4 | 6 };
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export type Guard = {
  /** Scheme, user information, literal address or metadata name: everything that can be judged before a look-up. */
  requireUrl(url: URL, schemes: readonly string[]): void;
  /** The last look, at the address the socket really has. */
  requireSocket(socket: Socket): void;
  /** Opens connections, with the certificates of one target or with the usual ones. */
  connectorWith(tls?: EgressTls): buildConnector.connector;
};

export type GuardDependencies = {
  policy: EgressPolicy;
  resolve?: Resolve | undefined;
  connectTimeoutMs: number;
  proxy?: EgressProxy | undefined;
};

/** Judges at connect time, where no second look-up can answer differently from the first. */
export function createGuard({
  policy,
  resolve = resolveWithSystem,
  connectTimeoutMs,
  proxy,
}: GuardDependencies): Guard {
  async function resolveJudged(hostname: string): Promise<ResolvedAddress[]> {
    requireAllowed(judgeHost(hostname, policy));
    const addresses = await withDeadline(resolve(hostname), connectTimeoutMs);
    if (addresses.length === 0) {
      throw new EgressError({
        stage: 'dns',
        code: 'ENOTFOUND',
        message: 'The host name could not be resolved.',
      });
    }
    // One refused address refuses the name: otherwise whoever owns the zone could choose which one is used.
    for (const { address } of addresses) requireAllowed(judgeAddress(address, policy));
    return addresses;
  }

  /** In the form `net.connect` wants. */
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolveJudged(hostname).then(
      (addresses) => {
        // Where there is a proxy, only what is reached without it comes here, whatever the name meant a moment ago.
        const near = addresses.filter(({ address }) => tunnel === undefined || tunnel.isDirect(address));
        const fitting = near.filter(({ family }) => !options.family || options.family === family);
        const [first] = fitting;
        if (first === undefined) {
          callback(
            new EgressError({
              stage: 'dns',
              code: 'ENOTFOUND',
              message: 'The host name could not be resolved.',
            }),
            [],
          );
        } else if (options.all) callback(null, fitting);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(toEgressError(error), []),
    );
  };

  /** What a proxy carries on: its own address is the operator's choice, and the one behind it was judged before. */
  const tunnelled = new WeakSet<Socket>();
  const tunnel = proxy === undefined ? undefined : createTunnel(proxy, connectTimeoutMs);

  function requireSocket(socket: Socket): void {
    if (tunnelled.has(socket)) return;
    if (socket.remoteAddress !== undefined) requireAllowed(judgeAddress(socket.remoteAddress, policy));
  }

  /** The judged address itself is what the proxy is asked for: a name it would look up again, and perhaps find elsewhere. */
  async function throughProxy(options: buildConnector.Options): Promise<Socket | undefined> {
    if (tunnel === undefined) return undefined;
    const hostname = options.hostname.replace(/^\[|\]$/g, '');
    const addresses = isLiteralAddress(hostname) ? [{ address: hostname }] : await resolveJudged(hostname);
    // One that is reached without the proxy is another machine behind it: 127.0.0.1 would be the proxy's own.
    const far = addresses.find(({ address }) => !tunnel.isDirect(address));
    if (far === undefined) return undefined;
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const socket = await tunnel.open(far.address, port);
    tunnelled.add(socket);
    return socket;
  }

  function connectorWith(tls?: EgressTls): buildConnector.connector {
    const secureContext = tls === undefined ? undefined : secureContextOf(tls);
    const connect = buildConnector({
      lookup,
      timeout: connectTimeoutMs,
      allowH2: false,
      // A session that was begun with one certificate is not taken up with another.
      ...(secureContext === undefined ? {} : { secureContext, maxCachedSessions: 0 }),
    });

    function finish(
      options: buildConnector.Options,
      through: Socket | undefined,
      callback: buildConnector.Callback,
    ): void {
      if (through !== undefined && options.protocol !== 'https:') return callback(null, through);
      const given = through === undefined ? options : { ...options, httpSocket: through };
      connect(given, (...result: [null, Socket] | [Error, null]) => {
        const [error, socket] = result;
        if (error !== null) {
          through?.destroy();
          callback(connectionError(error, options.protocol), null);
          return;
        }
        if (through !== undefined) tunnelled.add(socket);
        try {
          requireSocket(socket);
          callback(null, socket);
        } catch (refusal) {
          socket.destroy();
          callback(toEgressError(refusal), null);
        }
      });
    }

    return (options, callback) => {
      try {
        // A literal address never reaches the look-up, so it is judged here.
        requireAllowed(judgeHost(options.hostname, policy));
      } catch (error) {
        callback(toEgressError(error), null);
        return;
      }
      if (tunnel === undefined) finish(options, undefined, callback);
      else
        throughProxy(options).then(
          (socket) => finish(options, socket, callback),
          (error: unknown) => callback(toEgressError(error), null),
        );
    };
  }

  return {
    requireUrl: (url, schemes) => requireUrl(url, schemes, policy),
    requireSocket,
    connectorWith,
  };
}

/** Before there is a connection nothing was sent: a break here must not be told like one in the middle of a call. */
function connectionError(error: Error, protocol: string | undefined): EgressError {
  const found = toEgressError(error);
  if (found.code !== 'connection_lost') return found;
  return protocol === 'https:'
    ? new EgressError({
        stage: 'tls',
        code: 'tls_closed',
        message: 'The application closed the connection during the TLS handshake.',
        cause: error,
      })
    : new EgressError({
        stage: 'connect',
        code: 'connection_closed',
        message: 'The connection was closed before it was set up.',
        cause: error,
      });
}

function requireUrl(url: URL, schemes: readonly string[], policy: EgressPolicy): void {
  if (!schemes.includes(url.protocol)) {
    throw new EgressError({
      stage: 'blocked',
      code: 'blocked_scheme',
      rule: 'scheme',
      message: `Only ${schemes.map((scheme) => scheme.slice(0, -1)).join(' and ')} addresses are called.`,
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressError({
      stage: 'blocked',
      code: 'blocked_userinfo',
      rule: 'userinfo',
      message:
        'The address holds a user name or password. Send them as an Authorization header instead, where they are kept as a secret.',
    });
  }
  requireAllowed(judgeHost(url.hostname, policy));
}

async function resolveWithSystem(hostname: string): Promise<ResolvedAddress[]> {
  const found = await systemLookup(hostname, { all: true, order: 'verbatim' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

async function withDeadline<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(
        new EgressError({
          stage: 'timeout',
          code: 'dns_timeout',
          message: 'The host name was not resolved in time.',
        }),
      ),
    timeoutMs,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
