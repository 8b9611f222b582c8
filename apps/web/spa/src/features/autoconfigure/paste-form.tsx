import { useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { generationModelQuery } from '../../lib/generation-model-query.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField, CheckField, SecretField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/page.tsx';
import { cutOff } from './cut-off.ts';
import { firstUrl, foundSecrets, textForModel } from './found-secrets.ts';
import type { PasteValues } from './paste-values.ts';

export function PasteForm({
  values,
  onChange,
  onSubmit,
  onBack,
}: {
  values: PasteValues;
  onChange: (values: PasteValues) => void;
  onSubmit: () => void;
  onBack: () => void;
}) {
  const api = useApi();
  const model = useQuery(generationModelQuery(api));
  const set = (change: Partial<PasteValues>): void => onChange({ ...values, ...change });
  const secrets = foundSecrets(values.text);
  const missing = cutOff(values.text);
  const target = values.url.trim() === '' ? firstUrl(values.text) : values.url.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]" onSubmit={submit}>
      <div className="grid gap-5">
        <AreaField
          label="Curl command, code or description"
          mono
          required
          autoFocus
          rows={11}
          spellCheck={false}
          placeholder={example}
          value={values.text}
          onChange={(event) => set({ text: event.target.value })}
          hint="A curl command in any dialect, code in any common language, OpenAPI, Postman, a sample request with its answer, or plain words."
        />
        <CheckField
          label="Try it with a real message"
          checked={values.probe}
          onChange={(event) => set({ probe: event.target.checked })}
          hint={
            values.probe ? (
              <>
                You agree that Sonde sends a short, harmless message to{' '}
                <strong className="font-mono [overflow-wrap:anywhere]">
                  {target ?? 'the address found in the text'}
                </strong>
                : one to four times, as many as it takes to find out how it answers. Without it, nothing can
                be verified.
              </>
            ) : (
              'Nothing is sent. The result stays unverified, so its confidence stays low or medium.'
            )
          }
        />
        {missing === undefined ? null : (
          <Notice tone="warn">
            The command looks cut off: {missing}. Copy all of it, or the message and the key may be missing.
          </Notice>
        )}
        {secrets.length > 0 ? (
          <Notice tone="warn">
            This looks like it holds {secrets.join(' and ')}. It is kept apart from the text: no model and no
            log sees it. The key of the application is stored encrypted and sent to the application with each
            call; to use another one, enter it under “Key or token”.
          </Notice>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" disabled={values.text.trim() === ''}>
            Analyze
          </Button>
          <Button onClick={onBack}>Back</Button>
        </div>
      </div>
      <div className="grid gap-5">
        <TextField
          label="Address"
          optional
          type="url"
          mono
          value={values.url}
          onChange={(event) => set({ url: event.target.value })}
          hint="Only if the text does not name it, or names another one."
        />
        <SecretField
          label="Key or token"
          optional
          mono
          autoComplete="off"
          value={values.token}
          onChange={(event) => set({ token: event.target.value })}
          hint="The one that the supplier of the application gave you. It is sent to the address only; no model and no log ever sees it."
        />
        <TextField
          label="Name"
          optional
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Notice>
          {model.data?.source === 'builtin'
            ? 'The built-in reader does this here, offline, without a language model.'
            : model.data?.source === 'none'
              ? 'No AI model is configured, and the built-in reader is switched off.'
              : model.data
                ? `${model.data.model} at ${model.data.host ?? 'an address that is not known'} reads the text after secrets were taken out, and what a refused test call was answered. What the built-in reader already understands is not asked.`
                : 'Finding out what reads the text…'}
        </Notice>
        {model.data && model.data.source !== 'builtin' && model.data.source !== 'none' ? (
          <SentText values={values} host={model.data.host} />
        ) : null}
      </div>
    </form>
  );
}

/** What would leave, before anything does. */
function SentText({ values, host }: { values: PasteValues; host: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-[0.9375rem]">
        The text that {host ?? 'the model'} is given
      </summary>
      {isOpen ? (
        <pre
          // It may be longer than its box.
          tabIndex={0}
          role="region"
          aria-label="The text that the model is given"
          className="mt-2 max-h-72 overflow-auto font-mono text-[0.8125rem] break-words whitespace-pre-wrap"
        >
          {textForModel(values.text, values.token) || 'Nothing is pasted yet.'}
        </pre>
      ) : null}
    </details>
  );
}

const example = `curl https://assistant.example.org/v1/chat \\
  -H 'Content-Type: application/json' \\
  -d '{"question": "When are you open?", "thread": null}'`;
