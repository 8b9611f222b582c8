import type { CallParameters } from '#experiments';
import type { EndpointSecrets } from './secrets.ts';
import type { TargetRow } from './store.ts';
import type { EndpointRow } from './tables.ts';

/** A configuration as the engine takes it, secrets in the clear. It never leaves the process. */
export interface Target {
  readonly endpointId: string | undefined;
  readonly organizationId: string;
  readonly projectId: string;
  readonly environment: EndpointRow['environment'];
  readonly name: string;
  /** It failed when it was tested last, or nobody has seen it answer yet. */
  readonly isUnanswered: boolean;
  readonly url: string;
  readonly method: string;
  readonly protocol: EndpointRow['protocol'];
  readonly authType: EndpointRow['authType'];
  readonly authToken: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly scopes: string | undefined;
  readonly audience: string | undefined;
  readonly tokenParams: Readonly<Record<string, string>> | undefined;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly secretHeaderNames: readonly string[];
  /** What templates place as `{{ secrets.name }}`. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly queryParams: Readonly<Record<string, string>>;
  readonly requestMapping: string | Record<string, unknown>;
  readonly responseMapping: Record<string, unknown>;
  readonly websocket: EndpointRow['websocket'];
  readonly beforeSteps: EndpointRow['beforeSteps'];
  readonly polling: EndpointRow['polling'];
  readonly tls: { ca?: string; certificate?: string; key?: string } | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly disableTracing: boolean;
  readonly metadata: Record<string, unknown>;
  /** What its project gives its environment; undefined where it has not been looked up. */
  readonly params: Record<string, unknown> | undefined;
  /** Those of them that templates may place and not read. */
  readonly secretParams: Readonly<Record<string, string>>;
}

export function targetOf(
  row: TargetRow,
  template: string | Record<string, unknown>,
  secrets: EndpointSecrets,
  parameters?: Pick<CallParameters, 'params' | 'secretParams'>,
): Target {
  const timeout = row.endpointMetadata['timeout_seconds'];
  return {
    endpointId: row.id,
    organizationId: row.organizationId,
    projectId: row.projectId,
    environment: row.environment,
    name: row.name,
    isUnanswered: row.lastTestSuccess !== true,
    url: row.url,
    method: row.method,
    protocol: row.protocol,
    authType: row.authType,
    authToken: secrets.authToken ?? undefined,
    clientId: row.clientId ?? undefined,
    clientSecret: secrets.clientSecret ?? undefined,
    tokenUrl: row.tokenUrl ?? undefined,
    scopes: row.scopes ?? undefined,
    audience: row.audience ?? undefined,
    tokenParams: row.tokenParams ?? undefined,
    requestHeaders: { ...row.requestHeaders, ...secrets.headers },
    secretHeaderNames: Object.keys(secrets.headers),
    secrets: secrets.named,
    queryParams: row.queryParams,
    requestMapping: template,
    responseMapping: row.responseMapping,
    websocket: row.websocket,
    beforeSteps: row.beforeSteps,
    polling: row.polling,
    tls: tlsOf(row, secrets),
    timeoutSeconds: typeof timeout === 'number' ? timeout : undefined,
    disableTracing: row.disableTracing,
    metadata: row.endpointMetadata,
    params: parameters?.params,
    secretParams: parameters?.secretParams ?? {},
  };
}

function tlsOf(
  { caCertificate, clientCertificate }: TargetRow,
  { clientKey }: EndpointSecrets,
): Target['tls'] {
  if (caCertificate === null && clientCertificate === null) return undefined;
  return {
    ...(caCertificate === null ? {} : { ca: caCertificate }),
    // One without the other shows nothing to anybody.
    ...(clientCertificate === null || clientKey === null
      ? {}
      : { certificate: clientCertificate, key: clientKey }),
  };
}
