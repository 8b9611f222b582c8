import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createClientAddress, createHandedOn } from '@sonde/server-kit';
import type { ProxyWatch } from './proxy-watch.ts';

interface Options {
  readonly trustedProxies: Parameters<typeof createClientAddress>[0];
  /** Shared with the web server, which may then name the browser's address. */
  readonly proxySecret: string;
  readonly proxies?: Pick<ProxyWatch, 'saw'> | undefined;
}

export interface CallerAddress {
  /** Address of the person or program that calls, beyond proxies we trust. */
  readonly address: (request: IncomingMessage) => string;
  /** Whether somebody handed it on, in front of us or of our web server, whose word about its sender counts for nothing. */
  readonly isHandedOn: (request: IncomingMessage) => boolean;
  /** The name, with its port, under which they asked; also through our web server. */
  readonly host: (request: IncomingMessage) => string;
  /** The id our web server gave the request, so that one id follows it through every log. */
  readonly requestId: (request: IncomingMessage) => string | undefined;
}

/** Who calls, for ordinary requests and for the handshakes of WebSockets alike. */
export function createCallerAddress({ trustedProxies, proxySecret, proxies }: Options): CallerAddress {
  const addressOf = createClientAddress(trustedProxies);
  const handedOn = createHandedOn(trustedProxies);
  const sharedSecret = Buffer.from(proxySecret);
  const judged = new WeakMap<IncomingMessage, boolean>();
  /** Our web server alone knows the secret. A request is asked for it once, whatever is then read of it. */
  const isFromWeb = (request: IncomingMessage): boolean => {
    const known = judged.get(request);
    if (known !== undefined) return known;
    const secret = textHeader(request, 'x-sonde-proxy-secret');
    const isWeb = secret !== undefined && isSame(Buffer.from(secret), sharedSecret);
    judged.set(request, isWeb);
    return isWeb;
  };
  const fromWeb = (request: IncomingMessage, name: string): string | undefined =>
    isFromWeb(request) ? textHeader(request, name) : undefined;
  const isHandedOn = (request: IncomingMessage): boolean =>
    isFromWeb(request)
      ? textHeader(request, 'x-sonde-client-handed-on') !== undefined
      : handedOn(request.socket.remoteAddress, request.headers);
  return {
    address(request) {
      const named = fromWeb(request, 'x-sonde-client-address');
      const address = named ?? addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for']);
      // Our web server has some calls of its own, for nobody.
      const isOfSomebody = named !== undefined || !isFromWeb(request);
      if (isOfSomebody && !isProbe(request)) proxies?.saw(address, isHandedOn(request));
      return address;
    },
    isHandedOn,
    requestId(request) {
      const id = fromWeb(request, 'x-request-id');
      return id !== undefined && /^[\w-]{8,64}$/.test(id) ? id : undefined;
    },
    host: (request) => fromWeb(request, 'x-sonde-client-host') ?? request.headers.host ?? '',
  };
}

/** Whoever watches our health comes from wherever it likes. */
const isProbe = ({ url = '' }: IncomingMessage): boolean => /\/health\/?(?:\?|$)/.test(url);

function textHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Time tells how long the secret is, and nothing of what it is. */
const isSame = (given: Buffer, secret: Buffer): boolean =>
  given.length === secret.length && timingSafeEqual(given, secret);
