import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import type { CallValues } from './call-variables.ts';
import type { CallTarget } from './call-target.ts';
import type { EndpointDraft } from './draft.ts';
import { givenConversation, sharedValue } from './given-conversation.ts';
import { GivenConversationOffer, SharedValueNote } from './given-conversation-offer.tsx';
import { carries, readMemory, twoMessages } from './memory.ts';
import type { Memory } from './memory.ts';

interface TwoTurns extends Memory {
  readonly first: string;
  readonly second: string;
  /** The first answer as it came, and the ID that was read from it. */
  readonly answer: unknown;
  readonly conversationId: string | null;
}

/** Two turns in one conversation: tell it a number, ask for the number. */
export function MemoryCheck({
  call,
  values,
  draft,
  edit,
}: {
  call: CallTarget;
  values: CallValues;
  draft: EndpointDraft;
  edit: (changes: Partial<EndpointDraft>) => void;
}) {
  const check = useMutation({ mutationFn: () => twoTurns(call, values, draft.request_mapping) });
  const shared = check.data && sharedValue(draft.request_mapping, check.data.answer);
  const given =
    check.data && (check.data.verdict === 'forgets' || shared !== undefined)
      ? givenConversation(draft, check.data.answer, check.data.conversationId)
      : undefined;
  const tones = { remembers: 'signal', forgets: 'warn', unclear: 'neutral', failed: 'danger' } as const;
  return (
    <details className="card p-4 sm:p-5">
      <summary className="font-medium">Does it keep a conversation?</summary>
      <div className="mt-4 grid gap-3">
        <p className="text-[0.875rem] text-muted">
          Sends two real messages in one conversation: first a number to remember, then a question for it.
        </p>
        <Button
          size="small"
          className="justify-self-start"
          busy={check.isPending}
          onClick={() => check.mutate()}
        >
          Run the two turns
        </Button>
        {check.error ? <ProblemNotice error={check.error} /> : null}
        {check.data ? (
          <div role="status" className="grid gap-2">
            <span>
              <Chip tone={tones[check.data.verdict]}>
                {check.data.verdict === 'remembers'
                  ? 'It remembers'
                  : check.data.verdict === 'forgets'
                    ? 'It does not remember'
                    : 'Could not tell'}
              </Chip>
            </span>
            <p className="text-[0.9375rem]">{check.data.reason}</p>
            {shared ? <SharedValueNote shared={shared} /> : null}
            {given ? <GivenConversationOffer given={given} edit={edit} /> : null}
            <ol className="grid gap-3 text-[0.875rem] text-muted">
              {[check.data.first, check.data.second].map((text, index) => (
                <li key={index} className="grid gap-0.5 break-words">
                  <span>
                    Turn {index + 1}, asked: {twoMessages[index]}
                  </span>
                  <span dir="auto" className="text-ink">
                    Answered: {text === '' ? '(no answer)' : text}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        ) : null}
      </div>
    </details>
  );
}

async function twoTurns(call: CallTarget, values: CallValues, template: string): Promise<TwoTurns> {
  const say = (input: string, conversation: string | null) =>
    call({ ...values, texts: { ...values.texts, input, conversation_id: conversation ?? '' } }, false);
  const first = await say(twoMessages[0], null);
  const firstText = textOf(first.output);
  const id = first.conversation_id;
  const seen = { first: firstText, second: '', answer: first.raw_response, conversationId: id };
  if (!first.success)
    return { ...seen, verdict: 'failed', reason: first.error?.message ?? 'The first turn failed.' };
  const second = await say(twoMessages[1], id);
  const secondText = textOf(second.output);
  if (!second.success)
    return {
      ...seen,
      second: secondText,
      verdict: 'failed',
      reason: second.error?.message ?? 'The second turn failed.',
    };
  const isShared = sharedValue(template, first.raw_response) !== undefined;
  const carried = isShared
    ? 'sent with all'
    : id === null
      ? 'none came'
      : carries(second, id)
        ? 'sent'
        : 'not sent';
  return { ...seen, second: secondText, ...readMemory(firstText, secondText, carried) };
}

function textOf(output: unknown): string {
  if (output === null || output === undefined) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}
