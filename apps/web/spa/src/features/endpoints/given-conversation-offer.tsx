import { Button } from '../../ui/button.tsx';
import { WithCode } from '../../ui/with-code.tsx';
import type { EndpointDraft } from './draft.ts';
import type { GivenConversation, SharedValue } from './given-conversation.ts';

/** What a new conversation does not change. */
export const SharedValueNote = ({ shared: { field, value } }: { shared: SharedValue }) => (
  <p>
    <WithCode
      text={`Every message is sent with the same \`${field}\`, “${value}”, and the answer brings it back: all messages, those after “New conversation” too, may share one conversation. If it names the conversation, put \`{{ conversation_id }}\` in its place under Mapping.`}
    />
  </p>
);

/** One press maps both ways what an answer seems to name its conversation by. */
export function GivenConversationOffer({
  given,
  edit,
}: {
  given: GivenConversation;
  edit: (changes: Partial<EndpointDraft>) => void;
}) {
  return (
    <div className="grid justify-items-start gap-2 text-[0.875rem]">
      <p>
        <WithCode
          text={
            given.isNew
              ? `Your application seems to keep a conversation by \`${given.field}\`: its answer brings one, and no message sends it back. With one press it is read from each answer and sent with the next message; if the application then refuses the message, take it out under Mapping.`
              : `The application sent \`${given.field}\`. If that names the conversation, read it from the answer and send it with the next message.`
          }
        />
      </p>
      <Button size="small" onClick={() => edit(given.changes)}>
        Use “{given.field}” as the conversation ID
      </Button>
    </div>
  );
}
