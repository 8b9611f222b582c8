import type { ReactNode } from 'react';
import { classes } from '../lib/classes.ts';
import { useTitle } from '../lib/use-title.ts';

/** In characters: more than two lines of a large heading. */
const longTitle = 90;

/** The head of a page: where one is, its name large and light, what one can do here. */
export function Page({
  title,
  mark,
  lead,
  actions,
  children,
}: {
  title: string;
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="grid min-w-0 gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          {mark ? <div className="mark">{mark}</div> : null}
          <h1
            className={classes(
              'leading-tight break-words',
              // A name as long as a sentence is read as one, and leaves the page its room.
              title.length > longTitle ? 'text-lg' : 'text-[clamp(1.4rem,1.15rem+1vw,1.8rem)] font-light',
            )}
          >
            {title}
          </h1>
          {lead ? <div className="max-w-prose text-muted">{lead}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}

export function Section({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card grid min-w-0 content-start gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">{title}</h2>
          {lead ? <div className="max-w-prose text-[0.9375rem] text-muted">{lead}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

export function Notice({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'warn' | 'signal';
  children: ReactNode;
}) {
  const look = { neutral: 'bg-sunken', warn: 'bg-warn-soft', signal: 'bg-signal-soft' }[tone];
  return <div className={`rounded-(--radius-card) p-3.5 text-[0.9375rem] ${look}`}>{children}</div>;
}

/** Names and values in two columns, one on small screens. */
export function Facts({ items }: { items: readonly (readonly [name: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {items.map(([name, value], place) => (
        <div key={typeof name === 'string' ? name : place} className="contents">
          <dt className="mark pt-0.5">{name}</dt>
          <dd className="-mt-2 min-w-0 break-words sm:mt-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
