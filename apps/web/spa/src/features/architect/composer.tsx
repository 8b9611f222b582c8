import { useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';

/** What is said next. Enter sends it, Shift and Enter break the line. */
export function Composer({
  busy,
  disabled,
  hint,
  onSend,
}: {
  busy: boolean;
  disabled?: boolean;
  hint?: string;
  onSend: (content: string, clear: () => void) => void;
}) {
  const [content, setContent] = useState('');
  const send = (): void => {
    if (content.trim() === '' || busy || disabled) return;
    onSend(content.trim(), () => setContent(''));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <WritingGuard dirty={!busy && content.trim() !== ''} />
      <AreaField
        label="Your message"
        rows={2}
        maxLength={8000}
        hint={hint}
        value={content}
        onChange={(event) => setContent(event.target.value)}
        onKeyDown={press}
      />
      <Button
        type="submit"
        look="primary"
        className="justify-self-end"
        busy={busy}
        disabled={disabled ?? false}
      >
        Send
      </Button>
    </form>
  );
}
