import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Job, Requirement, Source, Test } from '@sonde/contract';
import { datedName } from '@sonde/contract/dated-name';
import { equals, allOf } from '../../lib/filter.ts';
import { formatNumber } from '../../lib/format.ts';
import { generationModelQuery } from '../../lib/generation-model-query.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { Term } from '../../ui/term.tsx';
import { ChoiceField, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { idsIn, mostRequirements } from './requirements-named.ts';
import { useChosen } from './use-chosen.ts';

/** What tests are to be made from, and how many. Whoever comes from somewhere finds that chosen. */
export function GenerationForm({ onStarted }: { onStarted: (taskId: string) => void }) {
  const { api, projectId } = usePlatform();
  const explorations = useChosen(idsIn(useSearchText('exploration')));
  const meant = useSearchText('requirement');
  const requirements = useChosen(meant === 'all' ? [] : idsIn(meant));
  // Whoever comes from all of them finds them ticked, and unticks what is not meant.
  const everyOne = useQuery({
    queryKey: ['requirements', projectId, 'all'],
    queryFn: ({ signal }) => api.list('listRequirements', { query: { limit: mostRequirements }, signal }),
    enabled: meant === 'all',
    staleTime: 0,
  });
  const [isTicked, setIsTicked] = useState(false);
  // What was asked for before knows nothing of those that were written since.
  if (meant === 'all' && everyOne.data && !everyOne.isFetching && !isTicked) {
    setIsTicked(true);
    requirements.take(everyOne.data.items.map(({ id }) => id));
  }
  const sources = useChosen(idsIn(useSearchText('source')));
  const tests = useChosen([]);
  const [name, setName] = useState(useSearchText('name') ?? datedName('Generated tests', new Date()));
  const [amount, setAmount] = useState('60');
  const [type, setType] = useState<'Single-Turn' | 'Multi-Turn'>('Single-Turn');
  const model = useQuery(generationModelQuery(api));
  const start = useMutation({
    mutationFn: () =>
      api.call('generateTestSet', {
        body: {
          name,
          test_type: type,
          num_tests: Number(amount),
          explorations: explorations.ids,
          requirements: requirements.ids,
          sources: sources.ids.map((id) => ({ id })),
          tests: tests.ids,
        },
      }),
    onSuccess: ({ task_id }) => onStarted(task_id),
  });
  const chosen = [explorations, requirements, sources, tests].reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <form
      className="grid gap-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (chosen > 0) start.mutate();
      }}
    >
      <Section title="The set">
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField
            label="Name"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="Tests at most"
            type="number"
            required
            min={1}
            max={200}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </div>
        <ChoiceField
          label="Type"
          value={type}
          onChange={setType}
          options={[
            { value: 'Single-Turn', label: 'Single prompts' },
            { value: 'Multi-Turn', label: 'Conversations' },
          ]}
          hint="Conversations are made from requirements alone."
        />
        <p className="text-[0.875rem] text-muted">
          {model.data?.source === 'organization' || model.data?.source === 'platform'
            ? `${model.data.model} makes the tests of requirements and documents and judges their answers; rules make the rest, and whatever it leaves out.`
            : 'Rules make the tests; no AI model is needed.'}
        </p>
        {start.error ? <ProblemNotice error={start.error} what="No tests are being made" /> : null}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={start.isPending} disabled={chosen === 0}>
            Make the tests
          </Button>
          <span className="text-[0.875rem] text-muted">
            {chosen === 0
              ? 'Choose below what they are made from.'
              : `From ${formatNumber(chosen)} chosen below.${
                  everyOne.data && everyOne.data.total > mostRequirements
                    ? ` One set is made of ${formatNumber(mostRequirements)} requirements at most, and there are ${formatNumber(everyOne.data.total)}.`
                    : ''
                }`}
          </span>
        </div>
      </Section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section
          title="Explorations"
          lead="What was answered or refused must be answered or refused again, however it is asked."
        >
          <PickList<Job>
            label="Explorations that have ended"
            queryKey={['jobs', 'explorations', projectId]}
            find={(search, signal) =>
              api.list('listJobs', {
                query: {
                  search,
                  limit: 50,
                  $filter: allOf([equals('kind', 'exploration'), equals('status', 'SUCCESS')]) ?? '',
                },
                signal,
              })
            }
            idOf={(job) => job.task_id}
            nameOf={(job) => job.title}
            about={(job) => <Time at={job.created_at} />}
            chosen={explorations.set}
            onToggle={(job) => explorations.toggle(job.task_id)}
            onNone={() => explorations.take([])}
            empty="Nothing has been explored yet. Open an endpoint and explore it."
          />
        </Section>
        <Section
          title="Requirements"
          lead={
            <>
              What must be done is asked for, and what must be refused is tried in several ways. Where a
              harmless question lies close to what a rule forbids, it is asked too, as its{' '}
              <Term word="Benign twin" />.
            </>
          }
        >
          <PickList<Requirement>
            label="Requirements"
            queryKey={['requirements', projectId]}
            find={(search, signal) => api.list('listRequirements', { query: { search, limit: 50 }, signal })}
            idOf={(requirement) => requirement.id}
            nameOf={(requirement) => requirement.name}
            about={(requirement) => requirement.description}
            chosen={requirements.set}
            onToggle={(requirement) => requirements.toggle(requirement.id)}
            onNone={() => requirements.take([])}
            empty="There are no requirements yet. Write some under Requirements."
          />
        </Section>
        <Section
          title="Documents"
          lead="Questions whose answers stand in a part of a document, which is shown beside them."
        >
          <PickList<Source>
            label="Sources"
            queryKey={['sources', projectId]}
            find={(search, signal) => api.list('listSources', { query: { search, limit: 50 }, signal })}
            idOf={(source) => source.id}
            nameOf={(source) => source.title}
            chosen={sources.set}
            onToggle={(source) => sources.toggle(source.id)}
            onNone={() => sources.take([])}
            empty="There are no documents yet. Add some under Sources."
          />
        </Section>
        <Section
          title="Tests you have"
          lead="Asked again in other words: the answers must say the same as to the original, or the opposite where the meaning is turned round."
        >
          <PickList<Test>
            label="Tests"
            queryKey={['tests', projectId, 'single']}
            find={(search, signal) =>
              api.list('listTests', {
                query: { search, limit: 50, $filter: equals('test_type', 'Single-Turn') },
                signal,
              })
            }
            idOf={(test) => test.id}
            nameOf={(test) => test.prompt?.content ?? ''}
            about={(test) => test.requirement?.name}
            chosen={tests.set}
            onToggle={(test) => tests.toggle(test.id)}
            onNone={() => tests.take([])}
            empty="There are no tests yet."
          />
        </Section>
      </div>
    </form>
  );
}
