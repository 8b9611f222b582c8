import { useState } from 'react';
import type { FileRecord } from '@sonde/contract';
import { formatBytes } from '../../lib/format.ts';
import { FilePreview, Thumbnail } from '../files/file-preview.tsx';

/** Pictures and other files that the application returned, and the whole of an answer too large to show. */
export function AnswerFiles({ files }: { files: readonly FileRecord[] }) {
  const [shown, setShown] = useState<string | null>(null);
  if (files.length === 0) return null;
  return (
    <div className="card grid gap-3 p-4 sm:p-5">
      <div className="grid gap-1">
        <h2 className="font-semibold">Files in the answer</h2>
        <p className="text-[0.875rem] text-muted">Kept for a day, for you alone.</p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3">
        {files.map((file) => (
          <li key={file.id} className="min-w-0">
            <button
              type="button"
              className="grid w-full content-start justify-items-center gap-2 rounded-md border border-line p-3 hover:bg-sunken"
              onClick={() => setShown(file.id)}
            >
              <Thumbnail file={file} size={144} />
              <span className="w-full truncate text-[0.875rem]">{file.filename}</span>
              <span className="text-[0.8125rem] text-muted">
                {file.content_type}, {formatBytes(file.size_bytes)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown === null ? null : <FilePreview id={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
