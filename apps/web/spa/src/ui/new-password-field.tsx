import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide-react';
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
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  email?: string;
  name?: string;
  required?: boolean;
  hint?: string;
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
        {verdict === undefined ? null : verdict.acceptable ? (
          <span className="inline-flex items-center gap-1.5 text-signal">
            <Check aria-hidden size={14} /> {grades[verdict.score]}
          </span>
        ) : (
          <ul className="grid gap-1 text-warn">
            {verdict.failures.map((failure) => (
              <li key={failure.code} className="flex gap-1.5">
                <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" /> {failure.message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
