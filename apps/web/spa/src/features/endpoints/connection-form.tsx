import type { newHosts } from './draft.ts';
import type { Endpoint } from '@sonde/contract';
import { ChoiceField, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/page.tsx';
import { CertificatesForm } from './certificates-form.tsx';
import { PairsEditor } from './pairs-editor.tsx';
import { BeforeStepsForm, PollingForm } from './steps-form.tsx';
import { SecretControl } from './secret-input.tsx';
import { keyWords, tokenWords } from './token-place.ts';
import { SecretPairs } from './secret-pairs.tsx';
import type { DraftFormProps } from './overview-form.tsx';

const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }));

export interface StoredSecrets {
  readonly authToken: boolean;
  readonly clientSecret: boolean;
  readonly clientKey: boolean;
  readonly needsCredentials: boolean;
  readonly any: boolean;
}

export const storedSecretsOf = (endpoint: Endpoint): StoredSecrets => ({
  authToken: endpoint.has_auth_token,
  clientSecret: endpoint.has_client_secret,
  clientKey: endpoint.has_client_key,
  needsCredentials: endpoint.needs_credentials,
  any:
    endpoint.has_auth_token ||
    endpoint.has_client_secret ||
    endpoint.has_client_key ||
    Object.keys(endpoint.secret_headers).length > 0 ||
    endpoint.secret_names.length > 0,
});

export const noStoredSecrets: StoredSecrets = {
  authToken: false,
  clientSecret: false,
  clientKey: false,
  needsCredentials: false,
  any: false,
};

