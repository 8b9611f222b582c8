import { useQuery } from '@tanstack/react-query';
import { Navigate, getRouteApi } from '@tanstack/react-router';
import { inWords } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Discussion } from './discussion.tsx';

const route = getRouteApi('/inside/comments/$commentId');

/** Where a notice of a comment leads: to the page of what it is about, or to the comments alone. */
export function CommentPlace() {
  const api = useApi();
  const { commentId } = route.useParams();
  const comment = useQuery({
    queryKey: ['comments', 'one', commentId],
    queryFn: ({ signal }) => api.call('getComment', { params: { id: commentId }, signal }),
  });
  if (comment.isPending) return <SkeletonLines count={4} label="Loading the comment" />;
  if (comment.error)
    return (
      <Page title="This comment cannot be shown">
        <ProblemNotice error={comment.error} onRetry={() => void comment.refetch()} />
      </Page>
    );
  const { entity_type: type, entity_id: id } = comment.data;
  if (type === 'task') return <Navigate to="/tasks/$taskId" params={{ taskId: id }} replace />;
  if (type === 'endpoint')
    return <Navigate to="/endpoints/$endpointId" params={{ endpointId: id }} replace />;
  return (
    <Page title="Comments" lead={`About: ${inWords(type)}`}>
      <Section title="What was said">
        <Discussion entityType={type} entityId={id} />
      </Section>
    </Page>
  );
}
