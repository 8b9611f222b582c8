import { endpointSettings } from '@sonde/contract/table';
import type { SettingEntry } from '@sonde/contract/table';
import type { AutoConfigureResult, Endpoint, EndpointUpdate } from '@sonde/contract';
import { nameFor } from './endpoint-name.ts';
import { pollingDraft, pollingOf, stepDraft, stepOf, stepsFault } from './step-drafts.ts';
import type { PollingDraft, StepDraft } from './step-drafts.ts';
import type { Pair } from './pair.ts';

/** A secret is write-only: what is stored is kept, replaced or removed, and never read back. */
export type SecretInput =
  | { readonly kind: 'keep' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'set'; readonly value: string };

export type { Pair };

export interface SecretPair {
  readonly name: string;
  readonly stored: boolean;
  readonly input: SecretInput;
}

export type SettingName = (typeof endpointSettings)[number]['name'];
export const settings: readonly (SettingEntry & { readonly name: SettingName })[] = endpointSettings;

/** A configuration as the forms hold it: everything is text until it is sent, a box that is ticked is "true". */
export interface EndpointDraft extends Readonly<Record<SettingName, string>> {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly method: string;
  readonly protocol: 'REST' | 'WebSocket';
  readonly environment: Endpoint['environment'];
  readonly auth_type: Endpoint['auth_type'];
  readonly auth_token: SecretInput;
  readonly client_id: string;
  readonly client_secret: SecretInput;
  readonly token_url: string;
  readonly scopes: string;
  readonly audience: string;
  readonly token_params: readonly Pair[];
  readonly request_headers: readonly Pair[];
  readonly secret_headers: readonly SecretPair[];
  readonly secrets: readonly SecretPair[];
  readonly query_params: readonly Pair[];
  readonly request_mapping: string;
  readonly response_mapping: readonly Pair[];
  readonly before_steps: readonly StepDraft[];
  readonly polling: PollingDraft | null;
  readonly ca_certificate: string;
  readonly client_certificate: string;
  readonly client_key: SecretInput;
  readonly done_path: string;
  readonly done_equals: string;
  readonly quiet_period_ms: string;
  readonly subprotocols: string;
  readonly disable_tracing: boolean;
}

const keep: SecretInput = { kind: 'keep' };

export const emptyDraft: EndpointDraft = {
  name: '',
  description: '',
  url: '',
  method: 'POST',
  protocol: 'REST',
  environment: 'Development',
  auth_type: 'none',
  auth_token: keep,
  client_id: '',
  client_secret: keep,
  token_url: '',
  scopes: '',
  audience: '',
  token_params: [],
  request_headers: [],
  secret_headers: [],
  secrets: [],
  query_params: [],
  request_mapping: '{\n  "message": "{{ input }}"\n}',
  response_mapping: [],
  before_steps: [],
  polling: null,
  ca_certificate: '',
  client_certificate: '',
  client_key: keep,
  done_path: '',
  done_equals: '',
  quiet_period_ms: '',
  subprotocols: '',
  ...settingsDraft({}),
  disable_tracing: false,
};

export function draftFrom(endpoint: Endpoint): EndpointDraft {
  return {
    name: endpoint.name,
    description: endpoint.description ?? '',
    url: endpoint.url,
    method: endpoint.method,
    protocol: endpoint.protocol === 'WebSocket' ? 'WebSocket' : 'REST',
    environment: endpoint.environment,
    auth_type: endpoint.auth_type,
    auth_token: keep,
    client_id: endpoint.client_id ?? '',
    client_secret: keep,
    token_url: endpoint.token_url ?? '',
    scopes: endpoint.scopes ?? '',
    audience: endpoint.audience ?? '',
    token_params: pairsOf(endpoint.token_params ?? {}),
    request_headers: pairsOf(endpoint.request_headers),
    secret_headers: storedPairs(Object.keys(endpoint.secret_headers)),
    secrets: storedPairs(endpoint.secret_names),
    query_params: pairsOf(endpoint.query_params),
    request_mapping: textOf(endpoint.request_mapping),
    response_mapping: mappingRows(endpoint.response_mapping),
    before_steps: endpoint.before_steps.map(stepDraft),
    polling: endpoint.polling && pollingDraft(endpoint.polling),
    ca_certificate: endpoint.ca_certificate ?? '',
    client_certificate: endpoint.client_certificate ?? '',
    client_key: keep,
    done_path: endpoint.websocket?.done?.path ?? '',
    done_equals:
      endpoint.websocket?.done?.equals === undefined ? '' : JSON.stringify(endpoint.websocket.done.equals),
    quiet_period_ms: String(endpoint.websocket?.quiet_period_ms ?? ''),
    subprotocols: (endpoint.websocket?.subprotocols ?? []).join(', '),
    ...settingsDraft(endpoint),
    disable_tracing: endpoint.disable_tracing,
  };
}

