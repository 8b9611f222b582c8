import { AreaField } from '../../ui/field.tsx';
import { SecretControl } from './secret-input.tsx';
import type { DraftFormProps } from './overview-form.tsx';

/** For targets behind an authority of a firm's own, and those that want to know who calls. */
export function CertificatesForm({
  draft,
  edit,
  hasKey,
  again,
}: DraftFormProps & { hasKey: boolean; again: 'host' | 'port' | null }) {
  return (
    <details open={draft.ca_certificate !== '' || draft.client_certificate !== '' || hasKey}>
      <summary className="text-[0.875rem] font-medium">Certificates</summary>
      <div className="mt-4 grid gap-5">
        <AreaField
          label="Your own certificate authority"
          optional
          mono
          placeholder="-----BEGIN CERTIFICATE-----"
          value={draft.ca_certificate}
          onChange={(event) => edit({ ca_certificate: event.target.value })}
          hint="In PEM, the text that begins as above. Trusted for this endpoint besides the usual authorities."
        />
        <AreaField
          label="Client certificate"
          optional
          mono
          placeholder="-----BEGIN CERTIFICATE-----"
          value={draft.client_certificate}
          onChange={(event) => edit({ client_certificate: event.target.value })}
          hint="In PEM: its own certificate first, then those that issued it. Shown to the host of the URL alone."
        />
        {hasKey && draft.client_key.kind !== 'set' && !(again && draft.client_key.kind === 'keep') ? (
          <SecretControl
            label="Key of the client certificate"
            stored
            again={again}
            input={draft.client_key}
            onChange={(client_key) => edit({ client_key })}
          />
        ) : (
          <AreaField
            label="Key of the client certificate"
            optional
            mono
            autoComplete="off"
            data-1p-ignore
            placeholder="-----BEGIN PRIVATE KEY-----"
            value={draft.client_key.kind === 'set' ? draft.client_key.value : ''}
            onChange={(event) => edit({ client_key: { kind: 'set', value: event.target.value } })}
            hint="In PEM, without a passphrase. Stored encrypted, never shown again."
          />
        )}
      </div>
    </details>
  );
}
