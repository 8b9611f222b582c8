import { Suspense, lazy, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TestSource } from '@sonde/contract';
import { BookmarkPlus } from 'lucide-react';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/toast.tsx';
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
  /** Where what was said is a flaw: the words that must not be said again. */
  flaw?: string | undefined;
  /** Beside others of its name on the page, what it keeps. */
  what?: string;
  words?: string;
}

const mostMessages = 100;

/** Makes a draft of what was said and opens it in the editor; nothing is kept until it is saved there. */
export function KeepAsTest({ messages, source, flaw, what, words = 'Keep as test' }: Props) {
  const api = useApi();
  const may = useMay();
  const notes = useMessages();
  const queryClient = useQueryClient();
  const [start, setStart] = useState<TestStart | null>(null);
  const extract = useMutation({
    mutationFn: () => api.call('extractTest', { body: { messages: messages.slice(0, mostMessages) } }),
    onSuccess: (extracted) => setStart({ source, extracted, flaw }),
    onError: (error) => notes.fail('No test could be made of it', error),
  });
  if (!may('test:create') || !messages.some(({ role, content }) => role === 'user' && content !== ''))
    return null;
  return (
    <>
      <Button
        size="small"
        icon={<BookmarkPlus aria-hidden size={15} />}
        busy={extract.isPending}
        onClick={() => extract.mutate()}
        {...(what === undefined ? {} : { 'aria-label': `${words}: ${what}` })}
      >
        {words}
      </Button>
      {start === null ? null : (
        <Suspense fallback={null}>
          <TestDialog
            test={null}
            type={null}
            testSetId={null}
            start={start}
            onClose={() => setStart(null)}
            onSaved={() => {
              setStart(null);
              notes.say('The test was kept', 'It is under Tests, and in the set if you chose one.');
              void queryClient.invalidateQueries({ queryKey: ['tests'] });
              void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
