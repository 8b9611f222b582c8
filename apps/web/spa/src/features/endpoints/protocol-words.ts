import type { Endpoint } from '@sonde/contract';

export const protocols = ['REST', 'WebSocket', 'SDK'] as const;

/** How an application is called, as the forms say it. */
export const protocolWords: Readonly<Record<Endpoint['protocol'], string>> = {
  REST: 'HTTP request',
  WebSocket: 'WebSocket',
  SDK: 'Own program',
};
