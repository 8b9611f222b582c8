import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Test, TestSource } from '@sonde/contract';
import { useTestSetChoices } from '../../lib/run-choices.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import type { MetricStart } from '../metrics/metric-draft.ts';
import { MetricDialog } from '../metrics/metric-dialog.tsx';
import { MetricPickList } from '../metrics/metric-pick-list.tsx';
import { RequirementField } from '../requirements/requirement-field.tsx';
import { Discussion } from '../comments/discussion.tsx';
import { AllMustPass } from './all-must-pass.tsx';
import { plainValuesIn } from './plain-values.ts';
import { draftOf, extractedDraft, inputOf } from './test-draft.ts';
import type { Extracted, TestDraft } from './test-draft.ts';
import { eitherOf } from './test-origin.ts';
import { TestOriginNote } from './test-origin-note.tsx';
import { isStillAnswered } from './still-answered.ts';
import { TryTest } from './try-test.tsx';
import { Unjudged } from './unjudged.tsx';

/** A test that was seen somewhere and is to be kept. */
export interface TestStart {
  readonly source: TestSource;
  readonly extracted: Extracted;
  /** What is to judge it, as long as nobody says otherwise. */
  readonly metrics: readonly string[];
  /** What of where it was seen is left out, in a sentence. */
  readonly leftOut?: string | undefined;
}

interface Props {
  test: Test | null;
  /** Of a new test; where it goes into a set, the set has decided. */
  type: TestDraft['type'] | null;
  testSetId: string | null;
  start?: TestStart;
  /** The test was kept a moment ago and is read for the first time. */
  isKept?: boolean;
  onClose: () => void;
  /** Hears the id of what was saved, where it is a test by itself. */
  onSaved: (testId: string | undefined) => void;
}

export function TestDialog({ test, type, testSetId, start, isKept = false, onClose, onSaved }: Props) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const queryClient = useQueryClient();
  const [first] = useState(() =>
    start ? extractedDraft(start.extracted, start.metrics) : draftOf(test, type ?? 'Single-Turn'),
  );
  const [draft, setDraft] = useState(first);
  const [adding, setAdding] = useState<MetricStart | null>(null);
  const [setId, setSetId] = useState(testSetId ?? '');
  const edit = (part: Partial<TestDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const save = useMutation({
    mutationFn: async (): Promise<string | undefined> => {
      const body = inputOf(draft, test, start?.extracted.test_configuration?.script);
      if (test) {
        const saved = await api.call('updateTest', {
          params: { id: test.id },
          body: { ...body, version: test.version },
        });
        if (isKept && setId !== '')
          await api.call('associateTests', { params: { id: setId }, body: { test_ids: [test.id] } });
        return saved.id;
      }
      const placed = { ...body, project_id: projectId, ...(start ? { source: start.source } : {}) };
      if (setId === '') return (await api.call('createTest', { body: placed })).id;
      return (await api.call('createTests', { body: { tests: [placed], test_set_id: setId } })).ids[0];
    },
    onSuccess: (id) => onSaved(id),
  });
  const either = test === null ? null : eitherOf(test);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open wide onClose={onClose} title={isKept ? 'The test that was kept' : titleOf(test, start)}>
      <form className="grid gap-4" onSubmit={submit}>
        <WritingGuard dirty={draft !== first && !save.isPending && !save.isSuccess} />
        {test ? <TestOriginNote test={test} /> : null}
        {start?.leftOut === undefined ? null : <Notice tone="neutral">{start.leftOut}</Notice>}
        {test === null && type === null && !start ? (
          <ChoiceField
            label="Type"
            value={draft.type}
            onChange={(chosen) => edit({ type: chosen })}
            options={[
              { value: 'Single-Turn', label: 'A single prompt' },
              { value: 'Multi-Turn', label: 'A conversation' },
            ]}
          />
        ) : null}
        {either === null ? null : (
          <ChoiceField
            label="Which is right?"
            hint="The application says both, the first more often. What is right is expected, and the other fails."
            value={draft.expected}
            onChange={(expected) => edit({ expected })}
            options={either.map((said) => ({ value: said, label: said }))}
          />
        )}
        {draft.type === 'Single-Turn' ? (
          <PromptFields
            draft={draft}
            edit={edit}
            isAnswered={isStillAnswered(draft.expected, start?.extracted.prompt?.expected_response)}
          />
        ) : (
          <ConversationFields draft={draft} edit={edit} />
        )}
        <Labels draft={draft} edit={edit} />
        <MetricPickList
          label="Metrics of this test alone"
          chosen={draft.metrics}
          uses={test?.metrics ?? []}
          onToggle={(metricId) => {
            const metrics = new Set(draft.metrics);
            if (!metrics.delete(metricId)) metrics.add(metricId);
            edit({ metrics });
          }}
        />
        {may('metric:create') ? (
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              onClick={() =>
                setAdding({ kind: 'contains_all', args: { values: plainValuesIn(draft.expected) } })
              }
            >
              It must contain certain words or numbers…
            </Button>
            <Button size="small" onClick={() => setAdding({ kind: 'contains_none' })}>
              It must not contain…
            </Button>
          </div>
        ) : null}
        {(test?.combine ?? 'all') === 'all' ? (
          <AllMustPass chosen={draft.metrics} onChosen={(metrics) => edit({ metrics })} />
        ) : null}
        {(start || (test === null && draft.expected.trim() !== '')) && draft.metrics.size === 0 ? (
          <Unjudged
            isSingle={draft.type === 'Single-Turn'}
            onChosen={(metricId) => edit({ metrics: new Set([metricId]) })}
          />
        ) : null}
        {start || isKept ? <SetChoice type={draft.type} value={setId} onChange={setSetId} /> : null}
        <TryTest draft={draft} test={test} testSetId={setId === '' ? null : setId} />
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>{isKept ? 'Leave it as it is' : 'Cancel'}</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save the test
          </Button>
        </DialogActions>
      </form>
      {/* Outside of the form: what is sent there is no test. */}
      {adding ? (
        <MetricDialog
          metric={null}
          start={adding}
          onClose={() => setAdding(null)}
          onSaved={({ id }) => {
            setAdding(null);
            void queryClient.invalidateQueries({ queryKey: ['metrics'] });
            edit({ metrics: new Set([...draft.metrics, id]) });
          }}
        />
      ) : null}
      {test === null ? null : (
        <div className="pt-5">
          <Discussion entityType="test" entityId={test.id} />
        </div>
      )}
    </Dialog>
  );
}

