import { useState } from 'react';
import type { FormEvent } from 'react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { strategyCards } from '@sonde/contract/table';
import type { ExplorationResult, Strategy } from '@sonde/contract';
import { longestMinutes, mostSendsOfTurn, mostTurns, turnsOfGoal } from '@sonde/contract/exploration-limits';
import { useApi } from '../../lib/platform-context.tsx';
import { generationModelQuery } from '../../lib/generation-model-query.ts';
import { formatNumber, formatWait, plural } from '../../lib/format.ts';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

interface Form {
  strategy: Strategy | 'own';
  goal: string;
  instructions: string;
  scenario: string;
  restrictions: string;
  maxTurns: string;
}

const emptyForm: Form = {
  strategy: 'domain_probing',
  goal: '',
  instructions: '',
  scenario: '',
  restrictions: '',
  maxTurns: '',
};

const strategyName = (id: string | null): string =>
  strategyCards.find((card) => card.id === id)?.name ?? 'Own goal';

/** How many turns it takes at most when nobody says. */
const usualTurns = ({ strategy }: Form): number =>
  strategyCards.find((card) => card.id === strategy)?.turns ?? turnsOfGoal;

export function StartForm({
  endpointId,
  endpointName,
  base,
  onForgetBase,
  onStarted,
}: {
  endpointId: string;
  endpointName: string;
  base: ExplorationResult | null;
  onForgetBase: () => void;
  onStarted: (taskId: string) => void;
}) {
  const api = useApi();
  const model = useQuery(generationModelQuery(api));
  const [form, setForm] = useState(emptyForm);
  const calls = turnsOf(form) ?? usualTurns(form);
  const quota = useQuery({
    queryKey: ['endpoints', 'quota', endpointId, calls],
    queryFn: ({ signal }) =>
      api.call('getEndpointQuota', { params: { id: endpointId }, query: { calls }, signal }),
    // Every call changes it, also those of others.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const start = useMutation({
    mutationFn: () => api.call('explore', { params: { id: endpointId }, body: requestOf(form, base) }),
    onSuccess: (answer) => onStarted(answer.task_id),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start.mutate();
  };
  const set = (change: Partial<Form>): void => setForm({ ...form, ...change });
  return (
    <form className="grid gap-6" onSubmit={submit}>
      <WritingGuard
        dirty={[form.goal, form.instructions, form.scenario, form.restrictions].some(
          (written) => written.trim() !== '',
        )}
      />
      {base ? (
        <Notice tone="signal">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span>
              Goes on from {plural(base.findings.length, 'finding')} of the exploration “
              {strategyName(base.strategy)}”.
            </span>
            <Button size="small" onClick={onForgetBase}>
              Start afresh instead
            </Button>
          </div>
        </Notice>
      ) : null}
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-lg font-semibold">
          What do you want to find out about {endpointName}?
        </legend>
        <p className="text-[0.875rem] text-muted">A turn is one message and its answer.</p>
        <div className="grid gap-3 sm:grid-cols-2">
          {strategyCards.map((card) => (
            <label key={card.id} className={choiceClass}>
              <input
                type="radio"
                name="strategy"
                value={card.id}
                checked={form.strategy === card.id}
                onChange={() => set({ strategy: card.id })}
                className="mt-1 self-start accent-(--signal)"
              />
              <span className="grid content-start gap-1">
                <span className="flex flex-wrap items-baseline justify-between gap-2">
                  <strong className="font-semibold">{card.name}</strong>
                  <span className="mark">up to {plural(card.turns, 'turn')}</span>
                </span>
                <span>{card.question}</span>
                <span className="text-[0.8125rem] text-muted">Finds: {card.finds}.</span>
              </span>
            </label>
          ))}
          <label className={choiceClass}>
            <input
              type="radio"
              name="strategy"
              value="own"
              checked={form.strategy === 'own'}
              onChange={() => set({ strategy: 'own' })}
              className="mt-1 self-start accent-(--signal)"
            />
            <span className="grid content-start gap-1">
              <span className="flex flex-wrap items-baseline justify-between gap-2">
                <strong className="font-semibold">A goal of your own</strong>
                <span className="mark">up to {turnsOfGoal} turns</span>
              </span>
              <span>Say what to find out, in your words.</span>
            </span>
          </label>
        </div>
      </fieldset>
      {form.strategy === 'own' ? (
        <AreaField
          label="Goal"
          required
          rows={3}
          value={form.goal}
          onChange={(event) => set({ goal: event.target.value })}
          placeholder="Find out whether it can be talked into promising a refund."
        />
      ) : null}
      <details className="card p-4 sm:p-5">
        <summary className="font-medium">Instructions, scenario, restrictions, number of turns</summary>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <AreaField
            label="Instructions"
            optional
            rows={3}
            value={form.instructions}
            onChange={(event) => set({ instructions: event.target.value })}
          />
          <AreaField
            label="Scenario"
            optional
            rows={3}
            value={form.scenario}
            onChange={(event) => set({ scenario: event.target.value })}
            hint="Who is asking, and why."
          />
          <AreaField
            label="Restrictions"
            optional
            rows={3}
            value={form.restrictions}
            onChange={(event) => set({ restrictions: event.target.value })}
            hint="What must not be said or asked."
          />
          <TextField
            label="Turns at most"
            optional
            type="number"
            min={1}
            max={mostTurns}
            value={form.maxTurns}
            onChange={(event) => set({ maxTurns: event.target.value })}
            hint={`A turn is one message and its answer. 1 to ${mostTurns}; empty means ${usualTurns(form)}.`}
          />
        </div>
      </details>
      <p className="max-w-prose text-[0.9375rem] text-muted">
        Real messages go to the application: what it can book, order or send, it may really do. Some
        explorations ask for things it should refuse. {costOf(calls)}{' '}
        {model.data?.source === 'builtin' || model.data?.source === 'none'
          ? 'Sonde asks built-in questions and judges by rules. It needs no language model.'
          : model.data
            ? `${model.data.model} chooses the questions and reads the answers.`
            : null}
      </p>
      <div role="status" className="empty:hidden">
        {quota.data && quota.data.warnings.length > 0 ? (
          <Notice tone="warn">
            {quota.data.warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
            <p>
              The exploration ends where the application refuses further calls. Fewer turns can be chosen
              above.
            </p>
          </Notice>
        ) : null}
      </div>
      {start.error ? <ProblemNotice error={start.error} what="The exploration did not start" /> : null}
      <Button type="submit" look="primary" className="justify-self-start" busy={start.isPending}>
        Start exploring
      </Button>
    </form>
  );
}

const choiceClass =
  'card grid cursor-pointer grid-cols-[auto_1fr] gap-3 p-4 hover:border-line-strong has-checked:border-signal has-checked:bg-signal-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal';

/** How many turns were asked for, if a number that can be was typed. */
function turnsOf({ maxTurns }: Form): number | null {
  const turns = Number(maxTurns);
  return maxTurns.trim() !== '' && Number.isInteger(turns) && turns >= 1 && turns <= mostTurns ? turns : null;
}

/** What starting it may cost at most, and how long that takes about. */
function costOf(turns: number): string {
  const calls = formatNumber(turns * mostSendsOfTurn);
  return `It takes at most ${plural(turns, 'turn')} and ${calls} calls, since a question is sent again when the application is busy: about ${formatWait(turns)} if each answer takes a second, ${longestMinutes} minutes at the longest.`;
}

function requestOf(form: Form, base: ExplorationResult | null) {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  const turns = turnsOf(form);
  return {
    strategy: form.strategy === 'own' ? null : form.strategy,
    goal: form.strategy === 'own' ? form.goal : null,
    instructions: text(form.instructions),
    scenario: text(form.scenario),
    restrictions: text(form.restrictions),
    previous_findings: base === null ? null : { ...base.strategy_findings, findings: base.findings },
    ...(turns === null ? {} : { max_turns: turns }),
  };
}
