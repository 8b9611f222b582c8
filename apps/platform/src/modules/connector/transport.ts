import { ConnectorEnvironment } from '@sonde/contract';
import { CallFailure, type Transport, type TransportCall } from '#invocation';
import type { ConnectedCalls } from './calls.ts';
import { explain, type Outcome } from './outcome.ts';

const scheme = 'sdk://connector/';

/** Where the row of a connected function says it is; the engine wants every target to have an address. */
export const functionUrl = (functionName: string): string => `${scheme}${encodeURIComponent(functionName)}`;

function functionNameOf(url: string): string | undefined {
  return url.startsWith(scheme) ? decodeURIComponent(url.slice(scheme.length)) : undefined;
}

/** Lets the engine call a function of a connected program as it calls any other target. */
export function createConnectorTransport(calls: ConnectedCalls): Transport {
  return {
    async send(call) {
      const { projectId, environment, params, secretParams, organizationId, url } = call.configuration;
      const functionName = functionNameOf(url);
      const place = ConnectorEnvironment.safeParse(environment);
      if (functionName === undefined || !projectId || !place.success)
        throw new CallFailure({
          stage: 'connect',
          type: 'sdk_unexpected_error',
          message: 'This endpoint does not say which function of a connected program it is.',
          hint: 'Its url was changed. Start the program again: registering sets it right.',
        });
      call.progress.sentAtMs ??= performance.now();
      const { outcome } = await calls.run({
        organizationId,
        projectId,
        environment: place.data,
        functionName,
        inputs: inputsOf(call),
        parameters: { ...params, ...secretParams },
        timeoutMs: call.timeoutMs,
        signal: call.signal,
      });
      call.progress.arrivedAtMs = performance.now();
      if (outcome.outcome === 'answered')
        return { status: null, body: { kind: 'json', value: asObject(outcome.output) }, warnings: [] };
      throw new CallFailure({ stage: stageOf(outcome), ...explain(outcome, functionName) });
    },
    close: async () => undefined,
  };
}

function inputsOf({ request }: TransportCall): Record<string, unknown> {
  const { preview } = request;
  if (typeof preview === 'object' && preview !== null && !Array.isArray(preview)) return { ...preview };
  throw new CallFailure({
    stage: 'render',
    type: 'template_error',
    message: 'The request mapping of a connected function must render to a JSON object: the inputs by name.',
    hint: 'For example {"input": {{ input | tojson }}}.',
  });
}

/** What is no object is wrapped, so that paths such as `$.output` hold for every function. */
const asObject = (output: unknown): unknown =>
  typeof output === 'object' && output !== null && !Array.isArray(output) ? output : { output };

function stageOf({ outcome }: Exclude<Outcome, { outcome: 'answered' }>): CallFailure['stage'] {
  switch (outcome) {
    case 'failed':
      return 'http';
    case 'not_connected':
      return 'connect';
    case 'disconnected':
    case 'aborted':
    case 'too_large':
      return 'send';
    case 'timeout':
      return 'timeout';
  }
}
