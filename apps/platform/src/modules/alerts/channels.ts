import type { AlertChannel } from '@sonde/contract';
import { EgressError, type Egress } from '@sonde/egress';
import type { Sealer } from '#kernel/seal';
import { invalidField, secretRequired } from './problems.ts';
import type { StoredChannel } from './tables.ts';

/** A secret opens in the rule it was sealed for and in no other. */
export const sealedFor = (ruleId: string): string => `alert_rule:${ruleId}:webhook`;

interface Storing {
  readonly sealer: Sealer;
  readonly egress: Pick<Egress, 'requireUrl'>;
  readonly ruleId: string;
  readonly former: readonly StoredChannel[];
}

/** Channels as they are kept. A webhook without a secret keeps the one it had, as long as its host stays the same. */
export function storedChannels(channels: readonly AlertChannel[], storing: Storing): StoredChannel[] {
  return channels.map((channel, place) => {
    if (typeof channel === 'string') return { kind: channel };
    const url = new URL(channel.webhook);
    requireAllowed(url, storing.egress, place);
    const secret = channel.secret
      ? storing.sealer.seal(channel.secret, sealedFor(storing.ruleId))
      : formerSecret(url, storing.former);
    if (!secret) throw secretRequired();
    return { kind: 'webhook', url: url.href, secret };
  });
}

const formerSecret = (url: URL, former: readonly StoredChannel[]): string | undefined => {
  const webhooks = former.filter((channel) => channel.kind === 'webhook');
  const found =
    webhooks.find((channel) => channel.url === url.href) ??
    webhooks.find((channel) => new URL(channel.url).origin === url.origin);
  return found?.secret;
};

function requireAllowed(url: URL, egress: Pick<Egress, 'requireUrl'>, place: number): void {
  try {
    egress.requireUrl(url);
  } catch (error) {
    if (error instanceof EgressError) throw invalidField(`channels.${place}.webhook`, error.message);
    throw error;
  }
}
