import { pairsIn, withPair } from './run-endpoints.ts';
import { readStored, store, storedKey } from './stored.ts';

/** Which endpoint a person ran each set against from this browser last; gone with the session. */
export const runEndpointsKey = storedKey('run-endpoints');

export const ownRunEndpoint = (setId: string): string | null =>
  pairsIn(readStored(runEndpointsKey)).find(([id]) => id === setId)?.[1] ?? null;

export const keepRunEndpoint = (setId: string, endpointId: string): void =>
  store(runEndpointsKey, JSON.stringify(withPair(pairsIn(readStored(runEndpointsKey)), setId, endpointId)));
