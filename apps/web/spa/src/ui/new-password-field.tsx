import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide-react';
import type { ApiProblem } from '../lib/api-error.ts';
import { usePlatform } from '../lib/platform-context.tsx';
import { authConfigQuery } from '../lib/session-query.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { classes } from '../lib/classes.ts';
import { SecretField } from './field.tsx';

const grades = ['Very easy to guess', 'Easy to guess', 'Fair', 'Good', 'Strong'] as const;

/** A new password with the server's own judgement of it while one types. Typing sends nothing beyond our server. */
export function NewPasswordField({
  label,
  value,
  onChange,
  email,
  name,
  required = true,
  hint,
  refusal,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  email?: string;
  name?: string;
  required?: boolean;
  hint?: string;
  /** What the server had against this password when it was sent: shown here, and nowhere else. */
  refusal?: ApiProblem['errors'] | undefined;
}) {
  const { api, session } = usePlatform();
  const config = useQuery(authConfigQuery(session));
  const settled = useDebounced(value, 300);
  const judgement = useQuery({
    queryKey: ['check-password', settled, email, name],
    queryFn: ({ signal }) =>
      api.call('checkPassword', {
        body: { password: settled, ...(email ? { email } : {}), ...(name ? { name } : {}) },
        signal,
      }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const minimum = config.data?.password_policy.min_length ?? 12;
  const verdict = value === '' ? undefined : judgement.data;
  return (
    <div className="grid gap-2">
      <SecretField
        label={label}
        name="new-password"
        autoComplete="new-password"
        required={required}
        optional={!required}
        value={value}
        hint={hint ?? `At least ${minimum} characters. A few unrelated words make a good one.`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={verdict?.score ?? 0}
        aria-valuetext={verdict ? grades[verdict.score] : 'Not judged yet'}
        className="grid grid-cols-4 gap-1"
      >
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classes(
              'h-1 rounded-full transition-colors',
              verdict === undefined || verdict.score < step
                ? 'bg-line'
                : verdict.acceptable
                  ? 'bg-signal'
                  : 'bg-warn',
            )}
          />
        ))}
      </div>
      <div role="status" className="min-h-5 text-[0.8125rem]">
        {refusal !== undefined ? (
          <div role="alert" className="grid gap-1 text-danger">
            <p className="font-medium">This password was not accepted.</p>
            <Faults faults={refusal} />
          </div>
        ) : verdict === undefined ? null : verdict.acceptable ? (
          <span className="inline-flex items-center gap-1.5 text-signal">
            <Check aria-hidden size={14} /> {grades[verdict.score]}
          </span>
        ) : (
          <div className="text-warn">
            <Faults faults={verdict.failures} />
          </div>
        )}
      </div>
    </div>
  );
}

const Faults = ({ faults }: { faults: readonly { readonly code: string; readonly message: string }[] }) => (
  <ul className="grid gap-1">
    {faults.map(({ code, message }) => (
      <li key={code} className="flex gap-1.5">
        <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" /> {message}
      </li>
    ))}
  </ul>
);
