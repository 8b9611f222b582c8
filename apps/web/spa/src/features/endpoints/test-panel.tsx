import { useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { Endpoint } from '@sonde/contract';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { KeepAsTest } from '../tests/keep-as-test.tsx';
import { conversationField, keepsHistory } from './call-variables.ts';
import { Composer } from './composer.tsx';
import { faultsOf, setMapping } from './draft.ts';
import type { EndpointDraft, Pair } from './draft.ts';
import { givenConversation, sharedValue } from './given-conversation.ts';
import { GivenConversationOffer, SharedValueNote } from './given-conversation-offer.tsx';
import { MemoryCheck } from './memory-check.tsx';
import { RequestPreview } from './request-preview.tsx';
import { messagesIn } from './talk.ts';
import type { Talk, TalkTurn } from './talk.ts';
import { Transcript } from './transcript.tsx';
import type { Ways } from './transcript.tsx';
import { TurnDetails } from './turn-details.tsx';

export interface TestPanelProps {
  draft: EndpointDraft;
  saved: Endpoint | null;
  edit: (changes: Partial<EndpointDraft>) => void;
  talk: Talk;
  /** Where faults of a call are set right. */
  ways: Ways;
}

/** A conversation with the application; beside it what came with one answer. On narrow screens, one at a time. */
export function TestPanel({ draft, saved, edit, talk, ways }: TestPanelProps) {
  const [shown, setShown] = useState<'conversation' | 'details'>('conversation');
  const area = useRef<HTMLTextAreaElement>(null);
  const { chosen } = talk;
  const hidden = (part: typeof shown) => classes(part !== shown && 'max-lg:hidden');
  return (
    <div className="grid gap-4">
      <div className="flex gap-1.5 lg:hidden" role="group" aria-label="What is shown">
        {(['conversation', 'details'] as const).map((part) => (
          <Button
            key={part}
            size="small"
            look={part === shown ? 'primary' : 'plain'}
            aria-pressed={part === shown}
            onClick={() => setShown(part)}
          >
            {part === 'conversation' ? 'Conversation' : 'Details'}
          </Button>
        ))}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,6fr)]">
        <div className={classes('grid min-w-0 gap-5', hidden('conversation'))}>
          <section className="card min-w-0" aria-label="Conversation">
            <Head talk={talk} onBegin={() => area.current?.focus()} />
            <Transcript
              talk={talk}
              rows={draft.response_mapping}
              ways={ways}
              onShow={() => setShown('details')}
            />
            <KeptElsewhere talk={talk} saved={saved} />
            <Apart talk={talk} draft={draft} edit={edit} />
            <Composer
              talk={talk}
              area={area}
              template={draft.request_mapping}
              isNowhere={saved === null && faultsOf(draft).url !== undefined}
            />
          </section>
          <RequestPreview call={talk.call} values={talk.values} draft={draft} />
          <MemoryCheck call={talk.call} values={talk.values} draft={draft} edit={edit} />
        </div>
        <div className={classes('min-w-0 lg:sticky lg:top-20', hidden('details'))}>
          {chosen?.result ? (
            <TurnDetails
              turn={chosen}
              rows={draft.response_mapping}
              actions={<KeepTurn turn={chosen} talk={talk} saved={saved} />}
              onMap={(name, path) =>
                edit({ response_mapping: setMapping(draft.response_mapping, name, path) })
              }
            />
          ) : (
            <div className="card depth-rule grid min-h-56 place-items-center p-8 text-center text-muted">
              <p className="max-w-xs text-balance">
                The raw answer, what is mapped of it, the request and the time of each stage appear here.
              </p>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function Head({ talk, onBegin }: { talk: Talk; onBegin: () => void }) {
  const id = talk.turns.findLast(({ result }) => result?.conversation_id)?.result?.conversation_id ?? null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2.5">
      <div className="min-w-0">
        <h2 className="font-semibold">Conversation</h2>
        {id === null ? null : (
          <p className="flex min-w-0 items-center gap-1 text-[0.75rem] text-muted">
            <span className="truncate font-mono">{id}</span>
            <CopyButton text={id} label="Copy the conversation ID" />
          </p>
        )}
      </div>
      {talk.turns.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            onClick={() => {
              talk.begin();
              onBegin();
            }}
          >
            New conversation
          </Button>
        </div>
      )}
    </div>
  );
}

/** This page forgets a conversation when it is loaded again; what was said stays where calls are kept. */
function KeptElsewhere({ talk, saved }: { talk: Talk; saved: Endpoint | null }) {
  if (saved === null || !talk.turns.some(({ result }) => result !== null)) return null;
  return (
    <p className="px-4 pb-3 text-[0.8125rem] text-muted">
      Loading this page again begins anew. Each call stays under{' '}
      <Link className="link" to="/traces">
        Traces
      </Link>
      .
    </p>
  );
}

/** Said once an answer shows it: without an ID of its own, what looks like a conversation is none, or is everybody's. */
function Apart({ talk, draft, edit }: Pick<TestPanelProps, 'talk' | 'draft' | 'edit'>) {
  const turn = talk.turns.findLast(({ result }) => result?.success === true);
  const last = turn?.result;
  if (!last || keepsHistory(draft.request_mapping)) return null;
  const shared = sharedValue(draft.request_mapping, last.raw_response);
  // An ID that is read and not sent does not end that all messages carry the same value.
  if (last.conversation_id !== null && shared === undefined) return null;
  const given = givenConversation(draft, last.raw_response);
  const isMappedSince =
    conversationField(draft.request_mapping) !== null &&
    pathOfConversation(draft.response_mapping) !== pathOfConversation(turn.sentRows);
  return (
    <div className="grid gap-2 px-4 pb-3 text-[0.8125rem] text-muted">
      {isMappedSince ? (
        <p>The conversation ID is mapped since that answer: it is read from the next one.</p>
      ) : shared ? (
        <SharedValueNote shared={shared} />
      ) : (
        <p>
          No conversation ID came back, so each message stands alone.
          {given ? null : (
            <>
              {' '}
              If the application keeps conversations, map <code className="font-mono">
                conversation_id
              </code>{' '}
              and put it into the template.
            </>
          )}
        </p>
      )}
      {given ? <GivenConversationOffer given={given} edit={edit} /> : null}
    </div>
  );
}

const pathOfConversation = (rows: readonly Pair[]): string | undefined =>
  rows.find(({ name }) => name === 'conversation_id')?.value;

/**
 * A test is made of an answer; of a call that failed there is nothing to expect. In the middle of a talk the answer rests on what
 * was said before it, so that the talk comes first.
 */
function KeepTurn({ turn, talk, saved }: { turn: TalkTurn; talk: Talk; saved: Endpoint | null }) {
  const answered = messagesIn([turn]);
  if (answered.length === 0) return null;
  const source = sourceOf(turn, saved);
  const upToHere = messagesIn(talk.turns.slice(0, talk.turns.findIndex(({ id }) => id === turn.id) + 1));
  if (upToHere.length <= answered.length) return <KeepAsTest messages={answered} source={source} />;
  return (
    <div role="group" aria-label="Keep as test" className="flex flex-wrap items-center gap-2">
      <span aria-hidden className="text-[0.8125rem] text-muted">
        Keep as test:
      </span>
      <KeepAsTest isMain words="The talk up to here" messages={upToHere} source={source} />
      <KeepAsTest
        words="This message alone"
        messages={answered}
        source={source}
        leftOut="Only this message becomes a test: what was said before it is not sent. “The talk up to here” keeps both."
      />
    </div>
  );
}

const sourceOf = (turn: TalkTurn | undefined, saved: Endpoint | null) => ({
  kind: 'conversation' as const,
  ref: { trace_id: turn?.result?.trace_id ?? null, ...(saved ? { endpoint_id: saved.id } : {}) },
});
