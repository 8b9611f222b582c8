import type { BeforeStep, EndpointUpdate, Polling } from '@sonde/contract';
import type { Pair } from './pair.ts';

/** A request around the call as the forms hold it. */
export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  readonly request_headers: readonly Pair[];
  readonly request_mapping: string;
}

export interface StepDraft extends RequestDraft {
  readonly name: string;
  readonly when: BeforeStep['when'];
  readonly values: readonly Pair[];
}

export interface PollingDraft extends RequestDraft {
  readonly values: readonly Pair[];
  readonly done_path: string;
  readonly done_values: string;
  readonly failed_path: string;
  readonly failed_values: string;
  readonly interval_seconds: string;
  readonly max_attempts: string;
  readonly max_seconds: string;
  readonly result_url: string;
  /** What no field shows of the request for the result. */
  readonly result: Polling['result'];
}

const emptyRequest: RequestDraft = { method: 'GET', url: '', request_headers: [], request_mapping: '' };
export const emptyStep: StepDraft = { ...emptyRequest, name: '', when: 'always', values: [] };
export const emptyPolling: PollingDraft = {
  ...emptyRequest,
  values: [],
  done_path: '',
  done_values: '',
  failed_path: '',
  failed_values: '',
  interval_seconds: '2',
  max_attempts: '60',
  max_seconds: '120',
  result_url: '',
  result: null,
};

const pairs = (record: Readonly<Record<string, unknown>>): readonly Pair[] =>
  Object.entries(record).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
const record = (rows: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  );
const values = (rows: readonly Pair[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record(rows)).map(([name, text]) => [
      name,
      /^[[{](?![{%#])/.test(text) ? valueOf(text) : text,
    ]),
  );

const requestDraft = (
  request: Pick<BeforeStep, 'method' | 'url' | 'request_headers' | 'request_mapping'>,
): RequestDraft => ({
  method: request.method,
  url: request.url,
  request_headers: pairs(request.request_headers),
  request_mapping:
    request.request_mapping === null
      ? ''
      : typeof request.request_mapping === 'string'
        ? request.request_mapping
        : JSON.stringify(request.request_mapping, null, 2),
});

const requestOf = (draft: RequestDraft) => ({
  method: draft.method,
  url: draft.url.trim(),
  request_headers: record(draft.request_headers),
  request_mapping: draft.request_mapping.trim() === '' ? null : draft.request_mapping,
});

export const stepDraft = (step: BeforeStep): StepDraft => ({
  ...requestDraft(step),
  name: step.name,
  when: step.when,
  values: pairs(step.values),
});

export const stepOf = (draft: StepDraft): BeforeStep => ({
  ...requestOf(draft),
  name: draft.name.trim(),
  when: draft.when,
  values: values(draft.values),
});

export const pollingDraft = (polling: Polling): PollingDraft => ({
  ...requestDraft(polling),
  values: pairs(polling.values),
  done_path: polling.done.path,
  done_values: wordsOf(polling.done),
  failed_path: polling.failed?.path ?? '',
  failed_values: polling.failed ? wordsOf(polling.failed) : '',
  interval_seconds: String(polling.interval_seconds),
  max_attempts: String(polling.max_attempts),
  max_seconds: String(polling.max_seconds),
  result_url: polling.result?.url ?? '',
  result: polling.result,
});

export function pollingOf(draft: PollingDraft): NonNullable<EndpointUpdate['polling']> {
  const result = draft.result_url.trim();
  return {
    ...requestOf(draft),
    values: values(draft.values),
    interval_seconds: Number(draft.interval_seconds),
    max_attempts: Number(draft.max_attempts),
    max_seconds: Number(draft.max_seconds),
    done: conditionOf(draft.done_path, draft.done_values),
    failed: draft.failed_path.trim() === '' ? null : conditionOf(draft.failed_path, draft.failed_values),
    result:
      result === ''
        ? null
        : { ...(draft.result ?? { method: 'GET', request_headers: {}, request_mapping: null }), url: result },
  };
}

/** What stands in the way of sending them, told before the server refuses. */
export function stepsFault(steps: readonly StepDraft[], polling: PollingDraft | null): string | undefined {
  const nameless = steps.findIndex((step) => step.name.trim() === '' || step.url.trim() === '');
  if (nameless >= 0) return `Step ${nameless + 1} before the call needs a name and a URL.`;
  const valueless = steps.find((step) => Object.keys(record(step.values)).length === 0);
  if (valueless) return `Say which value the step “${valueless.name}” takes from its answer.`;
  if (!polling) return undefined;
  if (polling.url.trim() === '' || polling.done_path.trim() === '')
    return 'Waiting for the answer needs a URL, and a path that says when it is done.';
  const areNumbers = [polling.interval_seconds, polling.max_attempts, polling.max_seconds].every(
    (text) => Number(text) > 0,
  );
  return areNumbers ? undefined : 'Waiting for the answer is limited by numbers above zero.';
}

function wordsOf({ equals, one_of: oneOf }: Polling['done']): string {
  const wanted = [...(equals === undefined ? [] : [equals]), ...(oneOf ?? [])];
  return wanted
    .map((one) => (typeof one === 'string' && valueOf(one) === one ? one : JSON.stringify(one)))
    .join(', ');
}

function conditionOf(path: string, words: string): Polling['done'] {
  const wanted = words
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
    .map(valueOf);
  return { path: path.trim(), ...(wanted.length === 0 ? {} : { one_of: wanted }) };
}

/** Numbers, true and JSON as what they are, other words as text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
