import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Review, ReviewItem } from '@sonde/contract';
import { useMay } from '../../lib/platform-context.tsx';
import { beginningOf, plural } from '../../lib/format.ts';
import { isRecord, shownText } from '../../lib/shown-text.ts';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Notice, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { cutTurn } from '../test-runs/cut-turn.ts';
import { ResultChip } from '../test-runs/run-marks.tsx';
import { Expectations, Verdicts } from '../test-runs/verdicts.tsx';
import { RunProgress } from './run-progress.tsx';
import { useQueue, type Asked, type Judgement } from './use-queue.ts';

/** One result after the other, judged by a key: what nothing has decided first, and then the least certain. */
export function ReviewPage() {
  const may = useMay();
  const runId = useSearchText('run') ?? undefined;
  const metricId = useSearchText('metric') ?? undefined;
  const isOpen = useSearchText('open') === 'yes';
  const isFailed = useSearchText('failed') === 'yes';
  const flagsAsked = useSearchText('flags');
  const flags = flagsAsked === 'only' || flagsAsked === 'without' ? flagsAsked : undefined;
  const [isBlind, setBlind] = useState(false);
  if (!may('test_result:update'))
    return (
      <Page title="To review">
        <EmptyState
          title="Your role can only read"
          action={<LinkButton to="/annotations">See past reviews</LinkButton>}
        >
          <p>What others said of results is under Past reviews.</p>
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="To review"
      lead={`${waitingWords({ isOpen, isFailed, flags, runId })}. ${orderWords({ isOpen, isFailed })} Your verdict decides.`}
      actions={
        <label className="flex items-center gap-2 touch:min-h-11">
          <input type="checkbox" checked={isBlind} onChange={(event) => setBlind(event.target.checked)} />
          Hide what the metrics said
        </label>
      }
    >
      {runId === undefined ? null : <RunProgress runId={runId} />}
      {(isOpen || isFailed) && runId !== undefined ? (
        <p>
          <Link className="link" to="/review" search={{ run: runId }}>
            Review everything of this run
          </Link>
        </p>
      ) : null}
      {/* What the metrics said is shown or hidden of the result that is looked at; what is typed about it stays. */}
      <Queue
        key={`${runId} ${metricId} ${isOpen} ${isFailed} ${flags}`}
        asked={{ runId, metricId, isOpen, isFailed, flags, isBlind }}
      />
    </Page>
  );
}

/** Which results these are, as the beginning of a sentence. */
function waitingWords({
  isOpen,
  isFailed,
  flags,
  runId,
}: Pick<Asked, 'isOpen' | 'isFailed' | 'flags' | 'runId'>): string {
  const of = runId === undefined ? '' : ' of one run';
  if (flags === 'only') return `Results${of} that were checked for flags only`;
  if (isFailed && isOpen) return `Results${of} that failed or that nothing has decided`;
  if (isFailed) return `Results${of} that failed`;
  if (isOpen) return `Results${of} that nothing has decided`;
  return `Results${of} that wait for a person to judge them`;
}

/** In what order they come, as the queue sorts them. */
function orderWords({ isOpen, isFailed }: Pick<Asked, 'isOpen' | 'isFailed'>): string {
  if (isOpen && !isFailed) return 'Those that a metric has flagged come first.';
  if (isFailed && !isOpen) return 'Those whose score is closest to the limit come first.';
  return 'Those that nothing has decided come first, and of these what a metric has flagged.';
}

/** How many more want a person, and how many the metrics have decided that one may look at all the same. */
function moreWords({ remaining, unsure }: Pick<ReviewItem, 'remaining' | 'unsure'>): string {
  if (unsure === null) return `${plural(remaining, 'more result')} waiting.`;
  const decided = remaining - unsure;
  const others = decided === 0 ? '' : ` ${plural(decided, 'other')} the metrics decided, and you may check.`;
  return `${plural(unsure, 'more result')} waiting.${others}`;
}

