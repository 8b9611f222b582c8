import { useState } from 'react';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useDebounced } from '../../lib/use-debounced.ts';
import { curlOf } from '../../lib/curl.ts';
import { inFormWords } from '../../lib/form-words.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { CallValues } from './call-variables.ts';
import type { EndpointDraft } from './draft.ts';
import { RequestShown } from './request-shown.tsx';
import { StepsShown } from './steps-shown.tsx';
import type { CallTarget } from './call-target.ts';

/** What would be sent, without sending it. Follows the typing. */
export function RequestPreview({
  call,
  values,
  draft,
  isShown = false,
}: {
  call: CallTarget;
  values: CallValues;
  draft: EndpointDraft;
  /** Open from the start, as beside the template. */
  isShown?: boolean;
}) {
  const [open, setOpen] = useState(isShown);
  const settled = useDebounced(
    JSON.stringify([draft, values.texts, values.files.map(({ id }) => id), values.image?.id]),
    500,
  );
  const preview = useQuery({
    queryKey: ['request-preview', settled],
    queryFn: ({ signal }) => call(values, true, signal),
    enabled: open,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const request = preview.data?.request ?? null;
  return (
    <details
      open={isShown}
      className="card p-4 sm:p-5"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="font-medium">Preview the request</summary>
      <div className="mt-4 grid gap-3">
        {preview.isPending && open ? <SkeletonLines count={4} label="Rendering the request" /> : null}
        {preview.error ? <ProblemNotice error={preview.error} what="The request cannot be rendered" /> : null}
        {preview.data?.error ? (
          <p role="alert" className="text-danger">
            {inFormWords(`${preview.data.error.message} ${preview.data.error.hint ?? ''}`)}
          </p>
        ) : null}
        {preview.data?.warnings.map((warning) => (
          <p key={warning} className="text-[0.875rem] text-warn">
            {inFormWords(warning)}
          </p>
        ))}
        {request ? (
          <>
            <RequestShown request={request} />
            <StepsShown steps={preview.data?.steps} />
            <CopyButton text={curlOf(request)} label="Copy as curl" words="Copy as curl, without secrets" />
          </>
        ) : null}
      </div>
    </details>
  );
}
