import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { projectsQuery } from '../../lib/projects-query.ts';
import { UnsavedGuard } from '../../lib/unsaved.tsx';
import { classes } from '../../lib/classes.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Notice, Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { ConnectionForm, noStoredSecrets } from './connection-form.tsx';
import { bodyOf, emptyDraft, faultsOf } from './draft.ts';
import type { EndpointDraft } from './draft.ts';
import { MappingForm } from './mapping-form.tsx';
import { OverviewForm } from './overview-form.tsx';
import { SaveReview } from './save-review.tsx';
import type { Understood } from './save-review.tsx';
import { lastAnswerOf, useTalk } from './talk.ts';
import { TestPanel } from './test-panel.tsx';
import { steps, useWizardPlace, wizardPath } from './wizard-place.ts';
import type { Way } from './wizard-place.ts';

export interface CreateWizardProps {
  /** The pasting way, which belongs to another feature. */
  renderAuto: (props: {
    renderSave: (understood: Understood) => ReactNode;
    onBack: () => void;
    projectId: string | null;
  }) => ReactNode;
  /** Something was pasted, which would be lost with the page. */
  hasPaste: boolean;
}

export function CreateWizard({ renderAuto, hasPaste }: CreateWizardProps) {
  const { projectId } = usePlatform();
  const { way, step, go } = useWizardPlace();
  const [draft, setDraft] = useState<EndpointDraft>(emptyDraft);
  const may = useMay();
  if (!may('endpoint:create')) {
    return (
      <Page title="Connect an application">
        <Notice>
          Your role can look at endpoints, but not create them. Ask an owner or admin for the role of a
          member.
        </Notice>
        <LinkButton className="justify-self-start" to="/endpoints">
          To the list of endpoints
        </LinkButton>
      </Page>
    );
  }
  if (way === 'auto') {
    return (
      <Page title="Connect by pasting" mark="New endpoint">
        {renderAuto({
          projectId,
          onBack: () => go('choose'),
          renderSave: (understood) => <SaveReview {...understood} />,
        })}
      </Page>
    );
  }
  if (way === 'hand')
    return (
      <Steps
        draft={draft}
        setDraft={setDraft}
        step={step}
        setStep={(next) => go('hand', next)}
        hasPaste={hasPaste}
        onBack={() => go('choose')}
      />
    );
  return (
    <>
      <ChooseWay onChoose={(next) => go(next)} />
      <UnsavedGuard dirty={hasPaste || draft !== emptyDraft} staysWithin={wizardPath} />
    </>
  );
}

function ChooseWay({ onChoose }: { onChoose: (way: Way) => void }) {
  return (
    <Page
      title="Connect an application"
      lead="Two ways to the same form. You can change everything afterwards."
    >
      <div className="grid gap-4 md:grid-cols-2">
        <WayCard
          title="Paste what you have"
          text="A curl command, a code snippet, an OpenAPI file, a sample request, or a description. Sonde reads it, tries one message, and fills the form in."
          note="Works without a language model: the built-in reader runs here, offline."
          action="Paste and analyze"
          primary
          onClick={() => onChoose('auto')}
        />
        <WayCard
          title="Fill it in by hand"
          text="Four steps: the name, the address and authentication, the request template and where the answer is, and a first call."
          note="Nothing is called until you press Send."
          action="Set up by hand"
          onClick={() => onChoose('hand')}
        />
      </div>
    </Page>
  );
}

function WayCard({
  title,
  text,
  note,
  action,
  primary,
  onClick,
}: {
  title: string;
  text: string;
  note: string;
  action: string;
  primary?: boolean;
  onClick: () => void;
}) {
  return (
    <section className="card depth-rule grid content-between gap-5 p-6 pl-8">
      <div className="grid gap-2">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p>{text}</p>
        <p className="text-[0.875rem] text-muted">{note}</p>
      </div>
      <Button look={primary ? 'primary' : 'plain'} className="justify-self-start" onClick={onClick}>
        {action}
      </Button>
    </section>
  );
}

