import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Pair } from './draft.ts';

/** Names and values, one per line. */
export function PairsEditor({
  legend,
  noun,
  hint,
  pairs,
  onChange,
}: {
  legend: string;
  noun: string;
  hint?: string;
  pairs: readonly Pair[];
  onChange: (pairs: readonly Pair[]) => void;
}) {
  const change = (index: number, next: Partial<Pair>): void =>
    onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...next } : pair)));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-[0.875rem] font-medium">{legend}</legend>
      {hint ? <p className="text-[0.8125rem] text-muted">{hint}</p> : null}
      {pairs.map((pair, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] gap-2">
          <input
            aria-label={`Name of ${noun} ${index + 1}`}
            className="input font-mono text-[0.8125rem]"
            placeholder="name"
            value={pair.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <input
            aria-label={`Value of ${pair.name === '' ? `${noun} ${index + 1}` : pair.name}`}
            className="input font-mono text-[0.8125rem]"
            placeholder="value"
            value={pair.value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <IconButton
            label={`Remove ${pair.name === '' ? `${noun} ${index + 1}` : pair.name}`}
            onClick={() => onChange(pairs.filter((_, at) => at !== index))}
          >
            <Trash2 aria-hidden size={16} />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        className="justify-self-start"
        icon={<Plus aria-hidden size={15} />}
        onClick={() => onChange([...pairs, { name: '', value: '' }])}
      >
        Add {noun}
      </Button>
    </fieldset>
  );
}
