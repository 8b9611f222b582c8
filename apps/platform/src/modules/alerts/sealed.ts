import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import { keepAddress } from '#kernel/kept-address';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { sealFormer } from '#kernel/seal-former';
import { sealedPlace } from '#kernel/sealed-places';
import { addressSealedFor, keptUrl, sealedFor } from './channels.ts';
import { alertDeliveries, alertRules, type StoredChannel } from './tables.ts';

export const sealedWebhooks = sealedPlace({
  what: 'webhooks of alert rules',
  table: alertRules,
  key: alertRules.id,
  again: ({ id, channels }, anew) => ({
    channels: channels.map((channel) =>
      channel.kind === 'webhook'
        ? {
            ...channel,
            secret: anew(channel.secret, sealedFor(id)),
            ...(channel.sealedUrl === undefined
              ? {}
              : { sealedUrl: anew(channel.sealedUrl, addressSealedFor(id)) }),
          }
        : channel,
    ),
  }),
});

export const sealedDeliveries = sealedPlace({
  what: 'deliveries of alerts',
  table: alertDeliveries,
  key: alertDeliveries.id,
  again: ({ alertRuleId, secret, sealedUrl }, anew) => ({
    secret: anew(secret, sealedFor(alertRuleId)),
    sealedUrl: anew(sealedUrl, addressSealedFor(alertRuleId)),
  }),
});

const sealedCount = (channels: readonly StoredChannel[]): number =>
  channels.filter((channel) => channel.kind === 'webhook' && channel.sealedUrl !== undefined).length;

/** Addresses of webhooks that a former version kept as they were typed, in the rules and in what was told by them. */
export async function sealFormerWebhooks(options: {
  database: Database;
  log: Log;
  sealer: Sealer;
}): Promise<number> {
  const { sealer } = options;
  const rules = await sealFormer(options, {
    what: 'addresses of webhooks',
    table: alertRules,
    key: alertRules.id,
    sealed: ({ id, channels }) => {
      const kept = channels.map((channel) =>
        channel.kind === 'webhook' && channel.sealedUrl === undefined
          ? { ...channel, ...keptUrl(sealer, id, channel.url) }
          : channel,
      );
      return sealedCount(kept) > sealedCount(channels) ? { channels: kept } : undefined;
    },
  });
  const deliveries = await sealFormer(options, {
    what: 'addresses of deliveries',
    table: alertDeliveries,
    key: alertDeliveries.id,
    where: and(isNotNull(alertDeliveries.url), isNull(alertDeliveries.sealedUrl)),
    sealed: ({ alertRuleId, url }) => {
      if (url === null) return undefined;
      const { shown, sealed } = keepAddress(sealer, url, addressSealedFor(alertRuleId));
      return sealed === null ? undefined : { url: shown, sealedUrl: sealed };
    },
  });
  return rules + deliveries;
}
