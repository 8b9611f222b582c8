import { useState } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestImport } from '@sonde/contract';
import { formatBytes, plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ConfirmImport } from './confirm-import.tsx';
import { ImportPreview } from './import-preview.tsx';
import { shapeWords } from './import-words.ts';
import { MappingForm } from './mapping-form.tsx';
import type { Reading } from './mapping-form.tsx';

/** How the file is read, beside what comes of it: each change is read again and shown. */
export function ImportReview({ found }: { found: TestImport }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [reading, setReading] = useState<Reading>(() => ({
    mapping: Object.keys(found.mapping).length > 0 ? found.mapping : found.suggested_mapping,
    testType: found.test_type,
    setId: found.target_test_set_id ?? '',
    sheet: found.file_info.sheet ?? '',
    headerRow: null,
  }));
  const settled = useDebounced(JSON.stringify(reading), 400);
  const isSettled = settled === JSON.stringify(reading);
  const parsed = useQuery({
    queryKey: ['imports', found.import_id, 'parsed', settled],
    queryFn: ({ signal }) =>
      api.call('parseImport', { params: { id: found.import_id }, body: bodyOf(reading, found), signal }),
    enabled: isSettled,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const forget = useMutation({
    mutationFn: () => api.call('cancelImport', { params: { id: found.import_id } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['imports', found.import_id] });
      void navigate({ to: '/test-sets/import', search: {} });
    },
  });
  const shown = parsed.data ?? found;
  const isFresh = isSettled && !parsed.isFetching && !parsed.isPlaceholderData;
  return (
    <div className="grid gap-6">
      <Section
        title={found.file_info.filename}
        lead={`It looks like ${shapeWords[shown.shape]}.`}
        actions={
          <Button busy={forget.isPending} onClick={() => forget.mutate()}>
            Choose another file
          </Button>
        }
      >
        <Facts
          items={[
            [
              'Format',
              [found.file_info.format.toUpperCase(), found.file_info.encoding, found.file_info.sheet]
                .filter(Boolean)
                .join(', '),
            ],
            ['Size', `${formatBytes(found.file_info.size_bytes)}, ${plural(shown.total_rows, 'row')}`],
          ]}
        />
        {shown.notices.length > 0 ? (
          <ul className="grid list-disc gap-1 pl-5 text-[0.9375rem]">
            {shown.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        ) : null}
        {found.error === null ? null : <p role="alert">{found.error}</p>}
        <MappingForm found={shown} reading={reading} onChange={setReading} />
      </Section>
      {parsed.error ? <ProblemNotice error={parsed.error} onRetry={() => void parsed.refetch()} /> : null}
      {parsed.isPending && !parsed.error ? <SkeletonLines count={6} label="Reading the file" /> : null}
      {parsed.data ? (
        <>
          <ImportPreview parsed={parsed.data} />
          <ConfirmImport key={found.import_id} parsed={parsed.data} isFresh={isFresh} />
        </>
      ) : null}
    </div>
  );
}

function bodyOf({ mapping, testType, setId, sheet, headerRow }: Reading, found: TestImport) {
  return {
    ...(mapping !== null && (found.shape === 'table' || found.shape === 'sonde') ? { mapping } : {}),
    ...(testType === null ? {} : { test_type: testType }),
    ...(setId === '' ? {} : { test_set_id: setId }),
    // The file is only taken apart again where these are others than those it was read by last.
    ...(sheet === '' ? {} : { sheet }),
    ...(headerRow === null ? {} : { header_row: headerRow }),
  };
}
