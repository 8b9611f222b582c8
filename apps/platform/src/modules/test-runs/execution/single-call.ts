import { Problem } from '@sonde/server-kit';
import type { InvocationResult } from '@sonde/contract';
import { tokensToldIn } from '@sonde/contract/token-count';
import { failureText, type PreparedTarget } from '#runs';
import type { RunnableTest } from '#tests';
import { outputOf } from './output.ts';
import type { Settled } from './settled.ts';

interface CallOptions {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A file that has been deleted, or is too large for a call, is the test's fault and no reason to stop the run. */
export async function callOnce(
  target: PreparedTarget,
  test: RunnableTest,
  { variables, signal, attributes }: CallOptions,
): Promise<InvocationResult | Problem> {
  const { prompt, files } = test.definition;
  try {
    return await target.invoke(
      {
        ...variables,
        input: prompt?.content ?? test.content,
        ...(files.length > 0 ? { files: files.map((id) => ({ file_id: id })) } : {}),
      },
      { signal, attributes },
    );
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** What a call that will not be made again came to. */
export function settledCall(
  id: string,
  test: RunnableTest,
  answer: InvocationResult,
  gaveUp: 'rate_limited' | 'unreachable' | null,
): Settled {
  const prompt = test.definition.prompt;
  const frame = {
    id,
    calls: 1,
    tokens: tokensToldIn(answer.metadata),
    statusCode: answer.status_code,
    durationMs: answer.duration_ms,
    traceId: answer.trace_id,
    input: { text: prompt?.content ?? test.content, expected: prompt?.expected_response ?? null },
    output: outputOf(answer),
  };
  if (answer.success) return { ...frame, status: 'answered' };
  return {
    ...frame,
    status: 'Error',
    reasonCode: gaveUp ?? answer.error?.type ?? answer.stage,
    reason: failureText(answer),
  };
}
