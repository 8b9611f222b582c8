import { useState } from 'react';
import type { RefObject } from 'react';
import { Paperclip, Send, Square } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { CallFiles } from './call-files.tsx';
import { fieldsFor, lacksMessage } from './call-variables.ts';
import type { VariableField } from './call-variables.ts';
import type { Talk } from './talk.ts';

/** Where the next message is written: Enter sends it, Shift and Enter break the line. */
export function Composer({
  talk,
  template,
  isNowhere,
  area,
}: {
  talk: Talk;
  template: unknown;
  /** There is no address to send to yet. */
  isNowhere: boolean;
  area: RefObject<HTMLTextAreaElement | null>;
}) {
  const fields = fieldsFor(template);
  const fileFields = fields.filter(({ kind }) => kind === 'files' || kind === 'image');
  const others = fields.filter(({ kind }) => kind === 'text' || kind === 'long');
  const attached = talk.values.files.length + (talk.values.image === null ? 0 : 1);
  const [attaching, setAttaching] = useState(false);
  const isEmpty = lacksMessage(template, talk.values);
  const send = (): void => {
    if (isNowhere || isEmpty) return;
    setAttaching(false);
    talk.send();
    area.current?.focus();
  };
  return (
    <form
      className="grid gap-3 border-t border-line p-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {fileFields.length > 0 && (attaching || attached > 0)
        ? fileFields.map((field) => (
            <CallFiles key={field.name} field={field} values={talk.values} onChange={talk.setValues} />
          ))
        : null}
      <AreaField
        ref={area}
        label="Message"
        rows={2}
        value={talk.values.texts['input'] ?? ''}
        onChange={(event) => setText(talk, 'input', event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {talk.isWaiting ? (
          // It takes the place of Send, and with it the second press of a double click, which it has to refuse.
          <Button busy={false} icon={<Square aria-hidden size={14} />} onClick={talk.stop}>
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            look="primary"
            disabled={isNowhere || isEmpty}
            icon={<Send aria-hidden size={16} />}
          >
            Send
          </Button>
        )}
        {fileFields.length > 0 ? (
          <Button
            aria-expanded={attaching || attached > 0}
            icon={<Paperclip aria-hidden size={16} />}
            onClick={() => setAttaching(!attaching)}
          >
            {attached === 0 ? 'Attach' : plural(attached, 'file')}
          </Button>
        ) : null}
        <span className="text-[0.8125rem] text-muted">
          {isNowhere
            ? 'Enter the address under Connection first.'
            : isEmpty
              ? 'Write a message first'
              : 'Enter sends, Shift + Enter breaks the line'}
        </span>
      </div>
      {others.length > 0 ? <Variables talk={talk} fields={others} /> : null}
    </form>
  );
}

const setText = (talk: Talk, name: string, text: string): void =>
  talk.setValues((now) => ({ ...now, texts: { ...now.texts, [name]: text } }));

/** What the template reads besides the message. */
function Variables({ talk, fields }: { talk: Talk; fields: readonly VariableField[] }) {
  return (
    <details>
      <summary className="text-[0.875rem] text-muted">
        {plural(fields.length, 'variable')}: {fields.map(({ name }) => name).join(', ')}
      </summary>
      <div className="mt-3 grid gap-3">
        {fields.map(({ name, kind, hint }) => {
          const shared = { label: name, hint: hint ?? undefined, value: talk.values.texts[name] ?? '' };
          return kind === 'long' ? (
            <AreaField
              key={name}
              {...shared}
              rows={4}
              onChange={(event) => setText(talk, name, event.target.value)}
            />
          ) : (
            <TextField
              key={name}
              {...shared}
              mono
              onChange={(event) => setText(talk, name, event.target.value)}
            />
          );
        })}
      </div>
    </details>
  );
}