function Steps({
  draft,
  setDraft,
  step,
  setStep,
  hasPaste,
  onBack,
}: {
  draft: EndpointDraft;
  setDraft: (draft: EndpointDraft) => void;
  step: number;
  setStep: (step: number) => void;
  hasPaste: boolean;
  onBack: () => void;
}) {
  const { api, projectId } = usePlatform();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const projects = useQuery(projectsQuery(api));
  const [project, setProject] = useState<string | null>(projectId);
  const talk = useTalk(draft, null);
  const edit = (changes: Partial<EndpointDraft>): void => setDraft({ ...draft, ...changes });
  const faults = faultsOf(draft);
  const create = useMutation({
    mutationFn: () =>
      api.call('createEndpoint', {
        body: { ...bodyOf(draft), ...(project === null ? {} : { project_id: project }) },
      }),
    onSuccess: async (endpoint) => {
      void queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
      messages.say(`${endpoint.name} is connected`);
      await navigate({
        to: '/endpoints/$endpointId',
        params: { endpointId: endpoint.id },
        search: { tab: 'test' },
        ignoreBlocker: true,
      });
    },
  });
  const stepList = useRef<HTMLOListElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    // The button one went on with is another one now, or closed; the first step begins in its first field.
    if (hasMoved.current && step > 0) stepList.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    hasMoved.current = true;
  }, [step]);
  const forms = { draft, edit, faults: step === 0 && draft.name === '' ? {} : faults };
  const blocked = step === 0 ? faults.name : step === 1 ? faults.url : undefined;
  const firstFault = Object.values(faults)[0];
  return (
    <Page title="Connect by hand" mark="New endpoint">
      <ol ref={stepList} className="grid grid-cols-4 gap-1.5" aria-label="Steps">
        {steps.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={index === step ? 'step' : undefined}
              onClick={() => setStep(index)}
              className={classes(
                'grid w-full gap-1 border-t-2 pt-2 text-left',
                index <= step ? 'border-signal' : 'border-line',
                index === step ? 'font-medium' : 'text-muted',
              )}
            >
              <span className="mark">{index + 1}</span>
              <span className="truncate text-[0.875rem] sm:text-[0.9375rem]">{name}</span>
            </button>
          </li>
        ))}
      </ol>
      {step === 0 ? (
        <div className="grid gap-5">
          <OverviewForm {...forms} focused />
          {projectId === null && (projects.data?.total ?? 0) > 1 ? (
            <SelectField
              className="max-w-2xl"
              label="Project"
              value={project ?? ''}
              options={[
                { value: '', label: 'The default project' },
                ...(projects.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => setProject(event.target.value === '' ? null : event.target.value)}
            />
          ) : null}
        </div>
      ) : null}
      {step === 1 ? <ConnectionForm {...forms} stored={noStoredSecrets} /> : null}
      {step === 2 ? <MappingForm {...forms} answer={lastAnswerOf(talk)} saved={null} /> : null}
      {step === 3 ? (
        <TestPanel
          draft={draft}
          saved={null}
          edit={edit}
          talk={talk}
          ways={{ connection: () => setStep(1), mapping: () => setStep(2) }}
        />
      ) : null}
      {create.error ? <ProblemNotice error={create.error} what="The endpoint could not be created" /> : null}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <Button onClick={() => (step === 0 ? onBack() : setStep(step - 1))}>Back</Button>
        <div className="flex flex-wrap items-center gap-3">
          {step < 3 && blocked ? <span className="text-[0.875rem] text-muted">{blocked}</span> : null}
          {step === 3 && firstFault ? (
            <span className="text-[0.875rem] text-danger">{firstFault}</span>
          ) : null}
          {step < 3 ? (
            <Button look="primary" disabled={blocked !== undefined} onClick={() => setStep(step + 1)}>
              Next: {steps[step + 1]}
            </Button>
          ) : (
            <Button
              look="primary"
              busy={create.isPending}
              disabled={firstFault !== undefined}
              onClick={() => create.mutate()}
            >
              Create the endpoint
            </Button>
          )}
        </div>
      </div>
      <UnsavedGuard
        dirty={(hasPaste || draft !== emptyDraft) && !create.isSuccess}
        staysWithin={wizardPath}
      />
    </Page>
  );
}
