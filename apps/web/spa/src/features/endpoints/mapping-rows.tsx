import { mappedFields } from '@sonde/contract/mapped-fields';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Pair } from './draft.ts';
import { judgeMapping, useFindMatches } from './judge-mapping.ts';
import type { FindMatches } from './judge-mapping.ts';
import { mappedWords } from './mapped-words.ts';
import { sections } from '../../lib/section-names.ts';

/** Output variable and JSONPath, with what each finds in the last answer. */
export function MappingRows({
  rows,
  onChange,
  answer,
}: {
  rows: readonly Pair[];
  onChange: (rows: readonly Pair[]) => void;
  answer: unknown;
}) {
  const find = useFindMatches(rows.map(({ value }) => value));
  const change = (index: number, next: Partial<Pair>): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const missing = mappedFields.find((name) => !rows.some((row) => row.name === name));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-[0.875rem] font-medium">{sections.responseMapping}</legend>
      <p className="text-[0.8125rem] text-muted">
        Where in the answer each thing stands, as JSONPath: $ is the whole answer, $.message its field
        “message”. <code className="font-mono">output</code> is the text people read. Easier: send something
        under Test and click the place in the answer.
      </p>
      {rows.map((row, index) => (
        <div
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,4fr)_auto]"
        >
          <input
            aria-label={`Output variable ${index + 1}`}
            list="mapping-names"
            className="input font-mono text-[0.8125rem]"
            value={row.name}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <div className="col-span-2 row-start-2 grid gap-1 sm:col-span-1 sm:row-start-auto">
            <input
              aria-label={`JSONPath of ${row.name === '' ? `variable ${index + 1}` : row.name}`}
              className="input font-mono text-[0.8125rem]"
              placeholder="$.message"
              value={row.value}
              onChange={(event) => change(index, { value: event.target.value })}
            />
            <Verdict value={row.value} answer={answer} find={find} />
          </div>
          <IconButton
            label={`Remove ${row.name === '' ? `variable ${index + 1}` : row.name}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Trash2 aria-hidden size={16} />
          </IconButton>
        </div>
      ))}
      <datalist id="mapping-names">
        {mappedFields.map((name) => (
          <option key={name} value={name} label={`${name}: ${mappedWords[name].word}`} />
        ))}
      </datalist>
      <Button
        size="small"
        className="justify-self-start"
        icon={<Plus aria-hidden size={15} />}
        onClick={() => onChange([...rows, { name: missing ?? '', value: '' }])}
      >
        Add variable
      </Button>
    </fieldset>
  );
}

function Verdict({ value, answer, find }: { value: string; answer: unknown; find: FindMatches }) {
  if (answer === undefined || value.trim() === '') return null;
  const { tone, text } = judgeMapping(value, answer, find);
  return (
    <span role="status" className="flex min-w-0 items-center gap-2 text-[0.8125rem] text-muted">
      <span className="shrink-0">
        <Chip tone={tone}>{text.short}</Chip>
      </span>
      <span className="min-w-0 truncate font-mono">{text.sample}</span>
    </span>
  );
}
