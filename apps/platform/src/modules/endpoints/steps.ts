import type { BeforeSteps, Polling } from '@sonde/contract';
import { isSecretName } from '@sonde/secrets';
import type { FieldFault } from '@sonde/server-kit';
import { stepInvalid } from './problems.ts';
import { isLiteral } from './body-literals.ts';
import { isHeaderLiteral } from './literals.ts';
import { faultsOf } from './templates.ts';
import { queryPairs } from './url-query.ts';

interface Around {
  readonly before_steps?: BeforeSteps | undefined;
  readonly polling?: Polling | null | undefined;
  readonly protocol: string;
}

interface Request {
  readonly url: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_mapping: string | Record<string, unknown> | null;
}

/** The requests around a call by their place in the configuration. */
function requestsOf({ before_steps: before = [], polling }: Around): { path: string; request: Request }[] {
  return [
    ...before.map((request, index) => ({ path: `before_steps.${index}`, request })),
    ...(polling ? [{ path: 'polling', request: polling }] : []),
    ...(polling?.result ? [{ path: 'polling.result', request: polling.result }] : []),
  ];
}

/** Every address that a request around the call may go to. */
export const stepUrls = (before: BeforeSteps, polling: Polling | null): string[] =>
  requestsOf({ before_steps: before, polling, protocol: '' }).map(({ request }) => request.url);

/** Refuses what cannot work, and credentials in the clear: whoever may read the endpoint could read them. */
export function checkSteps(around: Around): void {
  const { before_steps: before = [], polling, protocol } = around;
  const errors: FieldFault[] = [];
  if (polling && protocol === 'WebSocket')
    errors.push({
      path: 'polling',
      code: 'not_for_websocket',
      message: 'A WebSocket sends its answer itself: polling is for HTTP requests.',
    });
  for (const { path, request } of requestsOf(around)) {
    errors.push(...literalFaults(path, request));
    errors.push(
      ...faultsOf(`${path}.`, {
        request_headers: request.request_headers,
        leaves: { url: request.url, request_mapping: request.request_mapping ?? '' },
      }),
    );
  }
  for (const [index, { values }] of before.entries())
    errors.push(...faultsOf(`before_steps.${index}.`, { expressions: { values } }));
  if (polling) {
    const { values, done, failed } = polling;
    const paths = { 'done.path': done.path, ...(failed ? { 'failed.path': failed.path } : {}) };
    errors.push(...faultsOf('polling.', { expressions: { values }, paths }));
  }
  if (errors.length > 0) throw stepInvalid(errors);
}

function literalFaults(path: string, { url, request_headers: headers }: Request): FieldFault[] {
  const named = [
    ...Object.entries(headers)
      .filter(([name, value]) => isHeaderLiteral(name, value))
      .map(([name]) => `${path}.request_headers.${name}`),
    ...queryPairs(url)
      .filter(({ name, value }) => isSecretName(name, 'parameter') && isLiteral(value))
      .map(() => `${path}.url`),
  ];
  return named.map((place) => ({
    path: place,
    code: 'secret_in_clear',
    message: 'This is a credential: store it among the secrets and write {{ secrets.name }} here.',
  }));
}
