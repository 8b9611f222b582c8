import { useRef, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import type { FileRecord } from '@sonde/contract';
import { X } from 'lucide-react';
import { formatBytes } from '../../lib/format.ts';
import { uploadFile } from '../../lib/upload.ts';
import { IconButton } from '../../ui/button.tsx';
import { DropZone } from '../files/drop-zone.tsx';
import { FilePreview, Thumbnail } from '../files/file-preview.tsx';
import { bytesOfCall, mostBytesOfCall, mostFilesOfCall } from './call-variables.ts';
import type { CallValues, VariableField } from './call-variables.ts';

interface CallFilesProps {
  field: VariableField;
  values: CallValues;
  onChange: Dispatch<SetStateAction<CallValues>>;
}

/** The files of a call: dropped or chosen, brought up at once, shown small, and sent by their ids. */
export function CallFiles({ field, values, onChange }: CallFilesProps) {
  const [shown, setShown] = useState<string | null>(null);
  const many = field.kind === 'files';
  const chosen = many ? values.files : values.image === null ? [] : [values.image];
  const upload = useCallUpload(values, (file) =>
    onChange((now) =>
      many ? { ...now, files: [...now.files, file].slice(0, mostFilesOfCall) } : { ...now, image: file },
    ),
  );
  const remove = ({ id }: FileRecord): void =>
    onChange((now) =>
      many ? { ...now, files: now.files.filter((file) => file.id !== id) } : { ...now, image: null },
    );
  return (
    <div className="grid gap-2" role="group" aria-label={field.name}>
      <DropZone
        label={
          many
            ? `${field.name}: drop files here, or choose them`
            : `${field.name}: drop a picture here, or choose it`
        }
        hint={field.hint ?? undefined}
        many={many}
        accept={many ? undefined : 'image/*'}
        upload={upload}
      />
      {chosen.length > 0 ? (
        <ul className="grid gap-2" aria-label={`Chosen for ${field.name}`}>
          {chosen.map((file) => (
            <li key={file.id} className="flex min-w-0 items-center gap-3 text-[0.875rem]">
              <button
                type="button"
                className="flex min-w-0 items-center gap-3 rounded-md text-left hover:bg-sunken"
                onClick={() => setShown(file.id)}
              >
                <Thumbnail file={file} />
                <span className="min-w-0 truncate">{file.filename}</span>
                <span className="shrink-0 text-muted">{formatBytes(file.size_bytes)}</span>
              </button>
              <IconButton label={`Remove ${file.filename}`} onClick={() => remove(file)}>
                <X aria-hidden size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      {shown === null ? null : <FilePreview id={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

/** Refuses here what the platform would refuse only when the call is made. */
function useCallUpload(values: CallValues, add: (file: FileRecord) => void) {
  // What is on its way counts too, so that ten files dropped at once do not pass one by one.
  const underWay = useRef(0);
  return async (file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> => {
    if (bytesOfCall(values) + underWay.current + file.size > mostBytesOfCall)
      throw new Error('The files of one call may be 20 MB together.');
    underWay.current += file.size;
    try {
      add(await uploadFile({ file, signal, onProgress }));
    } finally {
      underWay.current -= file.size;
    }
  };
}
