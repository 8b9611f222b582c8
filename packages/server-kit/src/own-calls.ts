import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from './problem.ts';
import type { Secret } from './secret.ts';

/**
 * What every call bears that Sonde makes for its members: RFC 8586, so that whoever stands between hands it on. It is the
 * same for all processes of an installation, and another for each.
 */
export const ownCallMark = (secret: Secret): { readonly name: 'cdn-loop'; readonly value: string } => ({
  name: 'cdn-loop',
  value: `sonde-${createHmac('sha256', secret.reveal()).update('own calls').digest('base64url').slice(0, 20)}`,
});

/**
 * Refuses what this installation has sent itself. A member names what is called, and it is called from this machine: their
 * call would pass for somebody who sits at it, come from an address of their choice, or call itself without end.
 */
export function refuseOwnCall(
  headers: IncomingHttpHeaders,
  { name, value }: ReturnType<typeof ownCallMark>,
): void {
  const passed = [headers[name] ?? []].flat().join(',').split(',');
  if (passed.every((server) => server.split(';', 1)[0]?.trim() !== value)) return;
  throw new Problem(
    'forbidden',
    'auth.permission_denied',
    'This call comes from this very Sonde, which calls applications and not itself.',
  );
}
