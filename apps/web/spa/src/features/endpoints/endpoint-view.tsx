import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Endpoint } from '@sonde/contract';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useApi, useMay, usePlatform } from '../../lib/platform-context.tsx';
import { projectsQuery } from '../../lib/projects-query.ts';
import { UnsavedGuard } from '../../lib/unsaved.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip, EnvironmentChip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Facts, Notice, Page, Section } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { ConnectionForm, storedSecretsOf } from './connection-form.tsx';
import { DeleteEndpoints, useIsLeaving } from './delete-endpoints.tsx';
import { MappingForm } from './mapping-form.tsx';
import { OverviewForm } from './overview-form.tsx';
import { SaveBar } from './save-bar.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SharedConversationNote } from './shared-conversation-note.tsx';
import { StatusChip } from './status-chip.tsx';
import { lastAnswerOf, useTalk } from './talk.ts';
import type { Talk } from './talk.ts';
import { TestPanel } from './test-panel.tsx';
import { newHosts, settings } from './draft.ts';
import { useEndpointDraft } from './use-draft.ts';
import { sections } from '../../lib/section-names.ts';

export interface ExtraTab {
  readonly id: string;
  readonly label: string;
  readonly content: (endpoint: Endpoint) => ReactNode;
}

const tabKeys: Readonly<Record<string, readonly string[]>> = {
  general: ['name', 'description', 'environment', 'disable_tracing', ...settings.map(({ name }) => name)],
  mapping: ['request_mapping', 'response_mapping'],
};

/** One endpoint, all of it. Other features add their tabs from outside. */
export function EndpointView({
  endpoint,
  extraTabs,
}: {
  endpoint: Endpoint;
  extraTabs: readonly ExtraTab[];
}) {
  const may = useMay();
  const navigate = useNavigate();
  const state = useEndpointDraft(endpoint);
  const talk = useTalk(state.draft, endpoint);
  // Who may not call it has nothing to do on the first tab.
  const first = may('endpoint:invoke') ? 'test' : 'connection';
  const asked = useSearchText('tab') ?? first;
  useFirstMessage(talk);
  const stored = storedSecretsOf(endpoint);
  const forms = { draft: state.draft, edit: state.edit, faults: state.faults };
  /** Whoever may only read sees the same forms, closed. */
  const readOnly = !may('endpoint:update');
  const editing = (form: ReactNode): ReactNode => (
    <div className="grid gap-5">
      {readOnly ? (
        <Notice>
          Your role can look at this configuration, but not change it. Ask an owner or admin for the role of a
          member.
        </Notice>
      ) : null}
      <fieldset disabled={readOnly} className="contents">
        {form}
      </fieldset>
    </div>
  );
  const named = new Set(Object.values(tabKeys).flat());
  const dirtyIn = (tab: string): boolean =>
    state.changedKeys.some((key) =>
      tab === 'connection' ? !named.has(key) : (tabKeys[tab]?.includes(key) ?? false),
    );
  const show = (tab: string): void =>
    void navigate({
      to: '/endpoints/$endpointId',
      params: { endpointId: endpoint.id },
      search: { tab },
      resetScroll: false,
    });
  const tabs = [
    {
      id: 'test',
      label: 'Test',
      content: () =>
        may('endpoint:invoke') ? (
          <TestPanel
            draft={state.draft}
            saved={endpoint}
            edit={state.edit}
            talk={talk}
            ways={{
              connection: () => show('connection'),
              mapping: () => show('mapping'),
              general: () => show('general'),
            }}
          />
        ) : (
          <Notice>Your role can look at endpoints, but not call them.</Notice>
        ),
    },
    {
      id: 'connection',
      label: sections.connection,
      dirty: dirtyIn('connection'),
      content: () =>
        endpoint.protocol === 'SDK' ? (
          <Notice>
            This endpoint was registered by the SDK inside the application. Its connection is the SDK's own,
            so there is nothing to set here.
          </Notice>
        ) : (
          editing(<ConnectionForm {...forms} stored={stored} again={newHosts(state.draft, state.saved)} />)
        ),
    },
    {
      id: 'mapping',
      label: sections.mapping,
      dirty: dirtyIn('mapping'),
      content: () =>
        editing(<MappingForm {...forms} answer={lastAnswerOf(talk)} saved={endpoint} readOnly={readOnly} />),
    },
    ...extraTabs.map((tab) => ({ id: tab.id, label: tab.label, content: () => tab.content(endpoint) })),
    {
      id: 'general',
      label: sections.general,
      dirty: dirtyIn('general'),
      content: () => editing(<General endpoint={endpoint} forms={forms} />),
    },
  ];
  const current = tabs.some((tab) => tab.id === asked) ? asked : first;
  return (
    <Page
      title={endpoint.name}
      mark={
        <span className="normal-case break-all">{`${endpoint.protocol === 'WebSocket' ? 'WS' : endpoint.method} ${endpoint.url}`}</span>
      }
      lead={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <EnvironmentChip environment={endpoint.environment} />
          <StatusChip endpoint={endpoint} />
          {endpoint.needs_credentials ? <Chip tone="warn">Needs its secret</Chip> : null}
        </span>
      }
      actions={may('endpoint:create') || may('endpoint:delete') ? <Actions endpoint={endpoint} /> : undefined}
    >
      <Leaving endpoint={endpoint} />
      <SharedConversationNote state={state} readOnly={readOnly} />
      <Tabs label={`Parts of ${endpoint.name}`} value={current} tabs={tabs} onChange={show} />
      <SaveBar state={state} hasSecrets={stored.any || endpoint.auth_type === 'client_credentials'} />
      <UnsavedGuard dirty={state.dirty} staysWithin={`/endpoints/${endpoint.id}`} />
    </Page>
  );
}

