import type { ReactNode } from 'react';
import { Isobaths } from './isobaths.tsx';

export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="card relative isolate grid justify-items-start gap-3 overflow-hidden p-6 sm:p-10">
      <Isobaths className="absolute inset-y-0 right-0 -z-10 h-full w-2/3 opacity-60" />
      <h2 className="text-xl font-semibold">{title}</h2>
      <div className="max-w-prose text-muted">{children}</div>
      {action ? <div className="mt-2 flex flex-wrap gap-2">{action}</div> : null}
    </div>
  );
}
