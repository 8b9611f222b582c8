import { sealedPlace } from '#kernel/sealed-places';
import { addressSealedFor, sealedFor } from './channels.ts';
import { alertDeliveries, alertRules } from './tables.ts';

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
