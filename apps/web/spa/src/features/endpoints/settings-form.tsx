import { humanize } from '../../lib/format.ts';
import { CheckField, ChoiceField, TextField } from '../../ui/field.tsx';
import { settings } from './draft.ts';
import type { DraftFormProps } from './overview-form.tsx';

/** What the contract lists as settings of an endpoint, in its order and its words. */
export function SettingsForm({ draft, edit, faults = {} }: DraftFormProps) {
  return (
    <div className="grid max-w-xl gap-5">
      {settings.map(({ name, kind, label, hint, example, maxLength, options = [], labels = {} }) => {
        const shared = { label, hint };
        if (kind === 'check')
          return (
            <CheckField
              key={name}
              {...shared}
              checked={draft[name] === 'true'}
              onChange={(event) => edit({ [name]: String(event.target.checked) })}
            />
          );
        if (kind === 'choice')
          return (
            <ChoiceField
              key={name}
              {...shared}
              value={draft[name]}
              options={options.map((value) => ({ value, label: labels[value] ?? humanize(value) }))}
              onChange={(value) => edit({ [name]: value })}
            />
          );
        return (
          <TextField
            key={name}
            {...shared}
            optional
            {...(kind === 'number' ? { inputMode: 'decimal', mono: true } : {})}
            maxLength={maxLength}
            placeholder={example}
            value={draft[name]}
            error={faults[name]}
            onChange={(event) => edit({ [name]: event.target.value })}
          />
        );
      })}
      <CheckField
        label="Keep no traces of calls to this endpoint"
        checked={draft.disable_tracing}
        onChange={(event) => edit({ disable_tracing: event.target.checked })}
        hint="With this on, calls leave nothing on the Traces page and are not measured."
      />
    </div>
  );
}
