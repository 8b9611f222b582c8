import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { PairsEditor } from './pairs-editor.tsx';
import { emptyPolling, emptyStep } from './step-drafts.ts';
import type { PollingDraft, RequestDraft, StepDraft } from './step-drafts.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }));
const mostSteps = 5;

/** What is fetched before the call, such as a session or a thread. */
export function BeforeStepsForm({
  steps,
  onChange,
}: {
  steps: readonly StepDraft[];
  onChange: (steps: readonly StepDraft[]) => void;
}) {
  const change = (index: number, next: Partial<StepDraft>): void =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...next } : step)));
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1.5 text-[0.875rem] font-medium">Before the call</legend>
      <p className="text-[0.8125rem] text-muted">
        Requests that fetch what the call needs, such as a session or a new thread. What they give is placed
        as <code className="font-mono">{'{{ before.name }}'}</code> in the request, its headers and its URL.
      </p>
      {steps.map((step, index) => (
        <div key={index} className="card grid gap-4 p-4">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
            <TextField
              label={`Name of step ${index + 1}`}
              required
              value={step.name}
              onChange={(event) => change(index, { name: event.target.value })}
            />
            <IconButton
              label={`Remove step ${step.name || index + 1}`}
              onClick={() => onChange(steps.filter((_, at) => at !== index))}
            >
              <Trash2 aria-hidden size={16} />
            </IconButton>
          </div>
          <SelectField
            label="When"
            value={step.when}
            options={[
              { value: 'always', label: 'Before each message' },
              { value: 'new_conversation', label: 'Before the first message of a conversation' },
            ]}
            onChange={(event) => change(index, { when: event.target.value as StepDraft['when'] })}
          />
          <RequestFields request={step} onChange={(next) => change(index, next)} />
          <PairsEditor
            legend="Values to take from the answer"
            noun="value"
            hint="A name, and where it stands: a path such as $.csrf, or {{ response_cookies.sid }}."
            pairs={step.values}
            onChange={(values) => change(index, { values })}
          />
        </div>
      ))}
      {steps.length < mostSteps ? (
        <Button
          size="small"
          className="justify-self-start"
          icon={<Plus aria-hidden size={15} />}
          onClick={() => onChange([...steps, emptyStep])}
        >
          Add a step before the call
        </Button>
      ) : null}
    </fieldset>
  );
}

/** For targets that promise an answer and have to be asked for it. */
export function PollingForm({
  polling,
  onChange,
}: {
  polling: PollingDraft | null;
  onChange: (polling: PollingDraft | null) => void;
}) {
  const change = (next: Partial<PollingDraft>): void => {
    if (polling) onChange({ ...polling, ...next });
  };
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-1.5 text-[0.875rem] font-medium">After the call</legend>
      <CheckField
        label="The application works on the answer: ask until it is done"
        checked={polling !== null}
        onChange={(event) => onChange(event.target.checked ? emptyPolling : null)}
      />
      {polling ? (
        <div className="card grid gap-4 p-4">
          <PairsEditor
            legend="Values to take from the first answer"
            noun="value"
            hint="Such as id at $.run.id. Write {{ start.id }} below."
            pairs={polling.values}
            onChange={(values) => change({ values })}
          />
          <RequestFields request={polling} onChange={change} />
          <Condition
            words="Done when"
            path={polling.done_path}
            values={polling.done_values}
            onPath={(done_path) => change({ done_path })}
            onValues={(done_values) => change({ done_values })}
          />
          <Condition
            words="Failed when"
            optional
            path={polling.failed_path}
            values={polling.failed_values}
            onPath={(failed_path) => change({ failed_path })}
            onValues={(failed_values) => change({ failed_values })}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            {limits.map(({ key, label }) => (
              <TextField
                key={key}
                label={label}
                mono
                inputMode="decimal"
                value={polling[key]}
                onChange={(event) => change({ [key]: event.target.value })}
              />
            ))}
          </div>
          <TextField
            label="URL of the result"
            optional
            mono
            value={polling.result_url}
            onChange={(event) => change({ result_url: event.target.value })}
            hint="Where the answer is fetched when the work is done. Empty means that the last status holds it."
          />
        </div>
      ) : null}
    </fieldset>
  );
}

const limits = [
  { key: 'interval_seconds', label: 'Seconds between questions' },
  { key: 'max_attempts', label: 'Questions at most' },
  { key: 'max_seconds', label: 'Seconds at most' },
] as const;

function RequestFields({
  request,
  onChange,
}: {
  request: RequestDraft;
  onChange: (next: Partial<RequestDraft>) => void;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <SelectField
          label="Method"
          value={request.method}
          options={methods}
          onChange={(event) => onChange({ method: event.target.value })}
        />
        <TextField
          label="URL or path"
          mono
          required
          placeholder="/session"
          value={request.url}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </div>
      <PairsEditor
        legend="Headers"
        noun="header"
        hint="A credential is stored among the secrets and written as {{ secrets.name }}."
        pairs={request.request_headers}
        onChange={(request_headers) => onChange({ request_headers })}
      />
      <AreaField
        label="Body"
        optional
        mono
        rows={3}
        value={request.request_mapping}
        onChange={(event) => onChange({ request_mapping: event.target.value })}
      />
    </>
  );
}

function Condition({
  words,
  optional = false,
  path,
  values,
  onPath,
  onValues,
}: {
  words: string;
  optional?: boolean;
  path: string;
  values: string;
  onPath: (path: string) => void;
  onValues: (values: string) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={`${words} this path matches`}
        optional={optional}
        required={!optional}
        mono
        placeholder="$.status"
        value={path}
        onChange={(event) => onPath(event.target.value)}
      />
      <TextField
        label="…and has one of these values"
        optional
        mono
        placeholder="done, finished"
        value={values}
        onChange={(event) => onValues(event.target.value)}
        hint="Separated by commas. Empty means any value but false and null."
      />
    </div>
  );
}
