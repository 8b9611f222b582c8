import { sealedPlace } from '#kernel/sealed-places';
import { sealedFor } from './channels.ts';
import { alertDeliveries, alertRules } from './tables.ts';

export const sealedWebhooks = sealedPlace({
  what: 'webhooks of alert rules',
  table: alertRules,
  key: alertRules.id,
  again: ({ id, channels }, anew) => ({
    channels: channels.map((channel) =>
      channel.kind === 'webhook' ? { ...channel, secret: anew(channel.secret, sealedFor(id)) } : channel,
    ),
  }),
});

export const sealedDeliveries = sealedPlace({
  what: 'deliveries of alerts',
  table: alertDeliveries,
  key: alertDeliveries.id,
  again: ({ alertRuleId, secret }, anew) => ({ secret: anew(secret, sealedFor(alertRuleId)) }),
});
