import { useEffect, useId, useRef, useState } from 'react';
import { Upload, X } from 'lucide-react';
import { asProblem } from '../../lib/api-error.ts';
import { classes } from '../../lib/classes.ts';
import { formatBytes } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

interface Going {
  readonly key: string;
  readonly file: File;
  readonly share: number;
  readonly fault: string | null;
  readonly controller: AbortController;
}

interface DropZoneProps {
  label: string;
  hint?: string | undefined;
  /** Of the one that is chosen; what is dropped is judged by `upload`. */
  accept?: string | undefined;
  /** False where there is place for one file. */
  many?: boolean;
  /** Brings one file up; it is told how far it has come, and may be cancelled. */
  upload: (file: File, signal: AbortSignal, onProgress: (share: number) => void) => Promise<unknown>;
  onDone?: (file: File) => void;
}

/** Files are dropped here or chosen; each has its own progress, and can be cancelled while it is on its way. */
export function DropZone({ label, hint, accept, many = true, upload, onDone }: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const { going, start, drop } = useUploads(upload, onDone);
  const take = (files: readonly File[]): void => start(many ? files : files.slice(0, 1));
  return (
    <div className="grid gap-3">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take([...event.dataTransfer.files]);
        }}
        className={classes(
          'grid cursor-pointer justify-items-center gap-1 rounded-[0.6rem] border border-dashed p-6 text-center focus-within:outline-2 focus-within:outline-signal',
          over ? 'border-signal bg-signal-soft' : 'border-line-strong hover:bg-sunken',
        )}
      >
        <Upload aria-hidden size={20} className="text-muted" />
        <span className="font-medium">{label}</span>
        {hint ? <span className="text-[0.8125rem] text-muted">{hint}</span> : null}
        <input
          id={id}
          type="file"
          multiple={many}
          accept={accept}
          className="sr-only"
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </label>
      {going.length > 0 ? (
        <ul className="grid gap-2" aria-label="Uploads">
          {going.map((item) => (
            <li key={item.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
              {item.fault === null ? (
                <ProgressBar
                  label={`${item.file.name}, ${formatBytes(item.file.size)}${item.share < 1 ? '' : ', being read'}`}
                  value={item.share * 100}
                  max={100}
                />
              ) : (
                <p role="alert" className="text-[0.875rem] text-danger">
                  {item.file.name}: {item.fault}
                </p>
              )}
              <IconButton
                label={item.fault === null ? `Cancel the upload of ${item.file.name}` : 'Close this message'}
                onClick={() => drop(item)}
              >
                <X aria-hidden size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function useUploads(upload: DropZoneProps['upload'], onDone: DropZoneProps['onDone']) {
  const [going, setGoing] = useState<readonly Going[]>([]);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const controllers = running.current;
    // Whoever leaves the page has given up what is still on its way.
    return () => controllers.forEach((controller) => controller.abort());
  }, []);
  const change = (key: string, changes: Partial<Going>): void =>
    setGoing((items) => items.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const remove = (key: string): void => setGoing((items) => items.filter((item) => item.key !== key));

  function begin(file: File): void {
    const key = crypto.randomUUID();
    const controller = new AbortController();
    running.current.add(controller);
    setGoing((items) => [...items, { key, file, share: 0, fault: null, controller }]);
    upload(file, controller.signal, (share) => {
      // All of it is there: whoever leaves now has given up nothing, and what comes of it is kept.
      if (share >= 1) running.current.delete(controller);
      change(key, { share });
    })
      .then(
        () => {
          remove(key);
          onDone?.(file);
        },
        (error: unknown) => {
          if (controller.signal.aborted) remove(key);
          else change(key, { fault: asProblem(error).detail });
        },
      )
      .finally(() => running.current.delete(controller));
  }

  return {
    going,
    start: (files: readonly File[]): void => files.forEach(begin),
    drop: (item: Going): void => {
      item.controller.abort();
      remove(item.key);
    },
  };
}