/** What auto-configure worked out, laid over a draft; what it left open stays as it was. */
export function draftFromAutoConfigure(
  result: AutoConfigureResult,
  token: string | null,
  pasted = '',
): EndpointDraft {
  return {
    ...emptyDraft,
    name: result.name ?? nameFor(result.url ?? '', pasted),
    url: result.url ?? '',
    method: result.method,
    protocol: result.protocol,
    auth_type: token === null || token === '' ? result.auth_type : 'bearer_token',
    auth_token: token === null || token === '' ? keep : { kind: 'set', value: token },
    request_headers: pairsOf(result.request_headers),
    request_mapping:
      result.request_mapping === null ? emptyDraft.request_mapping : textOf(result.request_mapping),
    response_mapping: mappingRows(result.response_mapping),
    ...settingsDraft({ conversation_id_from: result.conversation_id_from }),
  };
}

/** The whole configuration as the API takes it. Untouched secrets are left out, which keeps them. */
export function bodyOf(draft: EndpointDraft): EndpointUpdate & { name: string; url: string } {
  const websocket = websocketOf(draft);
  return {
    name: draft.name.trim(),
    description: textOrNull(draft.description),
    url: draft.url.trim(),
    method: draft.method,
    protocol: draft.protocol,
    environment: draft.environment,
    auth_type: draft.auth_type,
    ...secretField('auth_token', draft.auth_token),
    client_id: textOrNull(draft.client_id),
    ...secretField('client_secret', draft.client_secret),
    token_url: textOrNull(draft.token_url),
    scopes: textOrNull(draft.scopes),
    audience: textOrNull(draft.audience),
    token_params: draft.token_params.length === 0 ? null : recordOf(draft.token_params),
    request_headers: recordOf(draft.request_headers),
    ...secretPairsField('secret_headers', draft.secret_headers),
    ...secretPairsField('secrets', draft.secrets),
    query_params: recordOf(draft.query_params),
    request_mapping: draft.request_mapping,
    response_mapping: mappingOf(draft.response_mapping),
    websocket,
    before_steps: draft.before_steps.map(stepOf),
    polling: draft.protocol === 'REST' && draft.polling ? pollingOf(draft.polling) : null,
    ca_certificate: textOrNull(draft.ca_certificate),
    client_certificate: textOrNull(draft.client_certificate),
    ...secretField('client_key', draft.client_key),
    ...settingsOf(draft),
    disable_tracing: draft.disable_tracing,
  };
}

