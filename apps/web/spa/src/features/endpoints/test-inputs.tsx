import { useState } from 'react';
import { Paperclip, X } from 'lucide-react';
import { formatBytes } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { AreaField, Field, TextField } from '../../ui/field.tsx';
import { fieldsFor } from './call-variables.ts';
import type { CallValues, FileValue, VariableField } from './call-variables.ts';

const largestFileBytes = 20 * 1024 * 1024;

export function TestInputs({
  template,
  values,
  onChange,
  onSubmit,
}: {
  template: unknown;
  values: CallValues;
  onChange: (values: CallValues) => void;
  onSubmit: () => void;
}) {
  const setText = (name: string, text: string): void =>
    onChange({ ...values, texts: { ...values.texts, [name]: text } });
  return (
    <div className="grid gap-4">
      {fieldsFor(template).map((field) => {
        const shared = {
          label: field.kind === 'message' ? 'Message' : field.name,
          hint: field.hint ?? undefined,
        };
        const text = values.texts[field.name] ?? '';
        if (field.kind === 'files' || field.kind === 'image')
          return <FileField key={field.name} field={field} values={values} onChange={onChange} />;
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

function FileField({
  field,
  values,
  onChange,
}: {
  field: VariableField;
  values: CallValues;
  onChange: (values: CallValues) => void;
}) {
  const [error, setError] = useState<string | null>(null);
  const many = field.kind === 'files';
  const chosen = many ? values.files : values.image === null ? [] : [values.image];
  const put = (files: readonly FileValue[]): void =>
    onChange(many ? { ...values, files } : { ...values, image: files[0] ?? null });
  const read = async (list: FileList | null): Promise<void> => {
    const files = [...(list ?? [])];
    const tooLarge = files.find((file) => file.size > largestFileBytes);
    setError(tooLarge ? `${tooLarge.name} is ${formatBytes(tooLarge.size)}. Up to 20 MB can be sent.` : null);
    if (tooLarge) return;
    const contents = await Promise.all(files.map(readFile));
    put(many ? [...values.files, ...contents].slice(0, 20) : contents);
  };
  return (
    <Field label={field.name} hint={field.hint} error={error}>
      {(ids) => (
        <div className="grid gap-2">
          <input
            type="file"
            multiple={many}
            accept={many ? undefined : 'image/*'}
            {...ids}
            onChange={(event) => void read(event.target.files)}
            className="input file:mr-3 file:rounded file:border-0 file:bg-sunken file:px-3 file:py-1 file:text-ink"
          />
          {chosen.map((file, index) => (
            <span key={`${file.filename}-${index}`} className="flex items-center gap-2 text-[0.8125rem]">
              <Paperclip aria-hidden size={14} className="text-muted" />
              <span className="min-w-0 truncate">{file.filename}</span>
              <span className="text-muted">{formatBytes(Math.round((file.data.length * 3) / 4))}</span>
              <IconButton
                label={`Remove ${file.filename}`}
                onClick={() => put(chosen.filter((_, at) => at !== index))}
              >
                <X aria-hidden size={14} />
              </IconButton>
            </span>
          ))}
        </div>
      )}
    </Field>
  );
}

function readFile(file: File): Promise<FileValue> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read.`));
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve({
        filename: file.name,
        content_type: file.type || 'application/octet-stream',
        data: url.slice(url.indexOf(',') + 1),
      });
    };
    reader.readAsDataURL(file);
  });
}
