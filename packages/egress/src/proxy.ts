import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { EgressError, toEgressError } from './errors.ts';
import { isOwnMachine, judgeAddress, requireAllowed } from './judge.ts';
import { contains, createEgressPolicy, parseRange, type AddressRange } from './policy.ts';

/** A proxy of the operator's, spoken to with HTTP CONNECT. */
export type EgressProxy = {
  readonly url: URL;
  /** Networks that are reached without it; the machine itself always is. */
  readonly except: readonly AddressRange[];
};

export type EgressProxyInput = { url: string; exceptCidrs?: readonly string[] };

export const createEgressProxy = ({ url, exceptCidrs = [] }: EgressProxyInput): EgressProxy => ({
  url: new URL(url),
  except: exceptCidrs.map(parseRange),
});

export type Tunnel = {
  isDirect(address: string): boolean;
  open(address: string, port: number): Promise<Socket>;
};

const MAX_ANSWER_BYTES = 16 * 1024;
/** The proxy may stand in a private network whatever the policy says; a metadata service it cannot be. */
const anyNetwork = createEgressPolicy();

export function createTunnel({ url, except }: EgressProxy, timeoutMs: number): Tunnel {
  return {
    isDirect: (address) =>
      isOwnMachine(address) || except.some((range) => contains(range, ipaddr.process(address))),
    open: (address, port) => {
      const { promise, resolve, reject } = Promise.withResolvers<Socket>();
      const socket = connectTo(url);
      const timer = setTimeout(() => fail(proxyError('proxy_timeout', 'did not answer in time')), timeoutMs);
      const fail = (error: EgressError): void => {
        clearTimeout(timer);
        socket.off('readable', read).destroy();
        reject(error);
      };
      let answer = Buffer.alloc(0);
      // Not in flow: what comes after the answer belongs to whoever gets the socket.
      const read = (): void => {
        const chunk = socket.read() as Buffer | null;
        if (chunk === null) return;
        answer = Buffer.concat([answer, chunk]);
        const end = answer.indexOf('\r\n\r\n');
        if (end === -1 && answer.length <= MAX_ANSWER_BYTES) return;
        const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer.subarray(0, 20).toString('latin1'))?.[1];
        // Nothing was sent to the target yet, so it has nothing to say.
        const isClean = end !== -1 && end + 4 === answer.length;
        if (!isClean || status === undefined)
          return fail(proxyError('proxy_invalid', 'gave an answer that is none of a proxy'));
        if (!status.startsWith('2')) return fail(refusedBy(status));
        clearTimeout(timer);
        socket.off('readable', read).off('error', onError).off('close', onClose);
        resolve(socket);
      };
      const onError = (error: Error): void =>
        fail(
          toEgressError(error).stage === 'tls'
            ? proxyError('proxy_untrusted', 'has a certificate that is not trusted, or speaks no TLS', error)
            : proxyError('proxy_unreachable', 'cannot be reached', error),
        );
      const onClose = (): void => fail(proxyError('proxy_closed', 'closed the connection'));
      socket.on('readable', read).once('error', onError).once('close', onClose);
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        try {
          if (socket.remoteAddress !== undefined)
            requireAllowed(judgeAddress(socket.remoteAddress, anyNetwork));
          socket.write(question(url, address, port));
        } catch (error) {
          fail(toEgressError(error));
        }
      });
      return promise;
    },
  };
}

function connectTo(url: URL): Socket {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  return isSecure ? connectSecure({ host, port, servername: host }) : connectPlain({ host, port });
}

function question(url: URL, address: string, port: number): string {
  const host = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
  const who = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const credentials =
    who === ':' ? '' : `Proxy-Authorization: Basic ${Buffer.from(who).toString('base64')}\r\n`;
  return `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${credentials}\r\n`;
}

const refusedBy = (status: string): EgressError =>
  status === '407'
    ? proxyError('proxy_refused', 'wants other credentials')
    : proxyError('proxy_refused', `refused the connection with status ${status}`);

const proxyError = (code: string, what: string, cause?: unknown): EgressError =>
  new EgressError({
    stage: 'connect',
    code,
    setting: 'OUTBOUND_PROXY',
    message: `The proxy of this installation ${what} (setting OUTBOUND_PROXY).`,
    cause,
  });
