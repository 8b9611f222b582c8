import type { Test } from '@sonde/contract';
import { Notice } from '../../ui/page.tsx';
import { evidenceOf, originOf, reasonOf } from './test-origin.ts';

/** Whoever reads a test that a machine proposed wants to know from what, and why it should pass. */
export function TestOriginNote({ test }: { test: Test }) {
  const reason = reasonOf(test);
  const evidence = evidenceOf(test);
  const { description } = test.metadata;
  if (test.source.kind === 'manual' && reason === null) return null;
  return (
    <Notice>
      <p className="font-medium">{originOf(test)}</p>
      {typeof description === 'string' ? <p>{description}</p> : null}
      {reason === null ? null : <p>{reason}</p>}
      {evidence === null ? null : (
        <details className="mt-1">
          <summary className="text-[0.875rem] text-muted">What it rests on</summary>
          <p
            dir="auto"
            className="mt-1 max-h-48 max-w-prose overflow-y-auto whitespace-pre-wrap"
            tabIndex={0}
          >
            {evidence}
          </p>
        </details>
      )}
    </Notice>
  );
}
