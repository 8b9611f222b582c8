import type { BodyOf, TestInput } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { MemberPrincipal } from '#kernel/http';
import type { Tests } from '#tests';
import type { Traces } from '#traces';

interface Options {
  readonly traces: Pick<Traces, 'said'>;
  readonly tests: Pick<Tests, 'createMany'>;
}

type Request = BodyOf<typeof contract.createTestFromTrace>;

export type TraceTests = ReturnType<typeof createTraceTests>;

/** What really happened becomes a test: a question with its answer, or the user's turns of a conversation. */
export function createTraceTests({ traces, tests }: Options) {
  return {
    async create(principal: MemberPrincipal, traceId: string, request: Request): Promise<{ id: string }> {
      const { row, turns } = await traces.said(principal, traceId, request.scope);
      const asked = turns.flatMap(({ message }) => (message?.trim() ? [message] : []));
      if (asked.length === 0) throw withoutMessage();
      const isSingle = asked.length === 1;
      const test: TestInput = {
        project_id: row.projectId,
        ...(isSingle
          ? single(asked[0] ?? '', request.expect_answer ? turns.at(-1)?.answer : null)
          : spoken(asked)),
        ...(request.requirement === undefined ? {} : { requirement: request.requirement }),
        source: {
          kind: 'trace',
          ref: { trace_id: traceId, ...(row.endpointId === null ? {} : { endpoint_id: row.endpointId }) },
        },
      };
      const { ids } = await tests.createMany(principal, {
        tests: [test],
        test_set_id: request.test_set_id,
      });
      return { id: ids[0] ?? '' };
    },
  };
}

const single = (message: string, answer: string | null | undefined) => ({
  test_type: 'Single-Turn' as const,
  prompt: { content: message, expected_response: answer?.trim() ? answer : null },
});

const mostTurns = 50;

const spoken = (asked: readonly string[]) => ({
  test_type: 'Multi-Turn' as const,
  test_configuration: {
    goal: `Get the same help as in this conversation, which began with: ${(asked[0] ?? '').slice(0, 400)}`,
    max_turns: Math.min(mostTurns, asked.length),
    script: asked.slice(0, mostTurns),
  },
});

const withoutMessage = (): Problem =>
  new Problem(
    'invalid',
    'trace.without_message',
    'No span of this trace tells what was asked, so there is nothing to make a test of.',
  );
