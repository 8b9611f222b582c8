import type { ReactNode } from 'react';
import { classes } from '../lib/classes.ts';

export type Tone = 'signal' | 'running' | 'warn' | 'danger' | 'neutral';

const tones: Readonly<Record<Tone, string>> = {
  signal: 'bg-signal-soft text-signal-strong',
  running: 'bg-running-soft text-running',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  neutral: 'bg-sunken text-muted',
};

export function Chip({
  tone = 'neutral',
  children,
  icon,
}: {
  tone?: Tone;
  children: ReactNode;
  icon?: ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-flex max-w-full min-w-0 items-center gap-1 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium',
        tones[tone],
      )}
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

const environmentMarks: Readonly<Record<string, { tone: Tone; mark: string }>> = {
  Development: { tone: 'running', mark: '◌' },
  Staging: { tone: 'warn', mark: '◐' },
  Production: { tone: 'danger', mark: '●' },
};

/** Told apart by its sign as well as by its colour. */
export function EnvironmentChip({ environment }: { environment: string }) {
  const { tone, mark } = environmentMarks[environment] ?? { tone: 'neutral' as const, mark: '○' };
  return (
    <Chip tone={tone} icon={<span aria-hidden="true">{mark}</span>}>
      {environment}
    </Chip>
  );
}
