import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Notice, Page } from '../../ui/page.tsx';
import { DraftsOfSet } from './drafts-of-set.tsx';
import { FollowedGeneration } from './followed-generation.tsx';
import { GenerationForm } from './generation-form.tsx';

/** From evidence to tests: choose it, watch them being made, and keep those that are good. */
export function GeneratePage() {
  const may = useMay();
  const navigate = useNavigate();
  const taskId = useSearchText('task');
  const setId = useSearchText('set');
  const requirement = useSearchText('requirement');
  return (
    <Page
      title="Make tests"
      lead="From what an exploration saw, from requirements, documents and tests you have. They come as drafts, in a set of their own: you go through them and keep what you want."
    >
      {!may('test_set:create') ? (
        <Notice>Your role can read test sets, but not make one.</Notice>
      ) : taskId !== undefined ? (
        <FollowedGeneration key={taskId} taskId={taskId} />
      ) : setId !== undefined ? (
        <DraftsOfSet key={setId} setId={setId} />
      ) : (
        <GenerationForm
          // Whoever comes with others in mind begins anew.
          key={requirement ?? ''}
          onStarted={(task) => void navigate({ to: '/test-sets/generate', search: { task }, replace: true })}
        />
      )}
    </Page>
  );
}
