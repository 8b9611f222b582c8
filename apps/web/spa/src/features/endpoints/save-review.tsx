import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AutoConfigureResult } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { contains } from '../../lib/filter.ts';
import { projectsQuery } from '../../lib/projects-query.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ConnectionForm, noStoredSecrets } from './connection-form.tsx';
import { bodyOf, draftFromAutoConfigure, faultsOf } from './draft.ts';
import type { EndpointDraft } from './draft.ts';
import { distinctName } from './endpoint-name.ts';
import { MappingForm } from './mapping-form.tsx';
import { SettingsForm } from './settings-form.tsx';
import { tokenHeader } from './token-place.ts';
import { sections } from '../../lib/section-names.ts';

export interface Understood {
  readonly result: AutoConfigureResult;
  readonly token: string | null;
  /** What it was understood from. */
  readonly pasted: string;
}

/** What was worked out, named, changed where it is wrong, and saved; the first message goes out with it. */
export function SaveReview({ result, token, pasted }: Understood) {
  const { api, projectId } = usePlatform();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const projects = useQuery(projectsQuery(api));
  const [project, setProject] = useState<string | null>(projectId);
  const [edits, setEdits] = useState<Partial<EndpointDraft>>({});
  const found = draftFromAutoConfigure(result, token, pasted);
  const namesakes = useQuery({
    queryKey: ['endpoints', 'names', projectId, found.name],
    queryFn: ({ signal }) =>
      api.list('listEndpoints', {
        query: { limit: 100, $select: 'name', $filter: contains('name', found.name) },
        signal,
      }),
    enabled: found.name !== '',
  });
  const taken = (namesakes.data?.items ?? []).map(({ name }) => name);
  const draft = { ...found, name: distinctName(found.name, taken), ...edits };
  const edit = (changes: Partial<EndpointDraft>): void => setEdits((before) => ({ ...before, ...changes }));
  const faults = faultsOf(draft);
  const firstFault = Object.values(faults)[0];
  const header = tokenHeader(draft.request_headers);
  const save = useMutation({
    mutationFn: () =>
      api.call('createEndpoint', {
        body: { ...bodyOf(draft), ...(project === null ? {} : { project_id: project }) },
      }),
    onSuccess: async (endpoint) => {
      void queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
      // Awaited, so that nothing can be saved again while the next page is on its way.
      await navigate({
        to: '/endpoints/$endpointId',
        params: { endpointId: endpoint.id },
        search: { tab: 'test' },
        state: { firstMessage: true },
        ignoreBlocker: true,
      });
    },
  });
  return (
    <form
      className="grid gap-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (firstFault === undefined) save.mutate();
      }}
    >
      {draft.auth_type === 'bearer_token' && draft.auth_token.kind !== 'set' ? (
        <Notice tone="warn">
          The application expects {header === undefined ? 'a token' : `a key in the header ${header}`}.
          Secrets are taken out of what is pasted and not kept: enter it under “{sections.changeConnection}”,
          or calls go without it.
        </Notice>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <TextField
          label="Name"
          required
          maxLength={200}
          value={draft.name}
          error={draft.name === '' ? faults.name : undefined}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <SelectField
          label="Environment"
          hint="Which copy of the application this is: being built, being tried out, or in use."
          value={draft.environment}
          options={['Development', 'Staging', 'Production'].map((value) => ({ value, label: value }))}
          onChange={(event) => edit({ environment: event.target.value as EndpointDraft['environment'] })}
        />
        {projectId === null && (projects.data?.total ?? 0) > 1 ? (
          <SelectField
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
      <Part words={sections.changeConnection} isOpen={faults.url !== undefined}>
        <ConnectionForm draft={draft} edit={edit} faults={faults} stored={noStoredSecrets} />
      </Part>
      <Part words={sections.changeMapping}>
        <MappingForm
          draft={draft}
          edit={edit}
          faults={faults}
          answer={result.probe_response ?? undefined}
          saved={null}
        />
      </Part>
      <Part words={sections.changeLimits} isOpen={endedLate(result.probe_error)}>
        <SettingsForm draft={draft} edit={edit} faults={faults} />
      </Part>
      {save.error ? <ProblemNotice error={save.error} what="The endpoint could not be saved" /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={save.isPending} disabled={firstFault !== undefined}>
          Save and try
        </Button>
        <span className="text-[0.875rem] text-muted">
          {firstFault ?? 'Sends one message to the application.'}
        </span>
      </div>
    </form>
  );
}

/** Whoever is told to raise the time limit sees where. */
const endedLate = (error: string | null): boolean => error?.includes('stage "timeout"') === true;

/** Its fields are there once it has been opened. */
function Part({ words, isOpen = false, children }: { words: string; isOpen?: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary className="font-medium">{words}</summary>
      {wasOpened ? <div className="pt-4">{children}</div> : null}
    </details>
  );
}
