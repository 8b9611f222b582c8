import { useState } from 'react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Source } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { FilePreview, Thumbnail } from '../files/file-preview.tsx';
import { PassageText } from './passage-text.tsx';
import { SourceStatus } from './source-status.tsx';

const route = getRouteApi('/inside/sources/$sourceId');
const size = 50;

export function SourcePage() {
  const api = useApi();
  const { sourceId } = route.useParams();
  const source = useQuery({
    queryKey: ['sources', 'one', sourceId],
    queryFn: ({ signal }) => api.call('getSource', { params: { id: sourceId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2000 : false),
  });
  if (source.isPending) return <SkeletonLines count={8} label="Loading the source" />;
  if (source.error)
    return (
      <Page title="This source cannot be shown">
        <ProblemNotice error={source.error} onRetry={() => void source.refetch()} />
        <LinkButton className="justify-self-start" to="/sources">
          To the list of sources
        </LinkButton>
      </Page>
    );
  return <SourceView source={source.data} />;
}

function SourceView({ source }: { source: Source }) {
  const [previewing, setPreviewing] = useState(false);
  return (
    <Page
      title={source.title}
      mark={<SourceStatus status={source.status} />}
      lead={source.description ?? source.url ?? undefined}
      actions={
        <>
          {source.file_id === null ? null : (
            <SourceFile id={source.file_id} onShow={() => setPreviewing(true)} />
          )}
          {source.permitted_actions.includes('delete') ? <DeleteSource source={source} /> : null}
        </>
      }
    >
      {source.error === null ? null : <Notice tone="warn">{source.error}</Notice>}
      {source.truncated ? <Notice tone="warn">The text was too long; its beginning is kept.</Notice> : null}
      {source.status === 'pending' ? <SkeletonLines count={6} label="The source is being read" /> : null}
      {source.status === 'done' ? <Passages source={source} /> : null}
      {previewing && source.file_id !== null ? (
        <FilePreview id={source.file_id} onClose={() => setPreviewing(false)} />
      ) : null}
    </Page>
  );
}

function SourceFile({ id, onShow }: { id: string; onShow: () => void }) {
  const api = useApi();
  const file = useQuery({
    queryKey: ['files', id],
    queryFn: ({ signal }) => api.call('getFile', { params: { id }, signal }),
  });
  return (
    <Button onClick={onShow} icon={file.data?.has_thumbnail ? <Thumbnail file={file.data} /> : undefined}>
      Show the file
    </Button>
  );
}

function Passages({ source }: { source: Source }) {
  const api = useApi();
  const passages = useInfiniteQuery({
    queryKey: ['sources', 'passages', source.id],
    queryFn: ({ pageParam, signal }) =>
      api.list('listPassages', {
        params: { id: source.id },
        query: { skip: pageParam, limit: size },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * size < last.total ? pages.length * size : undefined),
  });
  return (
    <Section title={plural(source.passage_count, 'passage')}>
      {passages.isPending ? <SkeletonLines count={8} /> : null}
      {passages.error ? (
        <ProblemNotice error={passages.error} onRetry={() => void passages.refetch()} />
      ) : null}
      <ol className="grid gap-3">
        {passages.data?.pages
          .flatMap((page) => page.items)
          .map((passage) => (
            <li key={passage.id} className="card grid gap-2 p-4">
              <PassageText passage={passage} />
            </li>
          ))}
      </ol>
      {passages.hasNextPage ? (
        <Button
          className="justify-self-start"
          busy={passages.isFetchingNextPage}
          onClick={() => void passages.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </Section>
  );
}

function DeleteSource({ source }: { source: Source }) {
  const api = useApi();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.call('deleteSource', { params: { id: source.id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['sources'] });
      messages.say('The source was deleted');
      void navigate({ to: '/sources' });
    },
    onError: (error) => messages.fail('The source could not be deleted', error),
  });
  return (
    <>
      <MoreMenu name={source.title} removal={{ onSelect: () => setAsking(true) }} />
      <ConfirmDialog
        open={asking}
        title={`Delete ${source.title}?`}
        consequence="It is no longer searched, and no new tests are written from it. Tests that cite it stay readable."
        action="Delete it"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