export function ConnectionForm({
  draft,
  edit,
  faults = {},
  stored,
  again = { calls: null, tokens: null },
}: DraftFormProps & {
  stored: StoredSecrets;
  /** What of the address is another now, so that what is stored does not go along. */
  again?: ReturnType<typeof newHosts>;
}) {
  const token = tokenWords(draft);
  const secret = draft.auth_type === 'bearer_token' ? token.missing : 'secret';
  const needsSecret =
    draft.auth_type === 'bearer_token' && !stored.authToken
      ? `No ${secret} is stored for this endpoint, so calls go without it. Enter it below.`
      : 'A secret of this endpoint cannot be used: it is not stored, or was stored under another key. Enter it below.';
  return (
    <div className="grid max-w-3xl gap-7">
      {stored.needsCredentials ? <Notice tone="warn">{needsSecret}</Notice> : null}
      <div className="grid gap-5">
        <ChoiceField
          label="Protocol"
          value={draft.protocol}
          options={[
            { value: 'REST', label: 'HTTP request' },
            { value: 'WebSocket', label: 'WebSocket' },
          ]}
          onChange={(protocol) => edit({ protocol })}
        />
        <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          {draft.protocol === 'REST' ? (
            <SelectField
              label="Method"
              value={draft.method}
              options={methods}
              onChange={(event) => edit({ method: event.target.value })}
            />
          ) : null}
          <TextField
            label="URL"
            type="url"
            inputMode="url"
            mono
            required
            className={draft.protocol === 'REST' ? '' : 'sm:col-span-2'}
            placeholder={draft.protocol === 'REST' ? 'https://example.org/chat' : 'wss://example.org/chat'}
            value={draft.url}
            error={draft.url === '' ? undefined : faults.url}
            onChange={(event) => edit({ url: event.target.value })}
            hint="localhost and private addresses work. Those at which a cloud hands out its own credentials are always refused."
          />
        </div>
      </div>
      <div className="grid gap-5">
        <ChoiceField
          label="Authentication"
          value={draft.auth_type}
          options={[
            { value: 'none', label: 'None' },
            {
              value: 'bearer_token',
              label: token.choice,
            },
            { value: 'client_credentials', label: 'Name and secret, for a token (OAuth)' },
          ]}
          onChange={(auth_type) => edit({ auth_type })}
        />
        {keyWords(draft) === undefined ? null : (
          <p className="-mt-2 text-[0.8125rem] text-muted">{keyWords(draft)}</p>
        )}
        {draft.auth_type === 'bearer_token' ? (
          <SecretControl
            label={token.field}
            stored={stored.authToken}
            again={again.calls}
            input={draft.auth_token}
            onChange={(auth_token) => edit({ auth_token })}
            hint={`Sent ${token.sent}. Stored encrypted, never shown again.`}
          />
        ) : null}
        {draft.auth_type === 'client_credentials' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              className="sm:col-span-2"
              label="Token URL"
              mono
              type="url"
              value={draft.token_url}
              onChange={(event) => edit({ token_url: event.target.value })}
              hint="Where the access token is fetched. It is renewed by itself."
            />
            <TextField
              label="Client ID"
              hint="The public name under which the application knows Sonde."
              mono
              autoComplete="off"
              value={draft.client_id}
              onChange={(event) => edit({ client_id: event.target.value })}
            />
            <SecretControl
              label="Client secret"
              stored={stored.clientSecret}
              again={again.tokens}
              input={draft.client_secret}
              onChange={(client_secret) => edit({ client_secret })}
            />
            <TextField
              label="Scopes"
              optional
              mono
              value={draft.scopes}
              onChange={(event) => edit({ scopes: event.target.value })}
              hint="What the token shall be good for, in the words of the application. Separated by spaces."
            />
            <TextField
              label="Audience"
              optional
              mono
              hint="Whom the token is for, where the token URL asks for it."
              value={draft.audience}
              onChange={(event) => edit({ audience: event.target.value })}
            />
            <div className="sm:col-span-2">
              <PairsEditor
                legend="Further token parameters"
                noun="parameter"
                pairs={draft.token_params}
                onChange={(token_params) => edit({ token_params })}
              />
            </div>
          </div>
        ) : null}
      </div>
      <PairsEditor
        legend="Headers"
        noun="header"
        pairs={draft.request_headers}
        onChange={(request_headers) => edit({ request_headers })}
        hint="Readable by everyone in the organization. A key typed here is moved to the secret headers."
      />
      <SecretPairs
        legend="Secret headers"
        noun="secret header"
        nameLabel="Header name"
        hint="Such as X-Api-Key. The value is stored encrypted and never shown again."
        pairs={draft.secret_headers}
        again={again.calls}
        onChange={(secret_headers) => edit({ secret_headers })}
      />
      <SecretPairs
        legend="Secrets"
        noun="secret"
        nameLabel="Name"
        hint="Write {{ secrets.name }} in the request, a header, a parameter or the URL, and the value is placed there. Stored encrypted, never shown again."
        pairs={draft.secrets}
        again={again.calls}
        onChange={(secrets) => edit({ secrets })}
      />
      <PairsEditor
        legend="Query parameters"
        noun="query parameter"
        pairs={draft.query_params}
        onChange={(query_params) => edit({ query_params })}
        hint="Readable by everyone in the organization. A key typed here, or into the URL, is moved to the secrets above."
      />
      {draft.protocol === 'WebSocket' ? <WebSocketFields draft={draft} edit={edit} faults={faults} /> : null}
      <BeforeStepsForm steps={draft.before_steps} onChange={(before_steps) => edit({ before_steps })} />
      {draft.protocol === 'REST' ? (
        <PollingForm polling={draft.polling} onChange={(polling) => edit({ polling })} />
      ) : null}
      <CertificatesForm draft={draft} edit={edit} hasKey={stored.clientKey} again={again.calls} />
    </div>
  );
}

function WebSocketFields({ draft, edit, faults = {} }: DraftFormProps) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-1.5 text-[0.875rem] font-medium">When is the answer complete?</legend>
      <TextField
        label="A message in which this path matches"
        optional
        mono
        placeholder="$.type"
        hint="A place in a message, as JSONPath: $ is the whole of it, $.type its field “type”."
        value={draft.done_path}
        onChange={(event) => edit({ done_path: event.target.value })}
      />
      <TextField
        label="…and has this value"
        optional
        mono
        placeholder='"done"'
        value={draft.done_equals}
        onChange={(event) => edit({ done_equals: event.target.value })}
      />
      <TextField
        label="Or after this much silence, in milliseconds"
        optional
        mono
        inputMode="numeric"
        value={draft.quiet_period_ms}
        error={faults.quiet_period_ms}
        onChange={(event) => edit({ quiet_period_ms: event.target.value })}
      />
      <TextField
        label="Subprotocols"
        optional
        mono
        value={draft.subprotocols}
        onChange={(event) => edit({ subprotocols: event.target.value })}
        hint="What both sides agree to speak, where the application asks for it. Separated by commas."
      />
    </fieldset>
  );
}
