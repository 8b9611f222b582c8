import { Suspense, lazy, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Test } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { useMessages } from '../../ui/toast.tsx';

const TestDialog = lazy(() =>
  import('../tests/test-dialog.tsx').then((module) => ({ default: module.TestDialog })),
);

/** The test of a result as it is today, to see what it asks for and to mend it where that was wrong. */
export function OpenTest({ testId }: { testId: string }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [test, setTest] = useState<Test | null>(null);
  const open = useMutation({
    mutationFn: () => api.call('getTest', { params: { id: testId } }),
    onSuccess: setTest,
    onError: (error) => messages.fail('The test could not be opened', error),
  });
  return (
    <>
      <button type="button" className="link" disabled={open.isPending} onClick={() => open.mutate()}>
        Open the test
      </button>
      {test === null ? null : (
        <Suspense fallback={null}>
          <TestDialog
            test={test}
            type={null}
            testSetId={null}
            onClose={() => setTest(null)}
            onSaved={() => {
              setTest(null);
              messages.say(
                'The test was saved',
                'This result stays as it was judged; the next run goes by the new version.',
              );
              void queryClient.invalidateQueries({ queryKey: ['tests'] });
              void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
