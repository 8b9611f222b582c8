import type { ReactNode } from 'react';
import { useTitle } from '../../lib/use-title.ts';
import { Isobaths } from '../../ui/isobaths.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

/** The doorway: what Sonde is on one side, the form on the other. */
export function AuthFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(28rem,34rem)]">
      <section
        aria-label="About Sonde"
        className="relative isolate hidden overflow-hidden bg-sunken p-12 lg:flex lg:flex-col lg:justify-between"
      >
        <Isobaths className="absolute inset-0 -z-10 size-full" />
        <Wordmark to="/" />
        <div className="grid max-w-xl gap-6">
          <p className="text-[clamp(2rem,1rem+2.6vw,3.4rem)] leading-[1.08] font-light tracking-[-0.02em] text-balance">
            Test what your AI application really does.
          </p>
          <PlumbLine />
        </div>
        <p className="max-w-xl text-[0.875rem] text-muted">
          Runs on your own machine and calls only what you connect. One exception: a new password is checked
          against a public list of stolen ones, without the password leaving this machine.
        </p>
      </section>
      <main className="flex flex-col bg-surface px-5 py-8 sm:px-12 lg:justify-center">
        <div className="mb-10 lg:hidden">
          <Wordmark to="/" />
        </div>
        <div className="mx-auto grid w-full max-w-sm gap-6">
          <div className="grid gap-2">
            <h1 className="text-3xl leading-tight font-light">{title}</h1>
            {lead ? <div className="text-muted">{lead}</div> : null}
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}

const depths = [
  ['Connect', 'Paste a curl command, a snippet or a description. Sonde works out the configuration.'],
  ['Try', 'Send a message, watch each stage, click the part of the answer you want.'],
  ['Explore', 'Find out what it covers, what it can do, and where it refuses, with the evidence.'],
] as const;

function PlumbLine() {
  return (
    <ol className="relative grid gap-5 pl-8 before:absolute before:top-0 before:bottom-2 before:left-[0.45rem] before:w-px before:bg-signal">
      {depths.map(([name, text]) => (
        <li key={name} className="relative">
          <span aria-hidden="true" className="absolute top-2.5 -left-[1.55rem] h-px w-4 bg-signal" />
          <span className="block text-lg font-medium">{name}</span>
          <span className="text-muted">{text}</span>
        </li>
      ))}
    </ol>
  );
}

export function OrRule({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 text-[0.8125rem] text-muted">
      <span className="h-px flex-1 bg-line" />
      {children}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
