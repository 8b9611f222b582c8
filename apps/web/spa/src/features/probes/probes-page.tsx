import { useMemo, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Probe, ProbeEncoding } from '@sonde/contract';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Explained } from '../../ui/explained.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Term } from '../../ui/term.tsx';
import { meaningOfRisk } from '../../ui/terms.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import { GarakReport } from './garak-report.tsx';
import { ImportedProbes, ProbePlan } from './probe-plan.tsx';
import { JudgeName, ProbeDetails } from './probe-details.tsx';

/** Families of attacks, each with its benign twins. What was imported before is brought up to date. */
export function ProbesPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [encodings, setEncodings] = useState<readonly ProbeEncoding[]>([]);
  const [hasTwins, setHasTwins] = useState(true);
  const [reading, setReading] = useState<Probe | null>(null);
  const catalogue = useQuery({
    queryKey: ['probes'],
    queryFn: ({ signal }) => api.call('listProbes', { signal }),
    staleTime: Infinity,
  });
  const risks = useQuery({
    queryKey: ['owasp'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (['llm', 'agentic'] as const).map((framework) =>
          api.call('listOwaspCategories', { query: { framework }, signal }),
        ),
      );
      return new Map(
        lists.flatMap(({ categories }) => categories.map(({ id, name }) => [id, name] as const)),
      );
    },
    staleTime: Infinity,
  });
  const body = {
    probes: [...chosen].toSorted(),
    encodings: [...encodings],
    benign_twins: hasTwins,
    project_id: projectId,
  };
  const plan = useQuery({
    queryKey: ['probes', 'plan', body],
    queryFn: ({ signal }) => api.call('previewProbes', { body, signal }),
    enabled: chosen.size > 0 && may('test_set:create'),
    retry: false,
  });
  const take = useMutation({
    mutationFn: () => api.call('importProbes', { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
      void queryClient.invalidateQueries({ queryKey: ['probes', 'plan'] });
    },
  });
  const shown = useMemo(
    () => (catalogue.data?.probes ?? []).filter((probe) => says(probe, text)),
    [catalogue.data, text],
  );
  const toggle = (names: readonly string[], isChosen: boolean): void => {
    // What was made stands in place of what would be made, until something else is chosen.
    take.reset();
    setChosen((before) => {
      const next = new Set(before);
      for (const name of names)
        if (isChosen) next.add(name);
        else next.delete(name);
      return next;
    });
  };
  return (
    <Page
      title="Security probes"
      lead={
        <>
          A <Term word="Probe" /> is a family of attacks of a known kind, written for Sonde, each with a{' '}
          <Term word="Benign twin" />. Leave out twins that your application may refuse because they are not
          what it is for. Each kind names the <Term word="OWASP risk" /> that it stands for.
        </>
      }
    >
      {catalogue.error ? (
        <ProblemNotice error={catalogue.error} onRetry={() => void catalogue.refetch()} />
      ) : null}
      {may('test_set:create') ? (
        <Section
          title={chosen.size === 0 ? 'Choose families below' : plural(chosen.size, 'family', 'families')}
          actions={
            <Button
              look="primary"
              busy={take.isPending}
              disabled={chosen.size === 0 || plan.error !== null}
              onClick={() => take.mutate()}
            >
              Make or update their sets
            </Button>
          }
        >
          <EncodingChoice
            chosen={encodings}
            onChange={(next) => {
              take.reset();
              setEncodings(next);
            }}
          />
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              className="mt-1 size-[1.15rem] shrink-0 accent-(--signal)"
              checked={hasTwins}
              onChange={(event) => {
                take.reset();
                setHasTwins(event.target.checked);
              }}
            />
            <span>
              With benign twins
              <span className="block text-[0.875rem] text-muted">
                Leave them out where your application may refuse what it is not for.
              </span>
            </span>
          </label>
          {plan.error ? <ProblemNotice error={plan.error} what="These cannot all be made at once" /> : null}
          {plan.data && chosen.size > 0 && !take.data ? <ProbePlan plan={plan.data} /> : null}
          {take.error ? <ProblemNotice error={take.error} what="No set was made" /> : null}
          {take.data ? <ImportedProbes done={take.data} /> : null}
        </Section>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <SearchField label="Search families and risks" value={text} onChange={setText} />
        <Button
          onClick={() =>
            toggle(
              shown.map(({ name }) => name),
              true,
            )
          }
        >
          Choose all shown
        </Button>
        <Button look="quiet" disabled={chosen.size === 0} onClick={() => toggle([...chosen], false)}>
          Choose none
        </Button>
      </div>
      {catalogue.isPending ? <SkeletonLines count={8} label="Loading the catalogue" /> : null}
      <ul className="grid gap-3 md:grid-cols-2" aria-label="Families of attacks">
        {shown.map((probe) => (
          <li key={probe.name} className="card grid content-start gap-2 p-4">
            <label className="flex items-start gap-2.5">
              <input
                type="checkbox"
                className="mt-1 size-[1.15rem] shrink-0 accent-(--signal)"
                checked={chosen.has(probe.name)}
                onChange={(event) => toggle([probe.name], event.target.checked)}
              />
              <span className="font-semibold">{probe.title}</span>
            </label>
            <p className="text-[0.9375rem]">{probe.description}</p>
            <span className="flex flex-wrap gap-1.5">
              {probe.owasp.map((id) => (
                <Risk key={id} id={id.toUpperCase()} name={risks.data?.get(id)} />
              ))}
            </span>
            <span className="flex flex-wrap items-center justify-between gap-2 text-[0.875rem] text-muted">
              {plural(probe.seed_count, 'attack')}, judged by “<JudgeName kind={probe.detector.kind} />”
              <Button size="small" aria-label={`Read ${probe.title}`} onClick={() => setReading(probe)}>
                Read
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {catalogue.data && shown.length === 0 ? <p className="text-muted">No family matches.</p> : null}
      {may('test_set:create') ? <GarakReport /> : null}
      {reading === null ? null : <ProbeDetails probe={reading} onClose={() => setReading(null)} />}
    </Page>
  );
}

/** A risk by its number and name, explained where it stands. */
function Risk({ id, name }: { id: string; name: string | undefined }) {
  const words = name === undefined ? id : `${id} ${name}`;
  const says = meaningOfRisk(id);
  return (
    <Chip>{says === undefined ? words : <Explained name={words} says={`${says}.`} shown={words} />}</Chip>
  );
}

const says = (probe: Probe, text: string): boolean =>
  [probe.title, probe.description, probe.module, ...probe.owasp]
    .join(' ')
    .toLowerCase()
    .includes(text.trim().toLowerCase());
