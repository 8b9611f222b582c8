import { secretMask } from '@sonde/contract';
import { and, isNotNull, notLike } from 'drizzle-orm';
import type { Database } from '#kernel/database';
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

/** Only what stands behind the origin: a version before masked what is secret by its name, and a login before the host. */
const isAsKept = (url: string): boolean => url.startsWith(`${new URL(url).origin}/${secretMask}`);

/** Addresses of webhooks of which a former version kept all or a part in the clear, in the rules and in what was told by them. */
export async function sealFormerWebhooks(options: {
  database: Database;
  log: Log;
  sealer: Sealer;
}): Promise<number> {
  const { sealer } = options;
  const again = (ruleId: string, url: string, sealed: string | undefined) => {
    const address = sealed === undefined ? url : sealer.open(sealed, addressSealedFor(ruleId));
    // Where the key is lost nothing tells it apart any more, and what was shown of it still goes.
    return address === undefined
      ? { url: `${new URL(url).origin}/${secretMask}` }
      : keptUrl(sealer, ruleId, address);
  };
  const rules = await sealFormer(options, {
    what: 'addresses of webhooks',
    table: alertRules,
    key: alertRules.id,
    sealed: ({ id, channels }) => {
      const isFormer = (channel: StoredChannel): boolean =>
        channel.kind === 'webhook' && !isAsKept(channel.url);
      if (!channels.some(isFormer)) return undefined;
      return {
        channels: channels.map((channel) =>
          channel.kind === 'webhook' && isFormer(channel)
            ? { ...channel, ...again(id, channel.url, channel.sealedUrl) }
            : channel,
        ),
      };
    },
  });
  const deliveries = await sealFormer(options, {
    what: 'addresses of deliveries',
    table: alertDeliveries,
    key: alertDeliveries.id,
    where: and(isNotNull(alertDeliveries.url), notLike(alertDeliveries.url, `%://%/${secretMask}%`)),
    sealed: ({ alertRuleId, url, sealedUrl }) =>
      url === null ? undefined : again(alertRuleId, url, sealedUrl ?? undefined),
  });
  return rules + deliveries;
}
