import { CopyButton } from './copy-button.tsx';

const largestShown = 256 * 1024;

/** Text as it came. Beyond a quarter of a megabyte it is cut on screen, and can still be copied or saved whole. */
export function JsonText({
  value,
  label,
  maxHeight = 420,
}: {
  value: unknown;
  label: string;
  maxHeight?: number;
}) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const cut = text.length > largestShown;
  return (
    <figure className="m-0 grid gap-1.5">
      <figcaption className="flex items-center justify-between gap-2 text-[0.8125rem] text-muted">
        <span>{label}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </figcaption>
      <pre
        tabIndex={0}
        aria-label={label}
        className="m-0 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap break-words"
        style={{ maxHeight }}
      >
        {cut ? `${text.slice(0, largestShown)}…` : text}
      </pre>
      {cut ? (
        <p className="text-[0.8125rem] text-muted">
          Shown: the first 256 kB of {Math.round(text.length / 1024)} kB.{' '}
          <a className="link" download="answer.txt" href={URL.createObjectURL(new Blob([text]))}>
            Save all of it
          </a>
        </p>
      ) : null}
    </figure>
  );
}
