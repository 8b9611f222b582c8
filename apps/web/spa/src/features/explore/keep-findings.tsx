import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Finding } from '@sonde/contract';
import { BookmarkPlus } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/toast.tsx';

interface Props {
  findings: readonly Finding[];
  taskId: string;
  title: string;
  isAll: boolean;
}

/** All findings that are shown become tests in a set of their own, by one press. */
export function KeepFindings({ findings, taskId, title, isAll }: Props) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const navigate = useNavigate();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const turns = [...new Set(findings.flatMap(({ evidence }) => evidence))];
  const keep = useMutation({
    mutationFn: async () => {
      const kept = await api.call('keepExploration', {
        params: { task_id: taskId },
        body: { what: 'findings', turns },
      });
      const set = await api.call('createTestSet', {
        body: {
          name: `Findings: ${title}`.slice(0, 200),
          test_set_type: 'Single-Turn',
          ...(projectId === null ? {} : { project_id: projectId }),
        },
      });
      await api.call('associateTests', {
        params: { id: set.id },
        body: { test_ids: kept.tests.map(({ id }) => id) },
      });
      return { set, kept };
    },
    onSuccess: async ({ set, kept }) => {
      void queryClient.invalidateQueries({ queryKey: ['tests'] });
      void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
      const turnsKept = new Set(kept.tests.flatMap((one) => one.turns));
      messages.say(`${plural(kept.tests.length, 'test')} kept`, withoutTest(findings, turnsKept));
      await navigate({ to: '/test-sets/$testSetId', params: { testSetId: set.id } });
    },
    onError: (error) => messages.fail('The findings were not kept', error),
  });
  if (!may('test:create') || !may('test_set:create') || turns.length === 0) return null;
  return (
    <Button
      look="primary"
      icon={<BookmarkPlus aria-hidden size={16} />}
      busy={keep.isPending}
      onClick={() => keep.mutate()}
    >
      {isAll ? 'Keep all as tests' : `Keep these ${findings.length} as tests`}
    </Button>
  );
}

/** A finding may rest on turns that no test can be made of; which ones are not guarded is told, the worst first. */
function withoutTest(findings: readonly Finding[], turnsKept: ReadonlySet<number>): string | undefined {
  const lacking = findings.filter(
    ({ evidence }) => evidence.length > 0 && !evidence.some((turn) => turnsKept.has(turn)),
  );
  const [worst] = lacking;
  if (!worst) return undefined;
  const others = lacking.length === 1 ? '' : `, and ${lacking.length - 1} more`;
  return `No test came of “${worst.title}”${others}: there the application neither answered nor refused.`;
}
