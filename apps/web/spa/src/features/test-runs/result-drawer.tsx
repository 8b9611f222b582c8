import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../lib/platform-context.tsx';
import { fillPath } from '../../lib/api.ts';
import { formatDuration } from '../../lib/format.ts';
import { isRecord, shownText } from '../../lib/shown-text.ts';
import { addressOf } from '../../lib/site.ts';
import { Drawer } from '../../ui/dialog.tsx';
import { Facts, Notice } from '../../ui/page.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Discussion } from '../comments/discussion.tsx';
import { automatedWords, metricWords, ResultChip, reviewWords } from './run-marks.tsx';
import { ResultReviews } from './result-reviews.tsx';
import { cutTurn } from './cut-turn.ts';
import { OpenTest } from './open-test.tsx';
import { resultQuery } from './result-query.ts';
import type { WholeResult } from './result-query.ts';
import { TimeLimitLink } from './time-limit-link.tsx';
import { evidenceIn } from './evidence.ts';
import { Expectations, Verdicts } from './verdicts.tsx';

/** One result: what was sent, what came back with the words that decided, who judged it and why. */
export function ResultDrawer({ resultId, onClose }: { resultId: string; onClose: () => void }) {
  const api = useApi();
  const result = useQuery(resultQuery(api, resultId));
  return (
    <Drawer open onClose={onClose} title="Result">
      {result.isPending ? <SkeletonLines count={6} label="Loading the result" /> : null}
      {result.error ? <ProblemNotice error={result.error} onRetry={() => void result.refetch()} /> : null}
      {result.data ? <ResultShown result={result.data} /> : null}
    </Drawer>
  );
}

function ResultShown({ result }: { result: WholeResult }) {
  const output = isRecord(result.output) ? result.output : {};
  const failure = isRecord(output['error'])
    ? shownText(output['error']['message'])
    : shownText(output['error']);
  const [byPerson, byMetrics] = [reviewWords(result), metricWords(result)];
  return (
    <>
      {result.name === null ? null : <p className="font-medium break-words">{result.name}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <ResultChip status={result.status} reasonCode={result.reason_code} />
        {result.matches_review === false ? (
          <span className="text-[0.875rem] text-muted">
            A person decided; the metrics said “{automatedWords(result)}”.
          </span>
        ) : null}
      </div>
      {byPerson === undefined ? null : <p className="break-words">{byPerson}</p>}
      {byMetrics === undefined ? null : (
        <p className={byPerson === undefined ? undefined : 'text-muted'}>{byMetrics}</p>
      )}
      <TimeLimitLink result={result} />
      {result.turns.length > 0 ? (
        <Conversation result={result} />
      ) : (
        <>
          <Part title="Sent">
            <MarkedText text={shownText(result.input)} spans={evidenceIn(result, 'input')} />
          </Part>
          <Part title="Answer">
            {shownText(output['output']) === '' ? (
              <p className="text-muted">{failure === '' ? 'There is no answer.' : failure}</p>
            ) : (
              <MarkedText text={shownText(output['output'])} spans={evidenceIn(result, 'output')} />
            )}
          </Part>
        </>
      )}
      {output['is_truncated'] === true ? <LongAnswer fileId={output['file_id']} /> : null}
      {result.expected === null ? null : (
        <Part title="Expected">
          <MarkedText text={result.expected} spans={evidenceIn(result, 'expected')} />
        </Part>
      )}
      <Part title="What the metrics said">
        <Verdicts verdicts={result.verdicts} />
        <Expectations judges={result.judged_by} />
      </Part>
      <ResultReviews result={result} />
      <Discussion entityType="test_result" entityId={result.id} />
      <Facts
        items={[
          ['The application took', result.duration_ms === null ? '–' : formatDuration(result.duration_ms)],
          ['Calls', result.calls],
          ['Test', <OpenTest key="test" testId={result.test_id} />],
          ...(result.trace_id === null
            ? []
            : [
                [
                  'Trace',
                  <Link
                    key="trace"
                    className="link"
                    to="/traces/$traceId"
                    params={{ traceId: result.trace_id }}
                  >
                    Look at the call
                  </Link>,
                ] as const,
              ]),
        ]}
      />
    </>
  );
}

/** What is shown of a very long answer is its beginning; metrics have seen all of it. */
function LongAnswer({ fileId }: { fileId: unknown }) {
  if (typeof fileId !== 'string') return <Notice>The answer was long; the rest of it was not kept.</Notice>;
  return (
    <Notice>
      The answer was long; this is its beginning.{' '}
      <a
        className="link"
        href={addressOf(`/api/v1${fillPath('/files/{id}/content', { id: fileId })}`)}
        download
      >
        Download all of it
      </a>
    </Notice>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="mark">{title}</h3>
      {children}
    </section>
  );
}

/** Each exchange is two messages, and evidence counts messages. */
function Conversation({ result }: { result: WholeResult }) {
  return (
    <Part title="Conversation">
      <ol className="grid gap-3">
        {result.turns.map((turn, index) => (
          <li key={turn.turn} className="grid gap-1.5">
            <span className="text-[0.8125rem] text-muted">User</span>
            <MarkedText text={turn.sent} spans={evidenceIn(result, 'conversation', index * 2)} />
            <span className="text-[0.8125rem] text-muted">
              Application{turn.duration_ms === null ? '' : `, ${formatDuration(turn.duration_ms)}`}
            </span>
            {turn.received === null ? (
              <p className="text-muted">There is no answer.</p>
            ) : (
              <MarkedText
                text={shownText(turn.received)}
                spans={[
                  ...evidenceIn(result, 'conversation', index * 2 + 1),
                  ...(index === result.turns.length - 1 ? evidenceIn(result, 'output') : []),
                ]}
              />
            )}
            {turn.is_truncated ? <p className="text-muted">{cutTurn}</p> : null}
          </li>
        ))}
      </ol>
    </Part>
  );
}
