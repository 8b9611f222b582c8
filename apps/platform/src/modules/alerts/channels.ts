import { createHash } from 'node:crypto';
import { holdsMask, maskFault, secretMask, type AlertChannel } from '@sonde/contract';
import { EgressError, type Egress } from '@sonde/egress';
import type { Sealer } from '#kernel/seal';
import { invalidField, secretRequired } from './problems.ts';
import type { StoredChannel, StoredWebhook } from './tables.ts';

/** A secret opens in the rule it was sealed for and in no other. */
export const sealedFor = (ruleId: string): string => `alert_rule:${ruleId}:webhook`;

export const addressSealedFor = (ruleId: string): string => `${sealedFor(ruleId)}:address`;

/**
 * Whoever knows the address of a webhook may write there, and what makes it secret is its path as often as a parameter. So
 * its origin alone is shown, and sixteen bits by which two of one host are told apart.
 */
export const shownWebhook = (address: string): string =>
  `${new URL(address).origin}/${secretMask}#${createHash('sha256').update(address).digest('hex').slice(0, 4)}`;

export const shownChannel = ({ url, sealedUrl }: StoredWebhook): string =>
  sealedUrl === undefined ? shownWebhook(url) : url;

export const keptUrl = (
  sealer: Pick<Sealer, 'seal'>,
  ruleId: string,
  url: string,
): { url: string; sealedUrl: string } => ({
  url: shownWebhook(url),
  sealedUrl: sealer.seal(url, addressSealedFor(ruleId)),
});

interface Storing {
  readonly sealer: Sealer;
  readonly egress: Pick<Egress, 'requireUrl'>;
  readonly ruleId: string;
  readonly former: readonly StoredChannel[];
}

/**
 * Channels as they are kept. A webhook without a secret keeps the one it had, as long as its host stays the same; one whose
 * address is given as it is shown keeps its address.
 */
export function storedChannels(channels: readonly AlertChannel[], storing: Storing): StoredChannel[] {
  const { sealer, ruleId, egress, former } = storing;
  // The same address may stand there twice: each that comes back as shown stands for one of them, in their order.
  const left = former.filter((one) => one.kind === 'webhook');
  const keptAt = channels.map((channel) => {
    const isShown = typeof channel !== 'string' && holdsMask(channel.webhook);
    const at = isShown ? left.findIndex((one) => shownChannel(one) === channel.webhook) : -1;
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return channels.map((channel, place) => {
    if (typeof channel === 'string') return { kind: channel };
    const kept = keptAt[place];
    if (kept === undefined && holdsMask(channel.webhook))
      throw invalidField(`channels.${place}.webhook`, maskFault);
    const url = new URL(kept?.url ?? channel.webhook);
    requireAllowed(url, egress, place);
    const secret = channel.secret
      ? sealer.seal(channel.secret, sealedFor(ruleId))
      : (kept?.secret ?? formerSecret(url, left) ?? formerSecret(url, former));
    if (!secret) throw secretRequired();
    if (kept?.sealedUrl !== undefined) return { ...kept, secret };
    return { kind: 'webhook', secret, ...keptUrl(sealer, ruleId, url.href) };
  });
}

const formerSecret = (url: URL, former: readonly StoredChannel[]): string | undefined => {
  const webhooks = former.filter((channel) => channel.kind === 'webhook');
  const found =
    webhooks.find((channel) => shownChannel(channel) === shownWebhook(url.href)) ??
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
