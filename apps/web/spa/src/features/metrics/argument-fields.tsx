import { humanize } from '../../lib/format.ts';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { WithCode } from '../../ui/with-code.tsx';
import type { Argument } from './arguments.ts';

interface Props {
  args: readonly Argument[];
  texts: Readonly<Record<string, string>>;
  fault: string | null;
  onChange: (name: string, text: string) => void;
}

export function ArgumentFields({ args, texts, fault, onChange }: Props) {
  return args.map((argument) => {
    const { name, label, control, isRequired, description } = argument;
    const text = texts[name] ?? '';
    const frame = {
      label,
      hint: description === '' ? undefined : <WithCode text={description} />,
      optional: !isRequired,
      required: isRequired,
    };
    switch (control) {
      case 'boolean':
        return (
          <CheckField
            key={name}
            label={frame.label}
            hint={frame.hint}
            checked={text === 'true'}
            onChange={(event) => onChange(name, String(event.target.checked))}
          />
        );
      case 'perhaps':
        return (
          <SelectField
            key={name}
            {...frame}
            value={text}
            onChange={(event) => onChange(name, event.target.value)}
            options={[
              { value: '', label: 'As this kind does by itself' },
              { value: 'true', label: 'Yes' },
              { value: 'false', label: 'No' },
            ]}
          />
        );
      case 'choice':
        return (
          <SelectField
            key={name}
            {...frame}
            value={text}
            onChange={(event) => onChange(name, event.target.value)}
            options={[
              ...(isRequired && text !== ''
                ? []
                : [{ value: '', label: isRequired ? 'Choose' : 'As this kind does by itself' }]),
              ...argument.options.map((value) => ({
                value,
                label: argument.labels.get(value) ?? humanize(value),
              })),
            ]}
          />
        );
      case 'lines':
      case 'json':
        return (
          <AreaField
            key={name}
            {...frame}
            mono={control === 'json'}
            hint={frame.hint ?? (control === 'lines' ? 'One per line.' : 'Written as JSON.')}
            error={fault === name ? 'This cannot be read as JSON.' : null}
            rows={3}
            value={text}
            onChange={(event) => onChange(name, event.target.value)}
          />
        );
      case 'text':
      case 'number':
        return (
          <TextField
            key={name}
            {...frame}
            type={control === 'number' ? 'number' : 'text'}
            {...(control === 'number' ? { step: 'any' } : {})}
            value={text}
            onChange={(event) => onChange(name, event.target.value)}
          />
        );
    }
  });
}
