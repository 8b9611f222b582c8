import { Suspense, lazy, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, Test, keepExploration } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { KeepButton } from '../tests/keep-button.tsx';
import { answersBecomeExpected } from './kept-words.ts';

const TestDialog = lazy(() =>
  import('../tests/test-dialog.tsx').then((module) => ({ default: module.TestDialog })),
);

interface Props {
  taskId: string;
  turns: readonly number[];
  what: BodyOf<typeof keepExploration>['what'];
  /** What is kept, beside other buttons of the name. */
  name: string;
}

/** Keeps one turn, or what one finding rests on, with the metrics that it would have among all of them. */
export function KeepTurns({ taskId, turns, what, name }: Props) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [made, setMade] = useState<Test | null>(null);
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['tests'] });
    void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
  };
  const keep = useMutation({
    mutationFn: async () => {
      const { tests } = await api.call('keepExploration', {
        params: { task_id: taskId },
        body: { what, turns: [...turns], ...(projectId === null ? {} : { project_id: projectId }) },
      });
      const [only, ...others] = tests;
      const test =
        only && others.length === 0 ? await api.call('getTest', { params: { id: only.id } }) : null;
      return { test, count: tests.length };
    },
    onSuccess: ({ test, count }) => {
      refresh();
      messages.say(
        count === 1 ? 'The test was kept' : `${plural(count, 'test')} kept`,
        count === 1
          ? 'It is under Tests, with what judges it.'
          : `They are under Tests, each with what judges it, and wait to be read there. ${answersBecomeExpected}`,
      );
      setMade(test);
    },
    onError: (error) => messages.fail('No test could be made of it', error),
  });
  if (!may('test:create') || turns.length === 0) return null;
  return (
    <>
      <KeepButton words="Keep as test" what={name} busy={keep.isPending} onClick={() => keep.mutate()} />
      {made === null ? null : (
        <Suspense fallback={null}>
          <TestDialog
            test={made}
            type={null}
            testSetId={null}
            isKept
            onClose={() => setMade(null)}
            onSaved={() => {
              setMade(null);
              refresh();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
