import { ConnectedFunction } from '../contract.ts';
import { parametersOf, type DeclaredParameters } from './parameters.ts';

/** What a function is told beside its inputs. */
export interface FunctionCall {
  /** Id of this run at the platform. */
  readonly testRunId: string;
  /** The project's parameter values for the environment of the connection. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Aborted when nobody waits for the answer any more: cancelled, timed out, or the connection ended. */
  readonly signal: AbortSignal;
}

/**
 * A function the platform can call. It gets one object of inputs and returns its answer: a text, or an object such as
 * `{ output, context, conversation_id }`. It may be async, or an (async) generator, whose pieces are put together.
 */
export type EndpointFunction = (
  // oxlint-disable-next-line typescript/no-explicit-any -- What comes is what the mapping of the endpoint renders.
  inputs: any,
  call: FunctionCall,
) => unknown;

export interface EndpointOptions {
  /** Shown with the endpoint; up to 4,000 characters. */
  readonly description?: string | undefined;
  /** Names and types of the inputs. Without it they are read off a destructured first parameter. */
  readonly parameters?: DeclaredParameters | undefined;
  /** How a message becomes inputs: Jinja2 text or an object of templates, such as `{ question: '{{ input }}' }`. */
  readonly requestMapping?: string | Readonly<Record<string, unknown>> | undefined;
  /** Output variable → JSONPath in what the function returns, such as `{ output: '$.answer' }`. */
  readonly responseMapping?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds the platform waits for an answer, 1 to 3600. Default: 120. */
  readonly timeoutSeconds?: number | undefined;
}

/** A named function, ready to be connected. */
export interface FunctionEndpoint {
  readonly name: string;
  readonly run: EndpointFunction;
  /** As it is told to the platform. */
  readonly schema: ConnectedFunction;
}

/**
 * Names a function so that `connect` can offer it: `endpoint('answer', async ({ input }) => …)`.
 * Throws a TypeError when the name or an option cannot be used.
 */
export function endpoint(
  name: string,
  run: EndpointFunction,
  options: EndpointOptions = {},
): FunctionEndpoint {
  const schema = ConnectedFunction.safeParse({
    name,
    parameters: parametersOf(run, options.parameters),
    return_type: 'any',
    metadata: withoutUndefined({
      description: options.description,
      request_mapping: options.requestMapping,
      response_mapping: options.responseMapping,
      timeout_seconds: options.timeoutSeconds,
    }),
  });
  if (schema.success) return { name, run, schema: schema.data };
  const [issue] = schema.error.issues;
  throw new TypeError(`endpoint("${name}"): ${issue?.path.join('.')}: ${issue?.message}`);
}

const withoutUndefined = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