/** Only what differs from what is stored: this is what a save sends, and what a test lays over the stored one. */
export function changesOf(draft: EndpointDraft, saved: EndpointDraft): EndpointUpdate {
  const before: Record<string, unknown> = bodyOf(saved);
  const changed = Object.entries(bodyOf(draft)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  return Object.fromEntries(changed) as EndpointUpdate;
}

/** What changes of where calls, and the requests for an access token, go to; null where that stays. A new place gets no stored secret. */
export const newHosts = (draft: EndpointDraft, saved: EndpointDraft) => ({
  calls: movedPart(draft.url, saved.url),
  tokens: movedPart(draft.token_url, saved.token_url),
});

function movedPart(url: string, before: string): 'host' | 'port' | null {
  if (hostOf(url) === hostOf(before)) return null;
  const isSameName =
    URL.canParse(url) && URL.canParse(before) && new URL(url).hostname === new URL(before).hostname;
  return isSameName ? 'port' : 'host';
}

export function setMapping(rows: readonly Pair[], name: string, value: string): readonly Pair[] {
  return rows.some((row) => row.name === name)
    ? rows.map((row) => (row.name === name ? { name, value } : row))
    : [...rows, { name, value }];
}

/** What stands in the way of sending the draft at all, by field. */
export function faultsOf(draft: EndpointDraft): Partial<Record<keyof EndpointDraft, string>> {
  const faults: Partial<Record<keyof EndpointDraft, string>> = {};
  if (draft.name.trim() === '') faults.name = 'Give the endpoint a name.';
  if (!/^(https?|wss?):\/\/[^/]/i.test(draft.url.trim()))
    faults.url = `Enter the full address, such as ${draft.protocol === 'WebSocket' ? 'wss' : 'https'}://example.org/chat.`;
  const steps = stepsFault(draft.before_steps, draft.protocol === 'REST' ? draft.polling : null);
  if (steps !== undefined) faults.before_steps = steps;
  for (const setting of settings) {
    const fault = settingFault(setting, draft[setting.name].trim());
    if (fault !== undefined) faults[setting.name] = fault;
  }
  if (draft.quiet_period_ms !== '' && !isWholeBetween(draft.quiet_period_ms, 50, 600_000))
    faults.quiet_period_ms = 'Enter whole milliseconds from 50 to 600000, or leave it empty.';
  return faults;
}

function settingsDraft(
  stored: Partial<Record<SettingName, string | number | boolean | null>>,
): Record<SettingName, string> {
  const texts = settings.map(({ name, options }) => [name, String(stored[name] ?? options?.[0] ?? '')]);
  return Object.fromEntries(texts) as Record<SettingName, string>;
}

function settingsOf(draft: EndpointDraft): Partial<EndpointUpdate> {
  return Object.fromEntries(settings.map(({ name, kind }) => [name, settingOf(kind, draft[name].trim())]));
}

function settingOf(kind: SettingEntry['kind'], text: string): string | number | boolean | null {
  if (kind === 'check') return text === 'true';
  if (text === '') return null;
  return kind === 'number' ? Number(text) : text;
}

function settingFault(
  { kind, isWhole, min = 0, max = Infinity }: SettingEntry,
  text: string,
): string | undefined {
  if (kind !== 'number' || text === '') return undefined;
  const value = Number(text);
  if (value >= min && value <= max && (Number.isInteger(value) || !isWhole)) return undefined;
  return `Enter a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}, or leave it empty.`;
}

function isWholeBetween(text: string, low: number, high: number): boolean {
  const value = Number(text);
  return Number.isInteger(value) && value >= low && value <= high;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function textOf(mapping: unknown): string {
  return typeof mapping === 'string' ? mapping : JSON.stringify(mapping, null, 2);
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

export function pairsOf(record: Readonly<Record<string, string>>): readonly Pair[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

function recordOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  );
}

/** Lists and nested objects are shown as JSON and read back as such; everything else is an expression. */
function mappingRows(mapping: Readonly<Record<string, unknown>>): readonly Pair[] {
  return Object.entries(mapping).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}

function mappingOf(rows: readonly Pair[]): Record<string, unknown> {
  const kept = rows.filter(({ name, value }) => name.trim() !== '' && value.trim() !== '');
  return Object.fromEntries(kept.map(({ name, value }) => [name.trim(), expressionOf(value.trim())]));
}

function expressionOf(text: string): unknown {
  if (!/^(\[|\{(?![{%#]))/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function secretField<Key extends string>(key: Key, input: SecretInput): { [K in Key]?: string | null } {
  if (input.kind === 'clear') return { [key]: null } as { [K in Key]?: string | null };
  if (input.kind === 'set' && input.value.trim() !== '')
    return { [key]: input.value.trim() } as { [K in Key]?: string };
  return {};
}

const storedPairs = (names: readonly string[]): readonly SecretPair[] =>
  names.map((name) => ({ name, stored: true, input: keep }));

function secretPairsField<Key extends string>(
  key: Key,
  pairs: readonly SecretPair[],
): { [K in Key]?: Record<string, string | null> } {
  const changed = pairs.flatMap(({ name, input }): [string, string | null][] => {
    if (name.trim() === '') return [];
    if (input.kind === 'clear') return [[name.trim(), null]];
    return input.kind === 'set' && input.value !== '' ? [[name.trim(), input.value]] : [];
  });
  return (changed.length === 0 ? {} : { [key]: Object.fromEntries(changed) }) as {
    [K in Key]?: Record<string, string | null>;
  };
}

function websocketOf(draft: EndpointDraft): EndpointUpdate['websocket'] {
  if (draft.protocol !== 'WebSocket') return null;
  const subprotocols = draft.subprotocols
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const path = draft.done_path.trim();
  return {
    ...(path === ''
      ? {}
      : {
          done: {
            path,
            ...(draft.done_equals.trim() === '' ? {} : { equals: jsonOrText(draft.done_equals) }),
          },
        }),
    ...(draft.quiet_period_ms === '' ? {} : { quiet_period_ms: Number(draft.quiet_period_ms) }),
    ...(subprotocols.length === 0 ? {} : { subprotocols }),
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
