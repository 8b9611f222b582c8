import { useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ArchitectMessage, ArchitectTalk } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { talkKey, useTalk } from './architect-query.ts';
import { Composer } from './composer.tsx';
import { PlanView } from './plan-view.tsx';
import { TalkStatus } from './talk-status.tsx';

const route = getRouteApi('/inside/architect/$sessionId');

export function TalkPage() {
  const { sessionId } = route.useParams();
  const talk = useTalk(sessionId);
  if (talk.isPending) return <SkeletonLines count={6} label="Loading the chat" />;
  if (talk.error)
    return (
      <Page title="This chat cannot be shown">
        <ProblemNotice error={talk.error} onRetry={() => void talk.refetch()} />
        <LinkButton className="justify-self-start" to="/architect">
          To the list of chats
        </LinkButton>
      </Page>
    );
  return <TalkShown key={sessionId} talk={talk.data} />;
}

function TalkShown({ talk }: { talk: ArchitectTalk }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const isAtWork = talk.status !== 'idle' && talk.status !== 'confirming';
  const take = (changed: ArchitectTalk): void => void queryClient.setQueryData(talkKey(talk.id), changed);
  const send = useMutation({
    mutationFn: (content: string) =>
      api.call('sendArchitectMessage', {
        params: { id: talk.id },
        // What is said may be a yes, and that is to the plan that stands here.
        body: { content, ...(talk.status === 'confirming' ? { plan_version: talk.plan_version } : {}) },
      }),
    onSuccess: take,
  });
  const stop = useMutation({
    mutationFn: () => api.call('stopArchitect', { params: { id: talk.id } }),
    onSuccess: take,
  });
  const approve = useMutation({
    mutationFn: (all: boolean) =>
      api.call('updateArchitectSession', { params: { id: talk.id }, body: { auto_approve: all } }),
    onSuccess: take,
  });
  const fault = send.error ?? stop.error ?? approve.error;
  return (
    <Page
      title={talk.title}
      mark="Architect"
      lead={<TalkStatus status={talk.status} />}
      actions={
        <>
          {isAtWork ? (
            <Button look="danger" busy={stop.isPending} onClick={() => stop.mutate()}>
              Stop
            </Button>
          ) : null}
          <LinkButton to="/architect">All chats</LinkButton>
          <MoreMenu name={talk.title} removal={{ onSelect: () => setDeleting(true) }} />
        </>
      }
    >
      <Section title="Messages">
        <Messages messages={talk.messages} isAtWork={isAtWork} />
      </Section>
      {talk.plan.length > 0 ? <PlanView talk={talk} onSaid={take} /> : null}
      <Section title="Go on">
        {fault ? <ProblemNotice error={fault} what="That did not work" /> : null}
        <Composer
          busy={send.isPending}
          disabled={isAtWork}
          {...(isAtWork ? { hint: 'It is at work. Wait for it, or stop it first.' } : {})}
          onSend={(content, clear) => send.mutate(content, { onSuccess: clear })}
        />
        <label className="flex items-start gap-2 text-[0.875rem]">
          <input
            type="checkbox"
            className="mt-1"
            checked={talk.auto_approve}
            disabled={approve.isPending}
            onChange={(event) => approve.mutate(event.target.checked)}
          />
          <span>
            Carry out every plan without asking me first. A plan is also made from what applications answer:
            what an answer talks the Architect into is then done too.
          </span>
        </label>
      </Section>
      <DeleteTalk talk={talk} open={isDeleting} onClose={() => setDeleting(false)} />
    </Page>
  );
}

function Messages({ messages, isAtWork }: { messages: readonly ArchitectMessage[]; isAtWork: boolean }) {
  const end = useRef<HTMLLIElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  return (
    <ol className="grid gap-4" aria-live="polite" aria-relevant="additions">
      {messages.length === 0 ? <li className="text-muted">Nothing has been said yet.</li> : null}
      {messages.map(({ id, role, content }) => (
        <li
          key={id}
          dir="auto"
          className={`max-w-prose px-4 py-2.5 break-words whitespace-pre-wrap ${looks[role]}`}
        >
          <span className="sr-only">{speakers[role]}: </span>
          {content}
        </li>
      ))}
      <li ref={end} className="text-[0.875rem] text-muted">
        {isAtWork ? 'At work …' : ''}
      </li>
    </ol>
  );
}

const looks: Readonly<Record<ArchitectMessage['role'], string>> = {
  user: 'justify-self-end rounded-lg rounded-br-none bg-signal-soft',
  assistant: 'justify-self-start rounded-lg rounded-bl-none bg-sunken',
  event: 'justify-self-center text-[0.875rem] text-muted',
};
const speakers: Readonly<Record<ArchitectMessage['role'], string>> = {
  user: 'You',
  assistant: 'Architect',
  event: 'What happened',
};

function DeleteTalk({ talk, open, onClose }: { talk: ArchitectTalk; open: boolean; onClose: () => void }) {
  const api = useApi();
  const messages = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('deleteArchitectSession', { params: { id: talk.id } }),
    onSuccess: async () => {
      messages.say('The chat was deleted');
      await navigate({ to: '/architect' });
      void queryClient.invalidateQueries({ queryKey: ['architect'] });
    },
    onError: (error) => messages.fail('The chat was not deleted', error),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${talk.title}?`}
      consequence="It cannot be restored. What it has made stays."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
