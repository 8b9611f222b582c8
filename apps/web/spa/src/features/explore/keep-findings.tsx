import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AnswerOf, Finding, TestSet, keepExploration } from '@sonde/contract';
import { BookmarkPlus } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { fittingName } from '../../lib/run-names.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { answersBecomeExpected, turnsBehind, wordsAfterKeeping, wordsOfSet } from './kept-words.ts';

interface Props {
  findings: readonly Finding[];
  taskId: string;
  title: string;
  /** What the findings are: all there are, those a filter leaves, or those that were ticked. */
  which: 'all' | 'shown' | 'chosen';
}

interface Kept {
  readonly set: TestSet;
  readonly count: number;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** All findings that are shown become tests in a set of their own, by one press. */
export function KeepFindings({ findings, taskId, title, which }: Props) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const navigate = useNavigate();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const turns = turnsBehind(findings);
  const setOf = async (
    type: TestSet['test_set_type'],
    name: string,
    ids: readonly string[],
    description: string,
  ): Promise<Kept | undefined> => {
    if (ids.length === 0) return undefined;
    const set = await api.call('createTestSet', {
      body: {
        name,
        test_set_type: type,
        description,
        ...(projectId === null ? {} : { project_id: projectId }),
      },
    });
    await api.call('associateTests', { params: { id: set.id }, body: { test_ids: [...ids] } });
    return { set, count: ids.length };
  };
  const keep = useMutation({
    mutationFn: async () => {
      const kept = await api.call('keepExploration', {
        params: { task_id: taskId },
        body: { what: 'findings', turns },
      });
      // A set holds single prompts or conversations; a turn that goes on from another is kept as the latter.
      const [talks, singles] = [true, false].map((isTalk) =>
        unique(kept.tests.filter(({ turns: said }) => said.length > 1 === isTalk).map(({ id }) => id)),
      );
      const words = wordsAfterKeeping({
        findings: findings.filter(({ evidence }) => evidence.length > 0).length,
        tests: (singles?.length ?? 0) + (talks?.length ?? 0),
        questions: turns.length,
      });
      const [single, talk] = [
        { name: fittingName(`Findings: ${title}`), count: singles?.length ?? 0 },
        { name: fittingName(`Findings in conversation: ${title}`), count: talks?.length ?? 0 },
      ];
      const orNone = (set: typeof single) => (set.count === 0 ? undefined : set);
      // The sets go on saying it: whoever opens one later has not seen the message.
      const sets = [
        await setOf('Single-Turn', single.name, singles ?? [], wordsOfSet(words, single.count, orNone(talk))),
        await setOf('Multi-Turn', talk.name, talks ?? [], wordsOfSet(words, talk.count, orNone(single))),
      ].filter((one) => one !== undefined);
      return { sets, kept, words };
    },
    onSuccess: async ({ sets, kept, words }) => {
      void queryClient.invalidateQueries({ queryKey: ['tests'] });
      void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
      const [first, second] = sets;
      const open = (set: TestSet) => navigate({ to: '/test-sets/$testSetId', params: { testSetId: set.id } });
      const left = withoutTest(findings, kept);
      if (first) await open(first.set);
      // A set holds either kind, and each is run by itself: whoever sees the one is shown the way to the other.
      if (first && second)
        messages.say(
          words.title,
          [
            `${plural(second.count, 'is a conversation, in a set of its own', 'are conversations, in a set of their own')}.`,
            left,
          ]
            .filter(Boolean)
            .join(' '),
          { words: 'Open the conversations', follow: () => void open(second.set) },
        );
      else messages.say(words.title, [words.why, answersBecomeExpected, left].filter(Boolean).join(' '));
    },
    onError: (error) => messages.fail('The findings were not kept', error),
  });
  const [asking, setAsking] = useState(false);
  if (!may('test:create') || !may('test_set:create') || turns.length === 0) return null;
  const words = {
    all: 'Keep all as tests',
    shown: `Keep these ${findings.length} as tests`,
    chosen: `Keep ${findings.length} chosen as tests`,
  }[which];
  return (
    <>
      <Button
        look="primary"
        icon={<BookmarkPlus aria-hidden size={16} />}
        busy={keep.isPending}
        onClick={() => (which === 'chosen' ? keep.mutate() : setAsking(true))}
      >
        {words}
      </Button>
      {asking ? (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={which === 'all' ? 'Keep all findings as tests?' : 'Keep these findings as tests?'}
          description={`${plural(findings.length, 'finding')}: up to ${plural(turns.length, 'test')}, in test sets of their own. To keep some of them, tick those first.`}
        >
          <p className="text-[0.9375rem]">{answersBecomeExpected}</p>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button
              look="primary"
              busy={keep.isPending}
              onClick={() => {
                setAsking(false);
                keep.mutate();
              }}
            >
              Keep them
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  );
}

/** A finding may rest on turns that no test can be made of; which ones are not guarded is told, the worst first. */
function withoutTest(
  findings: readonly Finding[],
  { tests, left_out: leftOut }: AnswerOf<typeof keepExploration>,
): string | undefined {
  const guarded = new Set(tests.flatMap(({ turns }) => turns));
  const lacking = findings.filter(
    ({ evidence }) => evidence.length > 0 && !evidence.some((turn) => guarded.has(turn)),
  );
  const [worst] = lacking;
  if (!worst) return undefined;
  const others = lacking.length === 1 ? '' : `, and ${lacking.length - 1} more`;
  const reason = leftOut.find(({ turn }) => worst.evidence.includes(turn))?.reason ?? '';
  return `No test came of “${worst.title}”${others}. ${reason}`.trim();
}
