import { EndpointSettings, type EndpointCreate, type EndpointUpdate } from '@sonde/contract';
import { newId } from '#kernel/ids';
import { distinctTags } from '#kernel/resource';
import type { Sealer } from '#kernel/seal';
import { hostChanges, type Address } from './host-changes.ts';
import { secretRequired } from './problems.ts';
import {
  keptSecrets,
  mergeSecrets,
  noSecrets,
  sealSecrets,
  updateSecrets,
  type SealedSecrets,
} from './secrets.ts';
import { stepUrls } from './steps.ts';
import type { EndpointRow, StoredTemplate } from './tables.ts';

interface NewRow {
  readonly input: EndpointCreate;
  readonly projectId: string;
  readonly principal: { organizationId: string; userId: string };
  readonly sealer: Sealer;
  readonly now: Date;
}

export function newRow({ input, projectId, principal, sealer, now }: NewRow): EndpointRow {
  const id = newId();
  return {
    id,
    organizationId: principal.organizationId,
    projectId,
    name: input.name,
    description: input.description ?? null,
    url: input.url,
    method: input.method,
    protocol: input.protocol,
    environment: input.environment,
    // The specification: a token without a type is a bearer token.
    authType: input.auth_type ?? (input.auth_token ? 'bearer_token' : 'none'),
    clientId: input.client_id ?? null,
    tokenUrl: input.token_url ?? null,
    scopes: input.scopes ?? null,
    audience: input.audience ?? null,
    tokenParams: input.token_params ?? null,
    literalsMoved: true,
    requestHeaders: input.request_headers ?? {},
    queryParams: input.query_params ?? {},
    requestMapping: storedTemplate(input.request_mapping),
    responseMapping: input.response_mapping,
    websocket: input.websocket ?? null,
    beforeSteps: input.before_steps ?? [],
    polling: input.polling ?? null,
    caCertificate: input.ca_certificate ?? null,
    clientCertificate: input.client_certificate ?? null,
    endpointMetadata: withSettings({}, input),
    disableTracing: input.disable_tracing,
    ...sealSecrets(sealer, id, mergeSecrets(noSecrets, input)),
    status: 'Active',
    lastTestedAt: null,
    lastTestSuccess: null,
    tags: distinctTags(input.tags ?? []),
    version: 1,
    createdBy: principal.userId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
}

/** The columns an update names; a key that is left out is left as it is. */
export function columnsOf(input: EndpointUpdate, row: EndpointRow): Partial<EndpointRow> {
  const named: Partial<EndpointRow> = {
    name: input.name,
    description: input.description,
    url: input.url,
    method: input.method,
    protocol: input.protocol,
    environment: input.environment,
    authType: input.auth_type ?? (input.auth_token && row.authType === 'none' ? 'bearer_token' : undefined),
    clientId: input.client_id,
    tokenUrl: input.token_url,
    scopes: input.scopes,
    audience: input.audience,
    tokenParams: input.token_params,
    requestHeaders: input.request_headers,
    queryParams: input.query_params,
    requestMapping: input.request_mapping === undefined ? undefined : storedTemplate(input.request_mapping),
    responseMapping: input.response_mapping,
    websocket: input.websocket,
    beforeSteps: input.before_steps,
    polling: input.polling,
    caCertificate: input.ca_certificate,
    clientCertificate: input.client_certificate,
    endpointMetadata: withSettings(row.endpointMetadata, input),
    disableTracing: input.disable_tracing,
    tags: input.tags && distinctTags(input.tags),
    // Nobody has called the new address yet.
    ...(input.url === undefined || input.url === row.url
      ? {}
      : { lastTestedAt: null, lastTestSuccess: null }),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

const storedTemplate = (mapping: string | Record<string, unknown>): StoredTemplate =>
  typeof mapping === 'string' ? { text: mapping } : { json: mapping };

/** What is set to its default is not kept; a key that is left out is left as it is. */
function withSettings(
  metadata: Record<string, unknown>,
  input: Partial<EndpointSettings>,
): Record<string, unknown> {
  const settings = { ...metadata };
  for (const [name, value] of Object.entries(defaultSettings)) {
    const given = input[name as keyof EndpointSettings];
    if (given === undefined) continue;
    if (given === value) delete settings[name];
    else settings[name] = given;
  }
  return settings;
}

const defaultSettings = EndpointSettings.parse({});

/** Applies the secrets of an update; refuses one that would carry a stored secret to another host. */
export function mergeChecked(sealer: Sealer, row: EndpointRow, input: EndpointUpdate): SealedSecrets {
  const next: Address = {
    url: input.url ?? row.url,
    tokenUrl: input.token_url === undefined ? row.tokenUrl : input.token_url,
    stepUrls: stepUrls(
      input.before_steps ?? row.beforeSteps,
      input.polling === undefined ? row.polling : input.polling,
    ),
  };
  const kept = keptSecrets(row, input);
  const changes = hostChanges(
    { url: row.url, tokenUrl: row.tokenUrl, stepUrls: stepUrls(row.beforeSteps, row.polling) },
    next,
  );
  if (changes.url && kept.target.length > 0) throw secretRequired(kept.target, 'the URL');
  if (changes.tokenUrl && kept.token.length > 0) throw secretRequired(kept.token, 'the token URL');
  // Also the client's own, where it was stored before there was an address to send it to.
  const bought = [...kept.token, ...kept.named];
  if (changes.isNewTokenHost && bought.length > 0) throw secretRequired(bought, 'the token URL');
  if (changes.isNewStepHost && kept.placed.length > 0)
    throw secretRequired(kept.placed, 'a request before or after the call');
  return updateSecrets(sealer, row, input);
}
