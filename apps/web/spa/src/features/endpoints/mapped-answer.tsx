import type { InvocationResult } from '@sonde/contract';
import { JsonText } from '../../ui/json-text.tsx';
import type { Pair } from './draft.ts';
import { useFindMatches } from './judge-mapping.ts';
import type { FindMatches } from './judge-mapping.ts';

/** What the mapping makes of the answer, following the mapping as it is changed. */
export function MappedAnswer({
  result,
  sentRows,
  rows,
}: {
  result: InvocationResult;
  /** The mapping that the platform read this answer with. */
  sentRows: readonly Pair[];
  rows: readonly Pair[];
}) {
  const find = useFindMatches(rows.map(({ value }) => value));
  const isUnanswered = result.raw_response === null || result.raw_response === undefined;
  const output = rows.find((row) => row.name === 'output');
  const others = rows.filter((row) => row.name !== 'output' && row.name.trim() !== '');
  // Without an answer there is nothing to find in it; why there is none stands above.
  if (!result.success && isUnanswered) return <Nothing />;
  // A refusal or a web page has no place that ought to be mapped.
  if (!result.success && (result.stage === 'http' || result.stage === 'parse')) return <Nothing />;
  const read = (row: Pair): unknown => readRow(row, { result, sentRows, find });
  if (!output && others.length === 0) {
    return result.success ? (
      <p className="text-[0.9375rem]">
        <strong>Nothing is mapped yet.</strong> Find the text in the raw answer, click it, and choose{' '}
        <em>output</em>.
      </p>
    ) : (
      <Nothing />
    );
  }
  return (
    <div className="grid gap-4">
      {output ? <Output value={read(output)} /> : null}
      {others.length > 0 ? (
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          {others.map((row) => (
            <div key={row.name} className="contents">
              <dt className="mark pt-1">{row.name}</dt>
              <dd
                className="max-h-40 min-w-0 overflow-auto font-mono text-[0.8125rem] break-words"
                tabIndex={0}
              >
                {shown(read(row))}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

const Nothing = () => <p className="text-muted">There was no answer to map.</p>;

/** Beyond this a text scrolls in a box of its own, so that the rest of the page stays within reach. */
const longestQuote = 6_000;

function Output({ value }: { value: unknown }) {
  if (value === undefined || value === null)
    return (
      <p className="text-warn">
        The output path finds {value === null ? 'null' : 'nothing'} in this answer. Click the right place in
        the raw answer.
      </p>
    );
  const isLong = typeof value === 'string' && value.length > longestQuote;
  if (isLong || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean'))
    return <JsonText label="output" value={value} />;
  return (
    <blockquote className="m-0 border-l-2 border-signal pl-4 text-[1.0625rem] leading-relaxed break-words whitespace-pre-wrap">
      {`${value}`}
    </blockquote>
  );
}

/** Simple paths are read here, at once; for the rest the platform's own reading of this call stands. */
export function readRow(
  row: Pair,
  { result, sentRows, find }: { result: InvocationResult; sentRows: readonly Pair[]; find: FindMatches },
): unknown {
  const matches = find(row.value, result.raw_response);
  if (matches === null) return result[row.name];
  // The pieces of a stream are put together by the platform; what it gives of the answer are the pieces.
  const isAsSent = sentRows.some(({ name, value }) => name === row.name && value === row.value);
  if (isAsSent && row.name === 'output' && result.success && matches.length !== 1) return result.output;
  if (matches.length === 0) return undefined;
  if (matches.length === 1) return matches[0];
  return row.name === 'output' ? matches.map(String).join('\n') : matches;
}

function shown(value: unknown): string {
  if (value === undefined) return 'not found';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}
