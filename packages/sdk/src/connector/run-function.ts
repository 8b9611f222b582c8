import type { ConnectorExecuteTest, ConnectorTestResult } from '../contract.ts';
import type { FunctionCall, FunctionEndpoint } from './endpoint.ts';

export interface RunOptions {
  readonly endpoint: FunctionEndpoint | undefined;
  readonly message: ConnectorExecuteTest;
  readonly signal: AbortSignal;
  /** Bytes of the largest frame the platform takes. */
  readonly maxMessageBytes: number;
}

/** Runs a function once and writes its answer, or its failure, as the frame to send. Never throws. */
export async function runFunction(options: RunOptions): Promise<string> {
  const { message, signal, maxMessageBytes } = options;
  const started = performance.now();
  const answer = (result: Pick<ConnectorTestResult, 'status' | 'output' | 'error'>): string =>
    JSON.stringify({
      type: 'test_result',
      test_run_id: message.test_run_id,
      ...result,
      duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
    } satisfies ConnectorTestResult);
  const failed = (error: string): string => answer({ status: 'error', output: null, error });
  try {
    const { endpoint } = options;
    if (!endpoint) return failed(`This program serves no function named "${message.function_name}".`);
    const call: FunctionCall = { testRunId: message.test_run_id, parameters: message.parameters, signal };
    const output = await collect(await endpoint.run(message.inputs, call));
    const frame = answer({ status: 'success', output: asJson(output), error: null });
    const sizeBytes = new TextEncoder().encode(frame).length;
    return sizeBytes <= maxMessageBytes
      ? frame
      : failed(`The answer is too large: ${sizeBytes} bytes, while the platform takes ${maxMessageBytes}.`);
  } catch (error) {
    return failed(textOf(error));
  }
}

/** Generators are read to their end: texts are joined, other pieces become a list. */
async function collect(value: unknown): Promise<unknown> {
  if (!isIterator(value)) return value;
  const pieces: unknown[] = [];
  for await (const piece of value) pieces.push(piece);
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces;
}

/** Streams and generators, but not lists, maps or texts, which are values. */
function isIterator(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Symbol.asyncIterator in value || (Symbol.iterator in value && 'next' in value);
}

function asJson(output: unknown): unknown {
  if (output === undefined) return null;
  if (typeof output === 'function' || typeof output === 'symbol' || JSON.stringify(output) === undefined)
    throw new TypeError('The function returned something that JSON cannot hold.');
  return output;
}

/** The message alone: stack traces tell about the machine and stay there. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.slice(0, 4000);
}
