import { useId, useState } from 'react';
import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import { Eye } from 'lucide-react';
import { EyeOff } from 'lucide-react';
import { classes } from '../lib/classes.ts';
import { lowerFirst } from '../lib/format.ts';

interface FieldProps {
  label: string;
  isLabelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | null | undefined;
  optional?: boolean;
  className?: string;
}

/** Label, control, hint and fault, joined so that a screen reader hears them as one. */
export function Field({
  label,
  isLabelHidden,
  hint,
  error,
  optional,
  className,
  children,
}: FieldProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  return (
    <div className={classes('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-[0.875rem] font-medium'}>
        {label}
        {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint ? (
        <div id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </div>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

export interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

type InputProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement>; mono?: boolean };

export function TextField({ label, hint, error, optional, className, mono, ...input }: InputProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(ids) => (
        <input
          type="text"
          {...input}
          {...ids}
          className={classes('input', mono && 'font-mono text-[0.875rem]')}
        />
      )}
    </Field>
  );
}

/** Shows and hides its text; `type` stays `password` by default so that password managers recognise it. */
export function SecretField({ label, hint, error, optional, className, mono, ...input }: InputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(ids) => (
        <div className="relative">
          <input
            autoComplete="off"
            spellCheck={false}
            {...input}
            {...ids}
            type={shown ? 'text' : 'password'}
            className={classes('input pr-11', mono && 'font-mono text-[0.875rem]')}
          />
          <button
            type="button"
            aria-label={`${shown ? 'Hide' : 'Show'} ${/^[A-Z]{2}/.test(label) ? label : lowerFirst(label)}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-md text-muted hover:text-ink"
          >
            {shown ? <EyeOff aria-hidden size={17} /> : <Eye aria-hidden size={17} />}
          </button>
        </div>
      )}
    </Field>
  );
}

export function AreaField({
  label,
  hint,
  error,
  optional,
  className,
  mono,
  ...area
}: FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { mono?: boolean; ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(ids) => (
        <textarea
          rows={4}
          {...area}
          {...ids}
          className={classes('input resize-y leading-relaxed', mono && 'font-mono text-[0.8125rem]')}
        />
      )}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  options,
  ...select
}: FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; label: string }[] }) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(ids) => (
        <select {...select} {...ids} className="input">
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2.5 gap-y-0.5">
      <input
        type="checkbox"
        {...input}
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-[1.15rem] accent-(--signal)"
      />
      <label htmlFor={id} className="text-[0.9375rem]">
        {label}
      </label>
      {hint ? (
        <div id={`${id}-hint`} className="col-start-2 text-[0.8125rem] text-muted">
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/** A few choices in one row; real radio buttons underneath, so arrows and forms work. */
export function ChoiceField<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  hint?: ReactNode;
}) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-[0.875rem] font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="inline-flex min-h-10 items-center gap-2 rounded-[0.45rem] border border-line-strong px-3 has-checked:border-signal has-checked:bg-signal-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="accent-(--signal)"
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint ? <div className="text-[0.8125rem] text-muted">{hint}</div> : null}
    </fieldset>
  );
}
