import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { SecretPair } from './draft.ts';
import { SecretControl } from './secret-input.tsx';

/** Secrets by name, one per line: a stored one is kept, replaced or removed, and never shown. */
export function SecretPairs({
  legend,
  noun,
  nameLabel,
  hint,
  pairs,
  onChange,
  again,
}: {
  legend: string;
  noun: string;
  nameLabel: string;
  hint: string;
  pairs: readonly SecretPair[];
  onChange: (pairs: readonly SecretPair[]) => void;
  again?: 'host' | 'port' | null | undefined;
}) {
  const change = (index: number, next: Partial<SecretPair>): void =>
    onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...next } : pair)));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-[0.875rem] font-medium">{legend}</legend>
      <p className="text-[0.8125rem] text-muted">{hint}</p>
      {pairs.map((pair, index) => (
        <div key={index} className="grid gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <TextField
            label={nameLabel}
            mono
            disabled={pair.stored}
            value={pair.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <SecretControl
            label={pair.name === '' ? 'Value' : `Value of ${pair.name}`}
            stored={pair.stored}
            again={again}
            input={pair.input}
            onChange={(input) => change(index, { input })}
          />
        </div>
      ))}
      <Button
        size="small"
        className="justify-self-start"
        icon={<Plus aria-hidden size={15} />}
        onClick={() => onChange([...pairs, { name: '', stored: false, input: { kind: 'set', value: '' } }])}
      >
        Add {noun}
      </Button>
    </fieldset>
  );
}
