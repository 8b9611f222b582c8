import type { InvocationResult } from '@sonde/contract';
import { JsonText } from '../../ui/json-text.tsx';
import type { Pair } from './draft.ts';
import { useFindMatches } from './judge-mapping.ts';
import type { FindMatches } from './judge-mapping.ts';

/** What the mapping makes of the answer, following the mapping as it is changed. */
export function MappedAnswer({ result, rows }: { result: InvocationResult; rows: readonly Pair[] }) {
  const find = useFindMatches(rows.map(({ value }) => value));
  const isUnanswered = result.raw_response === null || result.raw_response === undefined;
  const output = rows.find((row) => row.name === 'output');
  const others = rows.filter((row) => row.name !== 'output' && row.name.trim() !== '');
  // Without an answer there is nothing to find in it; why there is none stands above.
  if (!result.success && isUnanswered) return null;
  if (!output && others.length === 0) {
    return result.success ? (
      <p className="card p-4 text-[0.9375rem]">
        <strong>Nothing is mapped yet.</strong> Find the text of the answer below, click it, and choose{' '}
        <em>output</em>.
      </p>
    ) : null;
  }
  return (
    <div className="card grid gap-4 p-4 sm:p-5">
      <h2 className="font-semibold">Mapped answer</h2>
      {output ? <Output value={valueOf(output, result, find)} /> : null}
      {others.length > 0 ? (
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          {others.map((row) => (
            <div key={row.name} className="contents">
              <dt className="mark pt-1">{row.name}</dt>
              <dd
                className="max-h-40 min-w-0 overflow-auto font-mono text-[0.8125rem] break-words"
                tabIndex={0}
              >
                {shown(valueOf(row, result, find))}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function Output({ value }: { value: unknown }) {
  if (value === undefined || value === null)
    return (
      <p className="text-warn">
        The output path finds {value === null ? 'null' : 'nothing'} in this answer. Click the right place
        below.
      </p>
    );
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return <JsonText label="output" value={value} />;
  return (
    <blockquote className="m-0 border-l-2 border-signal pl-4 text-[1.0625rem] leading-relaxed break-words whitespace-pre-wrap">
      {`${value}`}
    </blockquote>
  );
}

/** Simple paths are read here, at once; for the rest the platform's own reading of this call stands. */
function valueOf(row: Pair, result: InvocationResult, find: FindMatches): unknown {
  const matches = find(row.value, result.raw_response);
  if (matches === null) return result[row.name];
  if (matches.length === 0) return undefined;
  if (matches.length === 1) return matches[0];
  return row.name === 'output' ? matches.map(String).join('\n') : matches;
}

function shown(value: unknown): string {
  if (value === undefined) return 'not found';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