/** Whoever saved it in order to try it sees the answer; a reload or the Back button sends nothing again. */
function useFirstMessage({ send }: Talk): void {
  const router = useRouter();
  const sendFirst = useEffectEvent(() => {
    const { href, state } = router.history.location;
    if (state.firstMessage !== true) return;
    router.history.replace(href, { ...state, firstMessage: false });
    send();
  });
  useEffect(() => sendFirst(), []);
}

/** A link or the Back button may lead here within the moment in which a deletion can be taken back. */
function Leaving({ endpoint }: { endpoint: Endpoint }) {
  const { deletions } = usePlatform();
  if (!useIsLeaving(endpoint.id)) return null;
  return (
    <Notice tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        This endpoint is being deleted.
        <Button size="small" onClick={() => deletions.undo(endpoint.id)}>
          Keep it after all
        </Button>
      </div>
    </Notice>
  );
}

function General({ endpoint, forms }: { endpoint: Endpoint; forms: Parameters<typeof OverviewForm>[0] }) {
  const projects = useQuery(projectsQuery(useApi()));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-5">
        <OverviewForm {...forms} />
        <SettingsForm {...forms} />
      </div>
      <Section title="Details">
        <Facts
          items={[
            [
              'Last test',
              endpoint.last_tested_at === null ? (
                'never'
              ) : (
                <>
                  <Time at={endpoint.last_tested_at} />, {endpoint.last_test_success ? 'answered' : 'failed'}
                </>
              ),
            ],
            ['Project', projects.data?.items.find(({ id }) => id === endpoint.project_id)?.name ?? ''],
            ['Created', <Time key="c" at={endpoint.created_at} />],
            ['Updated', <Time key="u" at={endpoint.updated_at} />],
            [
              'ID',
              <span key="i" className="inline-flex items-center gap-1 font-mono text-[0.8125rem] break-all">
                {endpoint.id} <CopyButton text={endpoint.id} label="Copy the ID" />
              </span>,
            ],
          ]}
        />
      </Section>
    </div>
  );
}

function Actions({ endpoint }: { endpoint: Endpoint }) {
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const [deleting, setDeleting] = useState(false);
  const duplicate = useMutation({
    mutationFn: () => api.call('duplicateEndpoint', { params: { id: endpoint.id } }),
    onSuccess: async (copy) => {
      void queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
      messages.say(`Copied as ${copy.name}`, 'Its secrets came along.');
      await navigate({ to: '/endpoints/$endpointId', params: { endpointId: copy.id } });
    },
    onError: (error) => messages.fail('It could not be duplicated', error),
  });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${endpoint.name}`}>
            <Ellipsis aria-hidden size={18} />
          </IconButton>
        }
      >
        {may('endpoint:create') ? (
          <MenuItem icon={<Copy aria-hidden size={16} />} onSelect={() => duplicate.mutate()}>
            Duplicate
          </MenuItem>
        ) : null}
        {may('endpoint:delete') ? (
          <MenuItem danger icon={<Trash2 aria-hidden size={16} />} onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
        ) : null}
      </Menu>
      <DeleteEndpoints
        open={deleting}
        targets={[endpoint]}
        onClose={() => setDeleting(false)}
        onDone={() => void navigate({ to: '/endpoints', ignoreBlocker: true })}
      />
    </>
  );
}