function Queue({ asked }: { asked: Asked }) {
  const { item, taken, done, isBusy, error, judge, skip, again, last, undo } = useQueue(asked);
  const metric = item?.result?.verdicts.find(({ metric_id }) => metric_id === asked.metricId);
  const [comment, setComment] = useState('');
  // What was being written meanwhile is about another result.
  const takeBack = (): void => undo(setComment);
  useUndoOffer(last, takeBack);
  const field = useRef<HTMLTextAreaElement>(null);
  const waiting = useRef<{ item: ReviewItem; what: Review['status'] | 'skip' } | 'take back' | null>(null);
  const [lost, setLost] = useState<Lost | null>(null);
  const decide = (status: Review['status']): void => {
    if (!item?.result) return;
    // A key that was on its way to the result that is gone says nothing of the one in its place.
    if (lost?.isUnread) return setLost({ ...lost, isUnread: false });
    // Who is quicker than the one before it is stored decides on what they see; it is said as soon as it is theirs.
    if (isBusy) {
      waiting.current = { item, what: status };
      return;
    }
    judge({ status, comment });
    setComment('');
    setLost(null);
  };
  const goOn = useEffectEvent(() => {
    const said = waiting.current;
    waiting.current = null;
    if (said === 'take back') return takeBack();
    const isGone = taken !== null && taken !== lost?.item;
    // A key between the moment it was gone and this one says nothing of the one in its place either.
    if (said && !isGone && said.item.result?.id === item?.result?.id) {
      if (said.what === 'skip') skipThis();
      else decide(said.what);
    } else if (isGone || said) {
      const gone = isGone ? taken : said?.item;
      const verdict = said?.item === gone && said?.what !== 'skip' ? said?.what : null;
      if (gone) setLost({ item: gone, comment, verdict: verdict ?? null, isTaken: isGone, isUnread: true });
      setComment('');
    }
  });
  useEffect(() => {
    if (!isBusy) goOn();
  }, [isBusy]);
  const takeBackLast = (): void => {
    // A verdict can be taken back once it is stored; who is quicker than that is not ignored.
    if (isBusy) waiting.current = 'take back';
    else takeBack();
  };
  const skipThis = (): void => {
    if (!item?.result) return;
    if (lost?.isUnread) return setLost({ ...lost, isUnread: false });
    if (isBusy) {
      waiting.current = { item, what: 'skip' };
      return;
    }
    setComment('');
    setLost(null);
    skip();
  };
  useShortcuts({
    p: () => decide('Pass'),
    f: () => decide('Fail'),
    s: skipThis,
    u: takeBackLast,
    c: () => field.current?.focus(),
  });
  return (
    <>
      <WritingGuard dirty={comment.trim() !== ''} />
      {error ? <ProblemNotice error={error} what="That did not work" onRetry={again} /> : null}
      <p className="sr-only" role="status">
        {done === 0 || !item?.result ? '' : `Your verdict is stored, ${plural(done, 'verdict')} so far.`}
      </p>
      {lost === null ? null : <LostNotice lost={lost} hasNext={Boolean(item?.result)} />}
      {item === null ? isBusy ? <SkeletonLines count={8} label="Finding the next result" /> : null : null}
      {item && !item.result ? <AllDone asked={asked} done={done} /> : null}
      {item?.result ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]" aria-busy={isBusy}>
          <Judged item={item} isBlind={asked.isBlind || item.blind} />
          <Section
            title={
              asked.metricId === undefined
                ? 'Your verdict'
                : `Your verdict on ${metric?.name ?? 'the metric'}`
            }
            lead={`${item.assigned ? 'Assigned to you. ' : ''}${item.reason ?? ''} ${moreWords(item)}`}
          >
            <div className="flex flex-wrap gap-2">
              {/* Never busy, yet the second press of a double click would judge a result that nobody has seen. */}
              <Button look="primary" busy={false} aria-keyshortcuts="P" onClick={() => decide('Pass')}>
                Pass <Key>P</Key>
              </Button>
              <Button look="danger" busy={false} aria-keyshortcuts="F" onClick={() => decide('Fail')}>
                Fail <Key>F</Key>
              </Button>
              <Button aria-keyshortcuts="S" onClick={skipThis}>
                Skip <Key>S</Key>
              </Button>
            </div>
            <AreaField
              ref={field}
              label="Why"
              optional
              rows={3}
              maxLength={10_000}
              hint="C to write, Esc to leave the field. P, F, S and, to take the last verdict back, U work outside of it."
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') event.currentTarget.blur();
              }}
            />
          </Section>
        </div>
      ) : null}
    </>
  );
}

/** What was said or written of a result that was not to be had any more by then. */
interface Lost {
  readonly item: ReviewItem;
  readonly comment: string;
  readonly verdict: Review['status'] | null;
  /** By somebody else, or by what was said of the same answer; otherwise the verdict before it was not stored, and that result is back. */
  readonly isTaken: boolean;
  /** Until a key or a press shows that it was seen, none of them judges the result in its place. */
  readonly isUnread: boolean;
}

function LostNotice({
  lost: { item, comment, verdict, isTaken, isUnread },
  hasNext,
}: {
  lost: Lost;
  hasNext: boolean;
}) {
  const asked = beginningOf(item.result?.content ?? shownText(item.result?.input), 120);
  return (
    <Notice tone="warn">
      <div role="alert" className="grid gap-1">
        <p>
          {isTaken
            ? `“${asked}” waits no more: somebody else took it, or a verdict on the same answer decided it.`
            : `“${asked}” is not shown any more, since the verdict before it was not stored.`}
          {verdict === null ? '' : ` Your ${verdict === 'Pass' ? 'pass' : 'fail'} of it was not stored.`}
          {isUnread && hasNext ? ' Here is the next; press once more to judge it.' : ''}
        </p>
        {comment.trim() === '' ? null : <p className="whitespace-pre-wrap">You wrote: {comment}</p>}
      </div>
    </Notice>
  );
}

