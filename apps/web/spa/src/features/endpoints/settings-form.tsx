import { CheckField, TextField } from '../../ui/field.tsx';
import type { DraftFormProps } from './overview-form.tsx';

export function SettingsForm({ draft, edit, faults = {} }: DraftFormProps) {
  return (
    <div className="grid max-w-xl gap-5">
      <TextField
        label="Time limit in seconds"
        optional
        inputMode="numeric"
        mono
        placeholder="30"
        value={draft.timeout_seconds}
        error={faults.timeout_seconds}
        onChange={(event) => edit({ timeout_seconds: event.target.value })}
        hint="1 to 3600. Empty means 30 seconds."
      />
      <CheckField
        label="Keep no traces of calls to this endpoint"
        checked={draft.disable_tracing}
        onChange={(event) => edit({ disable_tracing: event.target.checked })}
        hint="With this on, calls leave nothing on the Traces page and are not measured."
      />
    </div>
  );
}
