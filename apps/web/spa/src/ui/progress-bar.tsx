import { formatPercent } from '../lib/format.ts';

/** Known progress fills; unknown progress sweeps. Both say their label. */
export function ProgressBar({
  label,
  value,
  max,
}: {
  label: string;
  value?: number | undefined;
  max?: number | null | undefined;
}) {
  const known = value !== undefined && typeof max === 'number' && max > 0;
  const percent = known ? Math.min(100, (value / max) * 100) : undefined;
  const share = percent === undefined ? undefined : Math.round(percent);
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-3 text-[0.8125rem] text-muted">
        <span>{label}</span>
        {percent === undefined ? null : <span className="tabular-nums">{formatPercent(percent)}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        {share === undefined ? (
          <div className="h-full w-2/5 animate-[sweep_1.4s_ease-in-out_infinite] rounded-full bg-signal" />
        ) : (
          <div
            className="h-full rounded-full bg-signal transition-[width] duration-300"
            style={{ width: `${share}%` }}
          />
        )}
      </div>
    </div>
  );
}
