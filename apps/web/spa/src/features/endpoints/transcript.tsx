import { useEffect, useRef } from 'react';
import { tokensToldIn } from '@sonde/contract/token-count';
import type { InvocationResult } from '@sonde/contract';
import { inFormWords } from '../../lib/form-words.ts';
import { classes } from '../../lib/classes.ts';
import { isWebPage } from '../../lib/web-page.ts';
import { formatDuration, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Shortened } from '../../ui/shortened.tsx';
import { StillWaiting } from '../../ui/skeleton.tsx';
import { wordsForStage } from '../../ui/stage-timeline.tsx';
import type { Pair } from './draft.ts';
import { useFindMatches } from './judge-mapping.ts';
import { readRow } from './mapped-answer.tsx';
import { StoppedByHand, isUnderWay, saidIn } from './talk.ts';
import type { Talk, TalkTurn } from './talk.ts';
import { sections } from '../../lib/section-names.ts';

/** Where what stopped a call is set right. */
export type Place = 'connection' | 'mapping' | 'general';
export type Ways = Partial<Record<Place, () => void>>;

interface TurnProps {
  turn: TalkTurn;
  talk: Talk;
  rows: readonly Pair[];
  ways: Ways;
  onShow: () => void;
}

/** What was said, the person on the right, the application on the left; a call that failed is a turn too. */
export function Transcript({ talk, rows, ways, onShow }: Omit<TurnProps, 'turn'>) {
  const log = useRef<HTMLDivElement>(null);
  const { turns, isWaiting } = talk;
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns.length, isWaiting]);
  return (
    <div
      ref={log}
      role="log"
      aria-label="Messages and answers"
      tabIndex={0}
      className="max-h-[min(60vh,44rem)] min-h-44 overflow-y-auto p-4 focus-visible:-outline-offset-2"
    >
      {turns.length === 0 ? (
        <p className="mx-auto max-w-xs py-10 text-center text-balance text-muted">
          Send a message: it is a real call to the application, and uses no language model of Sonde's.
        </p>
      ) : null}
      <ol className="grid gap-5">
        {turns.map((turn) => (
          <li key={turn.id} className="grid gap-2">
            <p className="max-w-[85%] justify-self-end rounded-lg rounded-br-none bg-signal-soft px-4 py-2.5 break-words whitespace-pre-wrap">
              <span className="sr-only">You: </span>
              {saidIn(turn)}
              <Attached turn={turn} />
            </p>
            <Came turn={turn} talk={talk} rows={rows} ways={ways} onShow={onShow} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Attached({ turn: { values } }: { turn: TalkTurn }) {
  const files = [...values.files, ...(values.image ? [values.image] : [])];
  if (files.length === 0) return null;
  return (
    <span className="mt-1.5 block text-[0.8125rem] text-muted">
      With {files.map(({ filename }) => filename).join(', ')}
    </span>
  );
}

function Came(props: TurnProps) {
  const { turn, talk } = props;
  if (isUnderWay(turn))
    return (
      <div className="grid max-w-[85%] gap-2">
        <ProgressBar label="Waiting for the application to answer" />
        <StillWaiting words="Still waiting for the application. You can stop this call." />
      </div>
    );
  if (turn.result === null)
    return turn.error instanceof StoppedByHand ? (
      <div className="flex flex-wrap items-center gap-3 text-muted">
        Stopped before an answer came.
        <Button size="small" onClick={() => talk.sendAgain(turn)}>
          Send again
        </Button>
      </div>
    ) : (
      <ProblemNotice
        error={turn.error}
        what="The call could not be made"
        onRetry={() => talk.sendAgain(turn)}
      />
    );
  return <Answer {...props} result={turn.result} />;
}

function Answer({ turn, talk, rows, ways, onShow, result }: TurnProps & { result: InvocationResult }) {
  const isChosen = talk.chosen?.id === turn.id;
  const tokens = tokensToldIn(result.metadata) || tokensToldIn(result.raw_response);
  return (
    <div
      className={classes(
        'grid max-w-[85%] justify-self-start rounded-lg rounded-bl-none border',
        result.success ? 'bg-sunken' : 'bg-danger-soft',
        !result.success ? 'border-danger' : isChosen ? 'border-signal' : 'border-transparent',
      )}
    >
      <div className="px-4 pt-2.5">
        <span className="sr-only">Application: </span>
        {result.success ? (
          <Output result={result} sentRows={turn.sentRows} rows={rows} />
        ) : (
          <Failure result={result} ways={ways} onAgain={() => talk.sendAgain(turn)} />
        )}
      </div>
      <button
        type="button"
        aria-pressed={isChosen}
        className="min-h-9 touch:min-h-11 px-4 pb-1 text-left font-mono text-[0.75rem] text-muted hover:text-ink hover:underline"
        onClick={() => {
          talk.choose(turn.id);
          onShow();
        }}
      >
        {formatDuration(result.duration_ms)}
        {tokens === 0 ? '' : ` · ${plural(tokens, 'model token')}`} · Details
        <span className="sr-only"> of the answer to {saidIn(turn).slice(0, 60)}</span>
      </button>
    </div>
  );
}

/** An answer of usual length stands whole in the conversation. */
const longestShown = 6_000;

function Output({
  result,
  sentRows,
  rows,
}: {
  result: InvocationResult;
  sentRows: readonly Pair[];
  rows: readonly Pair[];
}) {
  const find = useFindMatches(rows.map(({ value }) => value));
  const row = rows.find(({ name }) => name === 'output');
  const value = row === undefined ? undefined : readRow(row, { result, sentRows, find });
  if (value === undefined || value === null || value === '')
    return (
      <p className="text-warn">
        {row === undefined
          ? 'It answered, and nothing is mapped as the output yet: click its text in the raw answer and choose output.'
          : `It answered, but the path of the output finds ${value === undefined ? 'nothing' : value === null ? 'null' : 'an empty text'} there. Click the right place in the raw answer.`}
      </p>
    );
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    <p
      className={classes('break-words whitespace-pre-wrap', typeof value !== 'string' && 'font-mono text-sm')}
    >
      <Shortened text={text} most={longestShown} />
    </p>
  );
}

const placeOfStage: Partial<Record<InvocationResult['stage'], Place>> = {
  render: 'mapping',
  dns: 'connection',
  blocked: 'connection',
  connect: 'connection',
  tls: 'connection',
  auth: 'connection',
  send: 'connection',
  http: 'connection',
  timeout: 'general',
  parse: 'mapping',
  map: 'mapping',
};
const wordsForPlace = {
  connection: `Open ${sections.connection}`,
  mapping: `Open ${sections.mapping}`,
  general: 'Change the time limit',
} as const;

function Failure({ result, ways, onAgain }: { result: InvocationResult; ways: Ways; onAgain: () => void }) {
  // No mapping finds an answer in a web page: the address is another one.
  const place = isWebPage(result.raw_response) ? 'connection' : placeOfStage[result.stage];
  const go = place === undefined ? undefined : ways[place];
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold">
        Failed: {wordsForStage(result.stage).toLowerCase()}
        {result.status_code === null ? '' : `, HTTP ${result.status_code}`}
      </p>
      {result.error ? <p className="break-words">{inFormWords(result.error.message)}</p> : null}
      {result.error?.hint ? <p className="font-medium">{inFormWords(result.error.hint)}</p> : null}
      <div className="flex flex-wrap gap-2 pt-1">
        <Button size="small" onClick={onAgain}>
          Send again
        </Button>
        {place !== undefined && go !== undefined ? (
          <Button size="small" onClick={go}>
            {wordsForPlace[place]}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
