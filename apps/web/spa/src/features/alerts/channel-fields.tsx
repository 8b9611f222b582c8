import type { AlertChannel, AlertRule } from '@sonde/contract';
import { useQuery } from '@tanstack/react-query';
import { mailboxQuery } from '../../lib/mailbox-query.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { authConfigQuery } from '../../lib/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, SecretField, TextField } from '../../ui/field.tsx';
import { emailHint } from './alert-words.ts';
import { MailboxLink } from '../../ui/mailbox-link.tsx';

export interface WebhookDraft {
  readonly key: number;
  readonly url: string;
  /** Empty keeps the one that is stored, if one is. */
  readonly secret: string;
  readonly isStored: boolean;
}
export interface ChannelDraft {
  readonly notification: boolean;
  readonly email: boolean;
  readonly webhooks: readonly WebhookDraft[];
}

export const draftOf = (channels: AlertRule['channels']): ChannelDraft => ({
  notification: channels.includes('notification'),
  email: channels.includes('email'),
  webhooks: channels.flatMap((channel, key) =>
    typeof channel === 'string'
      ? []
      : [{ key, url: channel.webhook, secret: '', isStored: channel.has_secret }],
  ),
});

export const channelsOf = ({ notification, email, webhooks }: ChannelDraft): AlertChannel[] => [
  ...(notification ? (['notification'] as const) : []),
  ...(email ? (['email'] as const) : []),
  ...webhooks.map(({ url, secret }) => ({ webhook: url, ...(secret === '' ? {} : { secret }) })),
];

const webhooksMax = 8;

/** Where an alert goes. A stored secret is never shown; it can only be replaced. */
export function ChannelFields({
  draft,
  onChange,
}: {
  draft: ChannelDraft;
  onChange: (draft: ChannelDraft) => void;
}) {
  const change = (key: number, changes: Partial<WebhookDraft>): void =>
    onChange({
      ...draft,
      webhooks: draft.webhooks.map((webhook) => (webhook.key === key ? { ...webhook, ...changes } : webhook)),
    });
  const { api, session } = usePlatform();
  const config = useQuery(authConfigQuery(session));
  const mailbox = useQuery(mailboxQuery(api));
  const nextKey = Math.max(0, ...draft.webhooks.map(({ key }) => key + 1));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-[0.875rem] font-medium">Notify by</legend>
      <CheckField
        label="A notification in Sonde"
        checked={draft.notification}
        onChange={(event) => onChange({ ...draft, notification: event.target.checked })}
      />
      <CheckField
        label="An email to whoever made the rule"
        hint={
          mailbox.isSuccess && config.data?.mail_enabled !== false ? (
            <>
              Email stays in the <MailboxLink /> of this installation.
            </>
          ) : (
            emailHint(config.data?.mail_enabled)
          )
        }
        checked={draft.email}
        onChange={(event) => onChange({ ...draft, email: event.target.checked })}
      />
      {draft.webhooks.map(({ key, url, secret, isStored }, place) => (
        <div key={key} className="grid gap-3 rounded-(--radius-card) border border-line p-3">
          <TextField
            label={`Webhook ${place + 1}`}
            type="url"
            required
            placeholder="https://"
            hint="The address of a program of yours, to which Sonde sends each alert as JSON."
            value={url}
            onChange={(event) => change(key, { url: event.target.value })}
          />
          <SecretField
            label={`Secret of webhook ${place + 1}`}
            required={!isStored}
            minLength={8}
            maxLength={200}
            value={secret}
            onChange={(event) => change(key, { secret: event.target.value })}
            hint={
              isStored
                ? 'One is stored. Leave this empty to keep it, as long as the host stays the same.'
                : 'A word that you make up and enter in that program too: each message is signed with it, in the way that is called Standard Webhooks, so that the program can tell that Sonde sent it. It is never shown again.'
            }
          />
          <Button
            size="small"
            className="justify-self-start"
            onClick={() =>
              onChange({ ...draft, webhooks: draft.webhooks.filter((webhook) => webhook.key !== key) })
            }
          >
            Remove webhook {place + 1}
          </Button>
        </div>
      ))}
      {draft.webhooks.length < webhooksMax ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() =>
            onChange({
              ...draft,
              webhooks: [...draft.webhooks, { key: nextKey, url: '', secret: '', isStored: false }],
            })
          }
        >
          Tell a program of yours (a webhook)
        </Button>
      ) : null}
    </fieldset>
  );
}
