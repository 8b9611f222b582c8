import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { AreaField } from '../../ui/field.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatNumber, plural } from '../../lib/format.ts';

/** The front door to models for other programs: whether it runs, where, how much, and what it would answer. */
export function GenerationService({ hasModel }: { hasModel: boolean }) {
  const api = useApi();
  const may = useMay();
  const service = useQuery({
    queryKey: ['models', 'generation-service'],
    queryFn: ({ signal }) => api.call('generationService', { signal }),
    refetchInterval: 30_000,
  });
  return (
    <Section
      title="Generation service"
      lead="Other programs ask it for texts and tests with an API token: “POST /generate” for one, “POST /generate_batch” for many."
    >
      {service.isPending ? <SkeletonLines count={3} label="Looking for the service" /> : null}
      {service.error ? <ProblemNotice error={service.error} onRetry={() => void service.refetch()} /> : null}
      {service.data ? (
        <Facts
          items={[
            [
              'Status',
              service.data.is_running ? (
                <Chip key="s" tone="signal">
                  Running{service.data.version === null ? '' : `, version ${service.data.version}`}
                </Chip>
              ) : (
                <Chip key="s" tone="warn">
                  Does not answer
                </Chip>
              ),
            ],
            [
              'Address',
              <code key="a" className="font-mono break-all">
                {service.data.url}
              </code>,
            ],
            [
              'Limits',
              `${service.data.per_minute} requests a minute and ${formatNumber(service.data.per_day)} a day for each caller, ${service.data.per_batch} in a batch`,
            ],
          ]}
        />
      ) : null}
      {may('test_set:create') ? <TryOut hasModel={hasModel} /> : null}
    </Section>
  );
}

/** The same request that the service would pass on; without a model the built-in generator makes tests. */
function TryOut({ hasModel }: { hasModel: boolean }) {
  const api = useApi();
  const [text, setText] = useState('');
  const attempt = useMutation({
    mutationFn: () =>
      api.call('generate', {
        body: hasModel
          ? { messages: [{ role: 'user', content: text }], max_tokens: 300 }
          : { task: 'tests', input: { requirements: [{ name: text }], num_tests: 3 } },
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    attempt.mutate();
  };
  const answer = attempt.data?.choices[0]?.message.content;
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <AreaField
        label={hasModel ? 'Try a message' : 'Try a requirement'}
        hint={
          hasModel
            ? 'One request to the current model.'
            : 'The built-in generator makes up to three tests of it, where the wording says what to ask.'
        }
        rows={2}
        required
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="justify-self-start" busy={attempt.isPending}>
        Try it
      </Button>
      {attempt.error ? <ProblemNotice error={attempt.error} what="There was no answer" /> : null}
      {answer === undefined || hasModel ? null : <p role="status">{madeWords(answer)}</p>}
      {answer === undefined ? null : (
        <pre
          aria-label="Answer"
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-(--radius-card) bg-sunken p-3 font-mono text-[0.8125rem] whitespace-pre-wrap"
        >
          {hasModel ? answer : indented(answer)}
        </pre>
      )}
    </form>
  );
}

/** How many tests the built-in generator made of it, which may be none. */
export function madeWords(answer: string): string {
  const made = testsIn(answer);
  if (made === undefined) return '';
  return made === 0
    ? 'No test was made of it: the wording leaves open what to ask. Try “Must not give legal advice”.'
    : `${plural(made, 'test was', 'tests were')} made of it.`;
}

function testsIn(answer: string): number | undefined {
  try {
    const { tests } = JSON.parse(answer) as { tests?: unknown };
    return Array.isArray(tests) ? tests.length : undefined;
  } catch {
    return undefined;
  }
}

function indented(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}
