import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Metric, MetricKind } from '@sonde/contract';
import { ApiError } from '../../lib/api-error.ts';
import { equals } from '../../lib/filter.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { WithCode } from '../../ui/with-code.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ArgumentFields } from './argument-fields.tsx';
import { argumentsOf } from './arguments.ts';
import {
  builtinOf,
  describedBy,
  draftOfMetric,
  judgesAs,
  nameOfDraft,
  namesToTry,
  withKind,
} from './metric-draft.ts';
import type { MetricDraft, MetricStart } from './metric-draft.ts';
import { MetricTry } from './metric-try.tsx';
import { formatPercent } from '../../lib/format.ts';

interface Props {
  metric: Metric | null;
  start: MetricStart;
  kinds: readonly MetricKind[];
  onClose: () => void;
  onSaved: (metric: Metric) => void;
}

/** Built-in kinds are made and changed here; of the others what every metric has. */
export function MetricForm({ metric, start, kinds, onClose, onSaved }: Props) {
  const { api, projectId } = usePlatform();
  const [draft, setDraft] = useState(() => draftOfMetric(metric, kinds, start));
  const edit = (part: Partial<MetricDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const isBuiltin = metric === null || metric.backend === 'builtin';
  const kind = kinds.find((known) => known.kind === draft.kind);
  const { fault, definition } = builtinOf(draft, kind);
  const mayChange = metric === null || metric.permitted_actions.includes('update');
  const mayTry = useMay()('metric:create');
  const name = nameOfDraft(draft, kind);
  /** The one that has the name, where it judges just so: it serves this test as well. */
  const sameMetric = async (taken: string, wanted: Parameters<typeof judgesAs>[1]) => {
    const { items } = await api.list('listMetrics', { query: { limit: 20, $filter: equals('name', taken) } });
    return items.find((one) => judgesAs(one, wanted));
  };
  const create = async (): Promise<Metric> => {
    const names = namesToTry(draft, kind);
    for (const [place, free] of names.entries()) {
      const body = { ...describedBy(draft, free), backend: 'builtin' as const, ...definition };
      try {
        return await api.call('createMetric', { body: { ...body, project_id: projectId } });
      } catch (error) {
        if (!isNameTaken(error) || place === names.length - 1) throw error;
        const same = await sameMetric(free, body);
        if (same) return same;
      }
    }
    throw new Error('There is always a name to try.');
  };
  const save = useMutation({
    mutationFn: () =>
      metric
        ? api.call('updateMetric', {
            params: { id: metric.id },
            body: { ...describedBy(draft, name), ...(isBuiltin ? definition : {}), version: metric.version },
          })
        : create(),
    onSuccess: onSaved,
  });
  const isTaken = isNameTaken(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (fault === null) save.mutate();
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <fieldset disabled={!mayChange} className="grid gap-4">
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          error={isTaken ? 'The project has a metric of this name already.' : null}
          onChange={(event) => {
            if (isTaken) save.reset();
            edit({ name: event.target.value });
          }}
        />
        {isBuiltin ? (
          <KindFields draft={draft} kind={kind} kinds={kinds} fault={fault} setDraft={setDraft} />
        ) : (
          <Notice>What this metric judges by is not built in. Its rule is changed through the API.</Notice>
        )}
        <Scoring draft={draft} kind={isBuiltin ? kind : undefined} edit={edit} />
        <AreaField
          label="Description"
          optional
          rows={2}
          maxLength={4000}
          value={draft.description}
          onChange={(event) => edit({ description: event.target.value })}
        />
      </fieldset>
      {mayTry ? (
        <MetricTry
          id={isBuiltin ? null : (metric?.id ?? null)}
          needs={isBuiltin ? (kind?.needs ?? []) : (metric?.needs ?? [])}
          draft={
            fault === null
              ? {
                  ...describedBy(draft, name.trim() === '' ? 'A draft' : name),
                  backend: 'builtin',
                  ...definition,
                }
              : null
          }
        />
      ) : null}
      {save.error ? (
        <ProblemNotice
          error={save.error}
          {...(isTaken ? { what: 'The metric was not saved: give it another name at the top' } : {})}
        />
      ) : null}
      <DialogActions>
        <Button onClick={onClose}>{mayChange ? 'Cancel' : 'Close'}</Button>
        {mayChange ? (
          <Button
            type="submit"
            look="primary"
            busy={save.isPending}
            disabled={fault !== null || draft.scopes.length === 0}
          >
            Save the metric
          </Button>
        ) : null}
      </DialogActions>
    </form>
  );
}

const isNameTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'metric.name_taken';

interface KindProps {
  draft: MetricDraft;
  kind: MetricKind | undefined;
  kinds: readonly MetricKind[];
  fault: string | null;
  setDraft: (change: (before: MetricDraft) => MetricDraft) => void;
}

function KindFields({ draft, kind, kinds, fault, setDraft }: KindProps) {
  return (
    <>
      <SelectField
        label="Kind"
        value={draft.kind}
        onChange={(event) => {
          const chosen = kinds.find((known) => known.kind === event.target.value);
          if (chosen) setDraft((before) => withKind(before, chosen, {}));
        }}
        options={kinds.map((known) => ({ value: known.kind, label: known.title }))}
        hint={kind ? <WithCode text={kind.page} /> : undefined}
      />
      {kind?.flags_only ? <FlagsOnly figures={kind.blind_figures} /> : null}
      <ArgumentFields
        args={kind ? argumentsOf(kind.args_schema) : []}
        texts={draft.texts}
        fault={fault}
        onChange={(name, text) =>
          setDraft((before) => ({ ...before, texts: { ...before.texts, [name]: text } }))
        }
      />
    </>
  );
}

/** Why its verdict does not count, in figures, and whose decision it is that it should. */
function FlagsOnly({ figures }: { figures: MetricKind['blind_figures'] }) {
  const percent = (share: number): string => formatPercent(share * 100);
  return (
    <Notice tone="warn">
      Why it only flags:
      {figures
        ? ` people judged ${figures.sample} hard answers. Of those that it failed, they failed ${percent(figures.precision)} as well; of those that they failed, it found ${percent(figures.recall)}.`
        : ' it has not been compared with what people say of answers.'}{' '}
      Set “Decides” to Yes to let it decide all the same.
    </Notice>
  );
}

const operatorWords: Readonly<Record<MetricKind['threshold_operator'], string>> = {
  '=': 'of',
  '<': 'below',
  '>': 'above',
  '<=': 'of at most',
  '>=': 'of at least',
  '!=': 'other than',
};

const scopes = [
  ['Single-Turn', 'Single prompts'],
  ['Multi-Turn', 'Conversations'],
  ['Trace', 'Traces'],
] as const;

interface ScoringProps {
  draft: MetricDraft;
  kind: MetricKind | undefined;
  edit: (part: Partial<MetricDraft>) => void;
}

function Scoring({ draft, kind, edit }: ScoringProps) {
  return (
    <>
      <TextField
        label="Threshold"
        optional
        type="number"
        step="any"
        className="max-w-xs"
        hint={
          kind
            ? `Empty means: passes with a score ${operatorWords[kind.threshold_operator]} ${kind.threshold}.`
            : undefined
        }
        value={draft.threshold}
        onChange={(event) => edit({ threshold: event.target.value })}
      />
      <CheckField
        label="Reversed"
        hint="Passes where it would fail, and fails where it would pass."
        checked={draft.negate}
        onChange={(event) => edit({ negate: event.target.checked })}
      />
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-[0.875rem] font-medium">Judges</legend>
        <div className="flex flex-wrap gap-4">
          {scopes.map(([scope, words]) => (
            <CheckField
              key={scope}
              label={words}
              checked={draft.scopes.includes(scope)}
              onChange={(event) =>
                edit({
                  scopes: event.target.checked
                    ? [...draft.scopes, scope]
                    : draft.scopes.filter((kept) => kept !== scope),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
