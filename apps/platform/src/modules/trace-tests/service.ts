import type { BodyOf, TestInput } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { MemberPrincipal } from '#kernel/http';
import { goalOfTalk, tellKept, type Tests } from '#tests';
import type { Traces } from '#traces';

interface Options {
  readonly traces: Pick<Traces, 'said'>;
  readonly tests: Pick<Tests, 'keep'>;
}

type Request = BodyOf<typeof contract.createTestFromTrace>;

export type TraceTests = ReturnType<typeof createTraceTests>;

/** What really happened becomes a test, once: a question with its answer, or the user's turns of a conversation. */
export function createTraceTests({ traces, tests }: Options) {
  async function testOf(
    principal: MemberPrincipal,
    traceId: string,
    request: Request,
  ): Promise<{ test: TestInput; projectId: string | null }> {
    const { row, turns } = await traces.said(principal, traceId, request.scope);
    const asked = turns.flatMap(({ message }) => (message?.trim() ? [message] : []));
    if (asked.length === 0) throw withoutMessage(traceId);
    const isSingle = asked.length === 1;
    const test: TestInput = {
      ...(isSingle
        ? single(asked[0] ?? '', request.expect_answer ? turns.at(-1)?.answer : null)
        : spoken(asked)),
      ...(request.requirement === undefined ? {} : { requirement: request.requirement }),
      source: {
        kind: 'trace',
        ref: { trace_id: traceId, ...(row.endpointId === null ? {} : { endpoint_id: row.endpointId }) },
      },
    };
    return { test, projectId: row.projectId };
  }

  return {
    async create(principal: MemberPrincipal, traceIds: readonly string[], request: Request) {
      const made = [];
      for (const traceId of traceIds) made.push(await testOf(principal, traceId, request));
      const projectIds = new Set(made.map(({ projectId }) => projectId));
      if (projectIds.size > 1 && request.test_set_id === undefined) throw ofSeveralProjects();
      const kept = await tests.keep(principal, {
        tests: made.map(({ test }) => test),
        projectId: made[0]?.projectId,
        testSetId: request.test_set_id,
      });
      return {
        ...tellKept(kept),
        tests: kept.map(({ id, isNew }, place) => ({ id, is_new: isNew, trace_id: traceIds[place] ?? '' })),
      };
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
    goal: goalOfTalk(asked),
    max_turns: Math.min(mostTurns, asked.length),
    script: asked.slice(0, mostTurns),
  },
});

const withoutMessage = (traceId: string): Problem =>
  new Problem(
    'invalid',
    'trace.without_message',
    `No span of trace ${traceId} tells what was asked, so there is nothing to make a test of.`,
  );

const ofSeveralProjects = (): Problem =>
  new Problem(
    'invalid',
    'traces.of_several_projects',
    'These traces belong to several projects. Choose those of one, or a set that the tests join.',
  );
