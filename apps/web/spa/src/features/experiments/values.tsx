import type { ExperimentVersion, ParameterValue } from '@sonde/contract';

export const valueText = (value: ParameterValue | null | undefined): string =>
  value === null || value === undefined
    ? '–'
    : typeof value.value === 'string'
      ? value.value
      : JSON.stringify(value.value);

/** What a version changes of its parent: before struck out, after beside it, each told in words too. */
export function Differences({ diff }: { diff: ExperimentVersion['diff'] }) {
  const names = Object.keys(diff);
  if (names.length === 0)
    return <p className="text-muted">Nothing differs from the version it was made of.</p>;
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {names.map((name) => (
        <div key={name} className="contents">
          <dt className="font-mono text-[0.8125rem]">{name}</dt>
          <dd className="min-w-0 break-words">
            {diff[name]?.before ? (
              <del className="text-muted">
                <span className="sr-only">Before: </span>
                {valueText(diff[name].before)}
              </del>
            ) : null}{' '}
            {diff[name]?.after ? (
              <ins className="no-underline">
                <span className="sr-only">After: </span>
                {valueText(diff[name].after)}
              </ins>
            ) : (
              <span className="text-muted">no value any more</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
