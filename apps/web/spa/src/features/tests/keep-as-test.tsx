import { Suspense, lazy, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestSource } from '@sonde/contract';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { findExpectedMetric } from '../../lib/testing-queries.ts';
import { useMessages } from '../../ui/toast.tsx';
import { KeepButton } from './keep-button.tsx';
import type { TestStart } from './test-dialog.tsx';

/** Whoever only looks does not need the editor. */
const TestDialog = lazy(() => import('./test-dialog.tsx').then((module) => ({ default: module.TestDialog })));

export interface Said {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

interface Props {
  messages: readonly Said[];
  source: TestSource;
  words?: string;
  leftOut?: string | undefined;
  /** Of several ways to keep, the one that is meant where nothing else is. */
  isMain?: boolean;
}

const mostMessages = 100;

/** Makes a draft of what was said and opens it in the editor; nothing is kept until it is saved there. */
export function KeepAsTest({ messages, source, words = 'Keep as test', leftOut, isMain = false }: Props) {
  const { api } = usePlatform();
  const may = useMay();
  const notes = useMessages();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [start, setStart] = useState<TestStart | null>(null);
  const extract = useMutation({
    mutationFn: async (): Promise<TestStart> => {
      const extracted = await api.call('extractTest', {
        body: { messages: messages.slice(0, mostMessages) },
      });
      const metric = extracted.prompt?.expected_response ? await findExpectedMetric(api) : undefined;
      return { source, extracted, metrics: metric === undefined ? [] : [metric], leftOut };
    },
    onSuccess: setStart,
    onError: (error) => notes.fail('No test could be made of it', error),
  });
  if (!may('test:create') || !messages.some(({ role, content }) => role === 'user' && content !== ''))
    return null;
  return (
    <>
      <KeepButton words={words} isMain={isMain} busy={extract.isPending} onClick={() => extract.mutate()} />
      {start === null ? null : (
        <Suspense fallback={null}>
          <TestDialog
            test={null}
            type={null}
            testSetId={null}
            start={start}
            onClose={() => setStart(null)}
            onSaved={(id) => {
              setStart(null);
              notes.say('The test was kept', 'It is under Tests, and in the set if you chose one.', {
                words: 'Open the test',
                follow: () => void navigate({ to: '/tests', search: id === undefined ? {} : { test: id } }),
              });
              void queryClient.invalidateQueries({ queryKey: ['tests'] });
              void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
