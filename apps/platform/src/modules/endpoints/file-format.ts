import { EndpointSettings, EndpointCreate, maxEndpointsInFile, type Endpoint } from '@sonde/contract';
import { stringify } from 'yaml';
import { z } from 'zod';
import { ReaderBusyError, UnreadableFileError } from '#kernel/file-reader';
import { shapeFault } from '#kernel/http';
import { fileInvalid, filesBusy } from './problems.ts';

/** The word and number by which a file is known; the number changes when older readers would misread one. */
const header = { sonde: 'endpoints', version: 1 } as const;

const { name, project_id: _project, ...shape } = EndpointCreate.shape;
const { auth_token: _token, client_secret: _secret, client_key: _key, ...open } = shape;
const { secret_headers: _headers, secrets: _secrets, ...fields } = open;

/** A secret that stands alone, or one of those that have names: `auth_token`, `secrets.api_key`. */
function isSecretPlace(place: string): boolean {
  const [field = '', ...name] = place.split('.');
  const isNamed = name.join('.').trim() !== '';
  if (Object.hasOwn(fields, field) || !Object.hasOwn(shape, field)) return false;
  // What is left open has a name for each of its secrets.
  return isNamed === Object.hasOwn(open, field);
}

/** An endpoint in a file: all of its configuration, and of its secrets the places alone. */
export const FileEndpoint = z.strictObject({
  name,
  ...fields,
  auth_type: fields.auth_type.default('none'),
  secrets: z
    .array(
      z.string().max(300).refine(isSecretPlace, {
        message:
          'This is no place of a secret, such as “secrets.api_key”. Values are never written into a file.',
      }),
    )
    .max(110)
    .default([]),
});
export type FileEndpoint = z.output<typeof FileEndpoint>;

export const secretPlacesOf = (endpoint: Endpoint): string[] => [
  ...(endpoint.has_auth_token ? ['auth_token'] : []),
  ...(endpoint.has_client_secret ? ['client_secret'] : []),
  ...(endpoint.has_client_key ? ['client_key'] : []),
  ...Object.keys(endpoint.secret_headers).map((header) => `secret_headers.${header}`),
  ...endpoint.secret_names.map((secret) => `secrets.${secret}`),
];

const settingNames = Object.keys(EndpointSettings.shape) as (keyof EndpointSettings)[];

/** What a field is that a file leaves out, where that is nothing at all: null, or an object or list of none. */
export const emptyFields: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([key, schema]) => {
      const empty = [null, {}, []].find((value) => schema.safeParse(value).success);
      const isLeftOut = schema.safeParse(undefined).data === undefined;
      return empty === undefined || !isLeftOut ? [] : [[key, empty]];
    }),
  ),
  ...EndpointSettings.parse({}),
};

/** What an endpoint is without the place where it lives. */
export function fileEndpointOf(endpoint: Endpoint): FileEndpoint {
  const { protocol } = endpoint;
  if (protocol === 'SDK')
    throw fileInvalid(`"${endpoint.name}" is served by a connected program, not by a configuration.`);
  const settings = Object.fromEntries(
    settingNames.flatMap((key) => (endpoint[key] === null ? [] : [[key, endpoint[key]]])),
  );
  return {
    name: endpoint.name,
    description: endpoint.description,
    url: endpoint.url,
    method: endpoint.method,
    protocol,
    environment: endpoint.environment,
    auth_type: endpoint.auth_type,
    client_id: endpoint.client_id,
    token_url: endpoint.token_url,
    scopes: endpoint.scopes,
    audience: endpoint.audience,
    token_params: endpoint.token_params,
    request_headers: endpoint.request_headers,
    query_params: endpoint.query_params,
    request_mapping: endpoint.request_mapping,
    response_mapping: endpoint.response_mapping,
    websocket: endpoint.websocket,
    before_steps: endpoint.before_steps,
    polling: endpoint.polling,
    ca_certificate: endpoint.ca_certificate,
    client_certificate: endpoint.client_certificate,
    ...settings,
    disable_tracing: endpoint.disable_tracing,
    tags: endpoint.tags,
    secrets: secretPlacesOf(endpoint),
  };
}

/** Without what is empty: a file is read and compared by people. */
export function writeFile(endpoints: readonly FileEndpoint[], format: 'yaml' | 'json'): string {
  const document = { ...header, endpoints: endpoints.map(withoutEmpty) };
  return format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : stringify(document, { lineWidth: 0 });
}

const withoutEmpty = (endpoint: FileEndpoint): object =>
  Object.fromEntries(
    Object.entries(endpoint).filter(([key, value]) => key === 'response_mapping' || !isEmpty(value)),
  );

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

export interface FileRow {
  readonly name: string;
  readonly endpoint: FileEndpoint | undefined;
  readonly errors: readonly { path: string; message: string }[];
}

/** The rows of a file, each by itself: a fault in one leaves the others. */
export async function readFile(content: string, readYaml: ReadYaml): Promise<FileRow[]> {
  const document = await parse(content, readYaml);
  const found = z
    .object({
      sonde: z.literal(header.sonde),
      version: z.literal(header.version),
      endpoints: z.array(z.unknown()).min(1).max(maxEndpointsInFile),
    })
    .safeParse(document);
  if (!found.success)
    throw fileInvalid(
      `This is no file of endpoints: it begins with "sonde: endpoints" and "version: 1", and has 1 to ${maxEndpointsInFile} under "endpoints".`,
    );
  const seen = new Set<string>();
  return found.data.endpoints.map((given): FileRow => {
    const row = FileEndpoint.safeParse(given);
    const named = z.object({ name: z.string() }).safeParse(given);
    const name = named.success ? named.data.name.trim().slice(0, 200) : '';
    if (!row.success)
      return {
        name,
        endpoint: undefined,
        errors: row.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })).slice(0, 20),
      };
    if (seen.has(name))
      return {
        name,
        endpoint: undefined,
        errors: [{ path: 'name', message: 'The file has this name twice.' }],
      };
    seen.add(name);
    return { name, endpoint: row.data, errors: [] };
  });
}

/** The value of a YAML document, read where it keeps nobody else waiting. */
export type ReadYaml = (content: string) => Promise<unknown>;

async function parse(content: string, readYaml: ReadYaml): Promise<unknown> {
  const value = /^\s*\{/.test(content) ? parseJson(content) : await parseYaml(content, readYaml);
  const fault = shapeFault(value);
  if (fault !== undefined) throw fileInvalid(`This file ${fault}.`);
  return value;
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw fileInvalid('This JSON cannot be read.');
  }
}

/** Each token costs some microseconds, and whoever sent the file waits for it. */
const mostYamlCharacters = 250_000;

async function parseYaml(content: string, readYaml: ReadYaml): Promise<unknown> {
  if (content.length > mostYamlCharacters)
    throw fileInvalid(
      `A file in YAML has at most ${mostYamlCharacters} characters: write it as JSON, or as several files.`,
    );
  try {
    return await readYaml(content);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw fileInvalid(error.message);
    if (error instanceof ReaderBusyError) throw filesBusy();
    throw error;
  }
}
