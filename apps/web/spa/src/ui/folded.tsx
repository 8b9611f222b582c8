import type { ReactNode } from 'react';

/**
 * What is secondary, named with its count and opened by a press. Printing, a search in the page and a link to something within
 * open it as well. Without `isFolded` it stands there as it is, for what is too little to be put away.
 */
export function Folded({
  words,
  isFolded = true,
  children,
}: {
  words: string;
  isFolded?: boolean;
  children: ReactNode;
}) {
  if (!isFolded) return <>{children}</>;
  return (
    <details>
      <summary className="w-fit py-1 text-[0.9375rem] font-medium print:hidden">{words}</summary>
      <div className="mt-3 grid gap-4">{children}</div>
    </details>
  );
}
