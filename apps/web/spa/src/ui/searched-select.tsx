import { useState } from 'react';
import type { ReactNode } from 'react';
import { plural } from '../lib/format.ts';
import type { Choice, Choices } from '../lib/use-choices.ts';
import { Field } from './field.tsx';
import { ProblemNotice } from './problem.tsx';

interface Props {
  label: string;
  /** Where it stands in a row of filters, each of which says what it is by what is chosen. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  className?: string;
  choices: Choices;
  value: string;
  onChange: (id: string) => void;
  /** One that may be chosen without being among those found. */
  known?: Choice | undefined;
  /** What choosing none means, where one may. */
  none?: string;
}

/** Chooses one of few, or of very many: then there is a search above the list, which the server answers. */
export function SearchedSelect({
  label,
  isLabelHidden,
  hint,
  className,
  choices,
  value,
  onChange,
  known,
  none,
}: Props) {
  const [picked, setPicked] = useState<Choice>();
  const { found, total, text, search, error } = choices;
  const kept = found.some(({ id }) => id === value)
    ? undefined
    : [picked, known].find((choice) => choice?.id === value);
  const options = kept === undefined ? found : [kept, ...found];
  const choose = (id: string): void => {
    setPicked(options.find((option) => option.id === id));
    onChange(id);
  };
  const isMore = total > found.length;
  const more = isMore ? `${plural(total, 'match', 'matches')}; search to see the others.` : null;
  return (
    <>
      {error ? <ProblemNotice error={error} /> : null}
      <Field {...{ label, isLabelHidden, className }} hint={hint ?? more}>
        {(ids) => (
          <div className="grid gap-2">
            {isMore || text !== '' ? (
              <input
                type="search"
                aria-label={`Search: ${label}`}
                placeholder="Search"
                className="input"
                value={text}
                maxLength={200}
                onChange={(event) => search(event.target.value)}
              />
            ) : null}
            <select {...ids} className="input" value={value} onChange={(event) => choose(event.target.value)}>
              {none === undefined ? null : <option value="">{none}</option>}
              {none === undefined && options.length === 0 ? (
                <option value="">{text === '' ? 'Nothing to choose from' : 'Nothing matches'}</option>
              ) : null}
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.label}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
    </>
  );
}
