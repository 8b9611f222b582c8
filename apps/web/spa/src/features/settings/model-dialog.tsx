import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { AiModel } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SecretField, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

const providers: readonly { value: AiModel['provider']; label: string }[] = [
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
  { value: 'mistral', label: 'Mistral' },
  { value: 'ollama', label: 'Ollama (on your machine)' },
  { value: 'openai_compatible', label: 'Another one with the API of OpenAI' },
];

export function ModelDialog({
  model,
  onClose,
  onSaved,
}: {
  model: AiModel | null;
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const api = useApi();
  const [form, setForm] = useState({
    name: model?.name ?? '',
    provider: model?.provider ?? 'openai',
    model_name: model?.model_name ?? '',
    base_url: model?.base_url ?? '',
    api_key: '',
  });
  const body = () => ({
    name: form.name,
    provider: form.provider,
    model_name: form.model_name,
    base_url: form.base_url.trim() === '' ? null : form.base_url.trim(),
    ...(form.api_key === '' ? {} : { api_key: form.api_key }),
  });
  const save = useMutation({
    mutationFn: () =>
      model
        ? api.call('updateModel', { params: { id: model.id }, body: body() })
        : api.call('createModel', { body: body() }),
    onSuccess: ({ id }) => onSaved(id),
  });
  const attempt = useMutation({
    mutationFn: () => {
      const { name, ...rest } = body();
      return api.call('testModelDraft', { body: name.trim() === '' ? rest : { name, ...rest } });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={model ? `Change ${model.name}` : 'Add a model'}>
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField
          label="Provider"
          value={form.provider}
          options={providers}
          onChange={(event) => setForm({ ...form, provider: event.target.value as AiModel['provider'] })}
        />
        <TextField
          label="Model"
          required
          mono
          value={form.model_name}
          onChange={(event) => setForm({ ...form, model_name: event.target.value })}
          hint="As the provider spells it."
        />
        <TextField
          label="Name"
          required
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
          hint="What it is called here."
        />
        <TextField
          label="Address"
          optional={form.provider !== 'openai_compatible'}
          required={form.provider === 'openai_compatible'}
          type="url"
          mono
          placeholder={form.provider === 'ollama' ? 'http://localhost:11434' : ''}
          value={form.base_url}
          onChange={(event) => setForm({ ...form, base_url: event.target.value })}
        />
        <SecretField
          label="API key"
          optional
          mono
          autoComplete="off"
          value={form.api_key}
          onChange={(event) => setForm({ ...form, api_key: event.target.value })}
          hint={model?.has_api_key ? 'Set. Leave empty to keep it.' : undefined}
        />
        <div role="status">
          {attempt.data ? (
            <Notice tone={attempt.data.success ? 'signal' : 'warn'}>
              {attempt.data.success
                ? `It answered in ${formatDuration(attempt.data.duration_ms)}. `
                : 'It cannot be used like this. '}
              {attempt.data.message}
            </Notice>
          ) : null}
        </div>
        {attempt.error ? <ProblemNotice error={attempt.error} /> : null}
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <DialogActions>
          {model ? null : (
            <span className="mr-auto">
              <Button busy={attempt.isPending} onClick={() => attempt.mutate()}>
                Try it first
              </Button>
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
