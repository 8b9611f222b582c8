import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { SecretField } from '../../ui/field.tsx';
import type { SecretInput } from './draft.ts';

/** A stored secret is never shown: it is kept, replaced, or removed, and each can be undone until saved. */
export function SecretControl({
  label,
  stored,
  input,
  onChange,
  hint,
  again,
}: {
  label: string;
  stored: boolean;
  input: SecretInput;
  onChange: (input: SecretInput) => void;
  hint?: ReactNode;
  /** The stored one stays behind, since this of the address changes. */
  again?: 'host' | 'port' | null | undefined;
}) {
  const isLost = Boolean(again) && stored && input.kind === 'keep';
  if (stored && input.kind !== 'set' && !isLost) {
    return (
      <div className="grid gap-1.5">
        <span className="text-[0.875rem] font-medium">{label}</span>
        <div className="flex min-h-10 flex-wrap items-center gap-2">
          {input.kind === 'clear' ? (
            <Chip tone="warn">Will be removed</Chip>
          ) : (
            <Chip tone="signal">Set, kept secret</Chip>
          )}
          <Button
            size="small"
            onClick={() => onChange({ kind: 'set', value: '' })}
            aria-label={`Replace ${label.toLowerCase()}`}
          >
            Replace
          </Button>
          {input.kind === 'clear' ? (
            <Button
              size="small"
              look="quiet"
              onClick={() => onChange({ kind: 'keep' })}
              aria-label={`Keep ${label.toLowerCase()}`}
            >
              Undo
            </Button>
          ) : (
            <Button
              size="small"
              look="quiet"
              onClick={() => onChange({ kind: 'clear' })}
              aria-label={`Remove ${label.toLowerCase()}`}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
    );
  }
  return (
    <div
      className={
        isLost ? 'grid justify-items-start gap-2 *:w-full [&>button]:w-auto' : 'flex items-end gap-2'
      }
    >
      <SecretField
        className="min-w-0 flex-1"
        label={label}
        mono
        hint={
          isLost ? (
            <span className="text-warn">
              The {again} is another one now, and the stored value is not sent there: enter it again, or
              remove it.
            </span>
          ) : (
            hint
          )
        }
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
        value={input.kind === 'set' ? input.value : ''}
        onChange={(event) => onChange({ kind: 'set', value: event.target.value })}
      />
      {isLost ? (
        <Button
          className="mb-px"
          onClick={() => onChange({ kind: 'clear' })}
          aria-label={`Remove ${label.toLowerCase()}`}
        >
          Remove
        </Button>
      ) : stored ? (
        <Button className="mb-px" onClick={() => onChange({ kind: 'keep' })}>
          Keep the old one
        </Button>
      ) : null}
    </div>
  );
}
