import { EndpointSettings, secretMask, type Endpoint } from '@sonde/contract';
import type { EndpointRow } from './tables.ts';

/** Row → API. Secrets are told by presence only; `unreadable` comes from the attempt to open them. */
export function presentEndpoint(row: EndpointRow, unreadable: boolean): Endpoint {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    project_id: row.projectId,
    url: row.url,
    method: row.method,
    protocol: row.protocol,
    environment: row.environment,
    auth_type: row.authType,
    has_auth_token: row.authTokenSealed !== null,
    client_id: row.clientId,
    has_client_secret: row.clientSecretSealed !== null,
    token_url: row.tokenUrl,
    scopes: row.scopes,
    audience: row.audience,
    token_params: row.tokenParams,
    request_headers: row.requestHeaders,
    secret_headers: Object.fromEntries(row.secretHeaderNames.map((name) => [name, secretMask])),
    secret_names: row.secretNames ?? [],
    query_params: row.queryParams,
    request_mapping: templateOf(row),
    response_mapping: row.responseMapping,
    websocket: row.websocket,
    before_steps: row.beforeSteps,
    polling: row.polling,
    ca_certificate: row.caCertificate,
    client_certificate: row.clientCertificate,
    has_client_key: row.clientKeySealed !== null,
    ...settingsOf(row.endpointMetadata),
    endpoint_metadata: row.endpointMetadata,
    disable_tracing: row.disableTracing,
    status: row.status,
    needs_credentials: unreadable || missesCredentials(row),
    last_tested_at: row.lastTestedAt?.toISOString() ?? null,
    last_test_success: row.lastTestSuccess,
    tags: row.tags,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

export const templateOf = (row: Pick<EndpointRow, 'requestMapping'>): string | Record<string, unknown> =>
  'text' in row.requestMapping ? row.requestMapping.text : row.requestMapping.json;

const missesCredentials = (row: EndpointRow): boolean =>
  (row.clientCertificate !== null && row.clientKeySealed === null) ||
  (row.authType === 'bearer_token' && row.authTokenSealed === null) ||
  (row.authType === 'client_credentials' && (row.clientSecretSealed === null || row.tokenUrl === null));

/** What is stored was checked when it was set; a setting that is no longer valid counts as not set. */
export function settingsOf(metadata: Record<string, unknown>): EndpointSettings {
  const stored = EndpointSettings.safeParse(metadata);
  return stored.success ? stored.data : EndpointSettings.parse({});
}