const titleOf = (test: Test | null, start: TestStart | undefined): string =>
  test ? 'Change the test' : start ? 'Keep as test' : 'New test';

interface ChoiceProps {
  type: TestDraft['type'];
  value: string;
  onChange: (id: string) => void;
}

function SetChoice({ type, value, onChange }: ChoiceProps) {
  const choices = useTestSetChoices(type);
  return <SearchedSelect label="Put it into" none="No set yet" {...{ choices, value, onChange }} />;
}

interface Fields {
  draft: TestDraft;
  edit: (part: Partial<TestDraft>) => void;
}

function PromptFields({ draft, edit, isAnswered }: Fields & { isAnswered: boolean }) {
  return (
    <>
      <AreaField
        label="Prompt"
        required
        rows={4}
        value={draft.content}
        onChange={(event) => edit({ content: event.target.value })}
      />
      <AreaField
        label="Expected answer"
        optional
        rows={3}
        hint={
          isAnswered
            ? 'This is what the application has just answered. Correct it where it is wrong: the next answer is held against it.'
            : 'Metrics that compare read it; others do without.'
        }
        value={draft.expected}
        onChange={(event) => edit({ expected: event.target.value })}
      />
    </>
  );
}

function ConversationFields({ draft, edit }: Fields) {
  return (
    <>
      <AreaField
        label="Goal"
        required
        rows={2}
        hint="What the user wants to reach. Sonde plays this user (the simulated user)."
        value={draft.goal}
        onChange={(event) => edit({ goal: event.target.value })}
      />
      <AreaField
        label="Turns, word for word"
        optional
        rows={4}
        hint="One message per line. They are sent as they are, instead of what the simulated user would say."
        value={draft.script}
        onChange={(event) => edit({ script: event.target.value })}
      />
      <p className="text-[0.875rem] text-muted">
        What its last answer must say is set with “It must contain certain words or numbers…” below. What each
        answer must say is held against your words by “Says in each turn what is expected”: set that up under{' '}
        <Link className="link" to="/metrics" target="_blank">
          Metrics (a new tab)
        </Link>
        , and choose it below under Metrics of this test alone.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <AreaField
          label="Instructions for the user"
          optional
          hint="How Sonde is to play the user."
          rows={2}
          value={draft.instructions}
          onChange={(event) => edit({ instructions: event.target.value })}
        />
        <AreaField
          label="What the application must not do"
          optional
          rows={2}
          value={draft.restrictions}
          onChange={(event) => edit({ restrictions: event.target.value })}
        />
        <AreaField
          label="Scenario"
          optional
          hint="Who is asking, and why."
          rows={2}
          value={draft.scenario}
          onChange={(event) => edit({ scenario: event.target.value })}
        />
        <TextField
          label="Turns at most"
          hint="A turn is one message and its answer."
          type="number"
          required
          min={1}
          max={50}
          value={draft.maxTurns}
          onChange={(event) => edit({ maxTurns: event.target.value })}
        />
      </div>
    </>
  );
}

function Labels({ draft, edit }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <RequirementField value={draft.requirement} onChange={(requirement) => edit({ requirement })} />
      <TextField
        label="Category"
        optional
        maxLength={200}
        value={draft.category}
        onChange={(event) => edit({ category: event.target.value })}
      />
      <TextField
        label="Topic"
        optional
        maxLength={200}
        value={draft.topic}
        onChange={(event) => edit({ topic: event.target.value })}
      />
    </div>
  );
}
