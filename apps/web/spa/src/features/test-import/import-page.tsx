import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { uploadImport } from '../../lib/upload.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { DropZone } from '../files/drop-zone.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReview } from './import-review.tsx';

/** A file becomes a set: what it is, how it is read, what is wrong where, and only then the tests. */
export function ImportPage() {
  const may = useMay();
  const id = useSearchText('import');
  return (
    <Page
      title="Import tests"
      lead="Nothing is made before you have seen how the file is read, and what will judge each test."
    >
      {!may('test_set:create') ? (
        <Notice>Your role can read test sets, but not make one.</Notice>
      ) : id === undefined ? (
        <UploadStep />
      ) : (
        <OpenImport key={id} id={id} />
      )}
    </Page>
  );
}

function UploadStep() {
  const { projectId } = usePlatform();
  const navigate = useNavigate();
  return (
    <Section title="The file" lead="It is kept for a day, for you alone.">
      <DropZone
        label="Drop a file here, or choose it"
        hint="Excel, a table as text (CSV, TSV), JSON, JSONL or YAML; also files of other programs for such tests: promptfoo, OpenAI evals, DeepEval and Langfuse. Up to 100 MB. Reports of garak, a scanner, belong under Security probes."
        upload={async (file, signal, onProgress) => {
          const { import_id } = await uploadImport({ file, signal, onProgress, projectId });
          await navigate({ to: '/test-sets/import', search: { import: import_id } });
        }}
        onDone={() => undefined}
      />
    </Section>
  );
}

function OpenImport({ id }: { id: string }) {
  const { api } = usePlatform();
  const found = useQuery({
    queryKey: ['imports', id],
    queryFn: ({ signal }) => api.call('getImport', { params: { id }, signal }),
  });
  if (found.isPending) return <SkeletonLines count={6} label="Loading the import" />;
  if (found.error)
    return (
      <>
        <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />
        <LinkButton className="justify-self-start" to="/test-sets/import">
          Choose another file
        </LinkButton>
      </>
    );
  const { status, task_id } = found.data;
  return status === 'importing' || status === 'imported' ? (
    <ImportProgress found={found.data} taskId={task_id} />
  ) : (
    <ImportReview found={found.data} />
  );
}
