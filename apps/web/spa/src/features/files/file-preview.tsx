import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { FileRecord } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { formatBytes } from '../../lib/format.ts';
import { addressOf } from '../../lib/site.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

const contentOf = (id: string): string => addressOf(`/api/v1/files/${id}/content`);
const thumbnailOf = (id: string, size: number): string =>
  addressOf(`/api/v1/files/${id}/thumbnail?size=${size}`);

/** A small picture of a file, or a sign where there is none. */
export function Thumbnail({ file, size = 72 }: { file: FileRecord; size?: 72 | 144 | 288 }) {
  if (!file.has_thumbnail) return <FileText aria-hidden size={size / 2} className="text-muted" />;
  return (
    <img
      alt=""
      loading="lazy"
      src={thumbnailOf(file.id, size)}
      className="rounded-md border border-line object-contain"
      style={{ maxWidth: size, maxHeight: size }}
    />
  );
}

/** What is in a file, as far as a page may show it: pictures, first pages, text and sound. */
export function FilePreview({ id, onClose }: { id: string; onClose: () => void }) {
  const api = useApi();
  const file = useQuery({
    queryKey: ['files', id],
    queryFn: ({ signal }) => api.call('getFile', { params: { id }, signal }),
  });
  return (
    <Dialog open wide onClose={onClose} title={file.data?.filename ?? 'File'}>
      {file.isPending ? <SkeletonLines count={5} /> : null}
      {file.error ? <ProblemNotice error={file.error} onRetry={() => void file.refetch()} /> : null}
      {file.data ? <Shown file={file.data} /> : null}
    </Dialog>
  );
}

function Shown({ file }: { file: FileRecord }) {
  return (
    <>
      <Picture file={file} />
      {file.content_type.startsWith('audio/') ? (
        <audio controls preload="metadata" src={contentOf(file.id)} className="w-full" />
      ) : null}
      {file.extracted_text ? (
        <pre tabIndex={0} className="card max-h-96 overflow-auto p-4 text-[0.875rem] whitespace-pre-wrap">
          {file.extracted_text}
        </pre>
      ) : null}
      <Facts
        items={[
          ['Kind', file.content_type],
          ['Size', formatBytes(file.size_bytes)],
          ['Text', wordsForText(file)],
          ...file.warnings.map((warning) => ['Note', warning] as const),
          [
            'Bytes',
            <a key="download" className="link" href={contentOf(file.id)} download={file.filename}>
              Download
            </a>,
          ],
        ]}
      />
    </>
  );
}

function Picture({ file }: { file: FileRecord }) {
  if (!file.has_thumbnail) return null;
  const isDocument = file.content_type === 'application/pdf';
  return (
    <img
      alt={isDocument ? `First page of ${file.filename}` : file.filename}
      src={isDocument ? thumbnailOf(file.id, 288) : contentOf(file.id)}
      className="max-h-96 max-w-full justify-self-center rounded-md border border-line object-contain"
    />
  );
}

function wordsForText({ extraction_status: status, extraction_error: error, truncated }: FileRecord): string {
  if (status === 'pending') return 'is being read';
  if (status === 'failed') return error ?? 'could not be read';
  if (status === 'not_applicable') return 'none in a file of this kind';
  return truncated ? 'read as far as it is kept' : 'read';
}
