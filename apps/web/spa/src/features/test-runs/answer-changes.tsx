import { useMemo } from 'react';
import { wordChanges } from '../../lib/word-changes.ts';
import { JsonText } from '../../ui/json-text.tsx';

/** What became of the words of an answer: struck out what is gone, underlined what is new. */
export function AnswerChanges({
  before,
  after,
  names,
}: {
  before: string;
  after: string;
  /** Of what gave the two answers. */
  names: readonly [before: string, after: string];
}) {
  const changes = useMemo(() => wordChanges(before, after), [before, after]);
  if (before === after) {
    return (
      <div className="grid gap-2">
        <p className="text-muted">The two answers are the same, word for word.</p>
        <JsonText label="Both answers" value={before} />
      </div>
    );
  }
  if (changes === null) {
    return (
      <div className="grid gap-3 sm:grid-cols-2 sm:[&>figure]:row-span-3 sm:[&>figure]:grid-rows-subgrid">
        <JsonText label={`Answer in ${names[0]}`} value={before} />
        <JsonText label={`Answer in ${names[1]}`} value={after} />
      </div>
    );
  }
  return (
    <div
      role="group"
      aria-label="The words that differ"
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3 whitespace-pre-wrap break-words"
    >
      {changes.map(({ text, change }, index) => {
        if (change === 'removed')
          return (
            <del key={index} className="rounded-sm bg-danger-soft text-danger">
              {text}
            </del>
          );
        if (change === 'added')
          return (
            <ins key={index} className="rounded-sm bg-signal-soft text-signal-strong">
              {text}
            </ins>
          );
        return <span key={index}>{text}</span>;
      })}
    </div>
  );
}
