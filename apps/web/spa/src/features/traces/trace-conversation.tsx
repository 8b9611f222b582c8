import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Trace } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';

/** The whole conversation that this trace is a turn of. */
export function TraceConversation({ summary }: { summary: Trace }) {
  const api = useApi();
  const turns = useQuery({
    queryKey: ['traces', 'conversation', summary.trace_id],
    queryFn: ({ signal }) =>
      api.call('getTraceConversation', { params: { trace_id: summary.trace_id }, signal }),
  });
  return (
    <Section title="Conversation">
      {turns.isPending ? <SkeletonLines count={3} label="Loading the conversation" /> : null}
      {turns.error ? <ProblemNotice error={turns.error} onRetry={() => void turns.refetch()} /> : null}
      {turns.data?.every(({ message, answer }) => message === null && answer === null) ? (
        <p className="text-muted">Nothing that was recorded in this trace tells what was said.</p>
      ) : (
        <ol className="grid gap-4">
          {turns.data?.map((turn) => (
            <li key={turn.trace_id} className="grid max-w-prose gap-1.5">
              <span className="flex flex-wrap gap-x-2 text-[0.8125rem] text-muted">
                <span>User</span>
                <Time at={turn.started_at} />
                {turn.trace_id === summary.trace_id ? (
                  <strong>This trace</strong>
                ) : (
                  <Link className="link" to="/traces/$traceId" params={{ traceId: turn.trace_id }}>
                    Open its trace
                  </Link>
                )}
              </span>
              <Said text={turn.message} absent="The message was not reported." />
              <span className="text-[0.8125rem] text-muted">Application</span>
              <Said text={turn.answer} absent="There is no answer." />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

const Said = ({ text, absent }: { text: string | null; absent: string }) =>
  text === null ? (
    <p className="text-muted">{absent}</p>
  ) : (
    <p dir="auto" className="whitespace-pre-wrap break-words">
      {text}
    </p>
  );