/** What was asked for is at its end; what is decided already comes only to whoever wants it. */
function AllDone({ asked, done }: { asked: Asked; done: number }) {
  const title =
    done > 0
      ? `Done: you reviewed ${plural(done, 'result')} since you opened this page`
      : 'Nothing waits for a review';
  const { runId, isOpen, isFailed } = asked;
  if (!(isOpen || isFailed) || runId === undefined)
    return (
      <EmptyState title={title} action={<LinkButton to="/annotations">See past reviews</LinkButton>}>
        <p>What others are looking at just now comes back if they leave it.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title={title}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <LinkButton look="primary" to="/runs/$runId" params={{ runId }}>
            Back to the run
          </LinkButton>
          <LinkButton to="/review" search={{ run: runId }}>
            {isFailed ? 'Review everything' : 'Review what the metrics decided'}
          </LinkButton>
        </span>
      }
    >
      <p>
        {isFailed
          ? 'Nothing of this run that failed waits for you.'
          : 'Nothing of this run that its metrics left open waits for you.'}{' '}
        What others are looking at just now comes back if they leave it.
      </p>
    </EmptyState>
  );
}

/** One key decides, so one press takes it back, for as long as the next verdict has not taken its place. */
function useUndoOffer(last: Judgement | null, undo: () => void): void {
  const messages = useMessages();
  const offer = useEffectEvent((judgement: Judgement) =>
    messages.offer(judgement.review.status === 'Pass' ? 'You passed it' : 'You failed it', {
      description: beginningOf(
        judgement.item.result?.content ?? shownText(judgement.item.result?.input),
        120,
      ),
      action: 'Undo',
      onAction: undo,
      onClose: () => undefined,
    }),
  );
  useEffect(() => (last === null ? undefined : offer(last)), [last]);
}

const Key = ({ children }: { children: string }) => (
  <kbd aria-hidden="true" className="rounded border border-current px-1 font-mono text-[0.75rem] opacity-70">
    {children}
  </kbd>
);

/** Single keys, where nobody is writing. */
function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    // The letter after a `g` names a page to go to.
    if (event.key === 'g') wentAt.current = event.timeStamp;
    if (event.timeStamp - wentAt.current <= 1000) return;
    const at = event.target instanceof HTMLElement ? event.target : null;
    if (at?.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]')) return;
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function Judged({ item, isBlind }: { item: ReviewItem; isBlind: boolean }) {
  const { result } = item;
  if (!result) return null;
  const output = isRecord(result.output) ? result.output : {};
  const failure = isRecord(output['error'])
    ? shownText(output['error']['message'])
    : shownText(output['error']);
  const answer = shownText(output['output']);
  return (
    <Section title="Result">
      <About about={result.about} />
      {result.turns.length > 0 ? (
        result.turns.map((turn) => (
          <div key={turn.turn} className="grid gap-3">
            <Text title={`User, turn ${turn.turn}`} text={turn.sent} />
            <Text
              title="Application"
              text={turn.received === null ? 'There is no answer.' : shownText(turn.received)}
            />
            {turn.is_truncated ? <p className="text-muted">{cutTurn}</p> : null}
          </div>
        ))
      ) : (
        <>
          <Text title="Sent" text={shownText(result.input)} />
          <Text title="Answer" text={answer === '' ? failure || 'There is no answer.' : answer} />
        </>
      )}
      {result.expected === null ? null : <Text title="Expected" text={result.expected} />}
      <Expectations judges={result.judged_by} />
      {isBlind ? (
        <Notice>What the metrics said shows once you have decided.</Notice>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="mark">What the metrics said</h3>
            {result.status === null ? null : (
              <ResultChip status={result.status} reasonCode={result.reason_code} />
            )}
          </div>
          {result.reason === null ? null : <p>{result.reason}</p>}
          <Verdicts verdicts={result.verdicts} />
        </>
      )}
    </Section>
  );
}

/** Of what it is, since the results of all runs wait here. */
function About({ about }: { about: NonNullable<ReviewItem['result']>['about'] }) {
  const { test_run: run, test_set: set, requirement } = about;
  return (
    <p className="text-[0.875rem] text-muted">
      A result of the run{' '}
      <Link className="link" to="/runs/$runId" params={{ runId: run.id }}>
        {run.name}
      </Link>{' '}
      of the test set{' '}
      <Link className="link" to="/test-sets/$testSetId" params={{ testSetId: set.id }}>
        {set.name}
      </Link>
      {requirement === null ? null : (
        <>
          , for the requirement{' '}
          <Link className="link" to="/requirements" search={{ requirement: requirement.id }}>
            {requirement.name.replace(/\.$/, '')}
          </Link>
        </>
      )}
      .
    </p>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid gap-1.5" aria-label={title}>
      <h3 className="mark">{title}</h3>
      <p className="break-words whitespace-pre-wrap">{text}</p>
    </section>
  );
}
