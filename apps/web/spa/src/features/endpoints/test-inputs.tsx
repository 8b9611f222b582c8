import type { Dispatch, SetStateAction } from 'react';
import { AreaField, TextField } from '../../ui/field.tsx';
import { fieldsFor } from './call-variables.ts';
import type { CallValues } from './call-variables.ts';
import { CallFiles } from './call-files.tsx';

export function TestInputs({
  template,
  values,
  onChange,
  onSubmit,
}: {
  template: unknown;
  values: CallValues;
  onChange: Dispatch<SetStateAction<CallValues>>;
  onSubmit: () => void;
}) {
  const setText = (name: string, text: string): void =>
    onChange((now) => ({ ...now, texts: { ...now.texts, [name]: text } }));
  return (
    <div className="grid gap-4">
      {fieldsFor(template).map((field) => {
        const shared = {
          label: field.kind === 'message' ? 'Message' : field.name,
          hint: field.hint ?? undefined,
        };
        const text = values.texts[field.name] ?? '';
        if (field.kind === 'files' || field.kind === 'image')
          return <CallFiles key={field.name} field={field} values={values} onChange={onChange} />;
        if (field.kind === 'text')
          return (
            <TextField
              key={field.name}
              {...shared}
              mono
              value={text}
              onChange={(event) => setText(field.name, event.target.value)}
            />
          );
        return (
          <AreaField
            key={field.name}
            {...shared}
            rows={field.kind === 'message' ? 3 : 4}
            value={text}
            onChange={(event) => setText(field.name, event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSubmit();
            }}
          />
        );
      })}
    </div>
  );
}
