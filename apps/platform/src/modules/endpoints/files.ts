import {
  EndpointCreate,
  EndpointUpdate,
  maxEndpointsInFile,
  type Endpoint,
  type EndpointFileRow,
} from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { FileReader } from '#kernel/file-reader';
import type { MemberPrincipal } from '#kernel/http';
import {
  FileEndpoint,
  emptyFields,
  fileEndpointOf,
  readFile,
  secretPlacesOf,
  writeFile,
  type FileRow,
} from './file-format.ts';
import { fileInvalid } from './problems.ts';
import type { Endpoints } from './service.ts';

interface Options {
  readonly endpoints: Endpoints;
  readonly reader: Pick<FileReader, 'readYaml'>;
  readonly projects: {
    resolve(principal: MemberPrincipal, projectId: string | null): Promise<{ id: string }>;
  };
}

interface Given {
  readonly content: string;
  readonly project_id?: string | null | undefined;
  readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type EndpointFiles = ReturnType<typeof createEndpointFiles>;

/** Endpoints as files: what a team keeps in its repository. Secrets stand there by their names, never by value. */
export function createEndpointFiles({ endpoints, reader, projects }: Options) {
  /** What each row would do, without doing it. */
  async function plan(principal: MemberPrincipal, given: Given): Promise<Planned[]> {
    const { organizationId, userId, permissions } = principal;
    // What a row would change tells what is there.
    if (!permissions.has('endpoint:read'))
      throw fileInvalid(
        'An import is compared with what is there: it needs the permission endpoint:read too.',
      );
    const rows = await readFile(given.content, (content) =>
      reader.readYaml(content, { organizationId, userId }),
    );
    const { id: projectId } = await projects.resolve(principal, given.project_id ?? null);
    const known = await endpoints.named(principal, projectId, { names: rows.map(({ name }) => name) });
    return rows.map((row, index) => planRow(row, index + 1, given.secrets[row.name] ?? {}, known, projectId));
  }

  async function attempt(
    principal: MemberPrincipal,
    planned: Planned,
    isTrial: boolean,
  ): Promise<EndpointFileRow> {
    const { row, create, update } = planned;
    try {
      if (create) {
        const made = isTrial ? endpoints.check(principal, create) : await endpoints.create(principal, create);
        return { ...row, endpoint_id: isTrial ? null : made.id };
      }
      if (update && row.endpoint_id) {
        requireUpdate(principal);
        if (isTrial) await endpoints.checkUpdate(principal, row.endpoint_id, update);
        else await endpoints.update(principal, row.endpoint_id, update);
      }
      return row;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...row, status: 'invalid', errors: faultsOf(error) };
    }
  }

  async function carryOut(
    principal: MemberPrincipal,
    given: Given,
    isTrial: boolean,
  ): Promise<EndpointFileRow[]> {
    const rows: EndpointFileRow[] = [];
    for (const planned of await plan(principal, given)) rows.push(await attempt(principal, planned, isTrial));
    return rows;
  }

  return {
    async exportFile(
      principal: MemberPrincipal,
      query: {
        ids?: readonly string[] | undefined;
        project_id?: string | undefined;
        skip: number;
        format: 'yaml' | 'json';
      },
    ) {
      const { ids, skip, format } = query;
      const found = ids
        ? await Promise.all(ids.map((id) => endpoints.get(principal, id)))
        : await endpoints.named(principal, (await projects.resolve(principal, query.project_id ?? null)).id, {
            skip,
          });
      const fitting = found.slice(0, maxEndpointsInFile);
      const written = fitting.filter(({ protocol }) => protocol !== 'SDK' || ids !== undefined);
      const isLast = fitting.length === found.length;
      if (written.length === 0 && isLast) throw fileInvalid('There is no endpoint to write into a file.');
      return {
        filename: `endpoints${skip > 0 ? `-from-${skip + 1}` : ''}.${format}`,
        content_type: format === 'json' ? 'application/json' : 'application/yaml',
        content: writeFile(written.map(fileEndpointOf), format),
        next_skip: isLast ? null : skip + maxEndpointsInFile,
      };
    },
    preview: (principal: MemberPrincipal, given: Given) => carryOut(principal, given, true),
    importFile: (principal: MemberPrincipal, given: Given) => carryOut(principal, given, false),
  };
}

interface Planned {
  readonly row: EndpointFileRow;
  readonly create?: EndpointCreate;
  readonly update?: EndpointUpdate;
}

function planRow(
  { name, endpoint, errors }: FileRow,
  place: number,
  values: Readonly<Record<string, string>>,
  known: readonly Endpoint[],
  projectId: string,
): Planned {
  const row: EndpointFileRow = {
    row: place,
    name,
    status: 'invalid',
    endpoint_id: null,
    changes: [],
    secrets_missing: [],
    errors: [...errors],
  };
  if (endpoint === undefined) return { row };
  const same = known.filter((one) => one.name === name);
  const [existing] = same;
  if (same.length > 1)
    return {
      row: {
        ...row,
        errors: [{ path: 'name', message: 'Several endpoints of the project have this name.' }],
      },
    };
  const { secrets: places, ...fields } = endpoint;
  const stored = existing ? secretPlacesOf(existing) : [];
  const secretsMissing = places.filter((one) => !stored.includes(one) && values[one] === undefined);
  const common = { ...row, secrets_missing: secretsMissing };
  if (!existing) {
    const create = { ...EndpointCreate.parse({ ...fields, project_id: projectId }), ...secretInput(values) };
    return { row: { ...common, status: 'new' }, create };
  }
  if (existing.protocol === 'SDK')
    return {
      row: {
        ...row,
        errors: [{ path: 'name', message: 'An endpoint of a connected program has this name.' }],
      },
    };
  const { changes, update } = differenceOf(endpoint, existing);
  const secretChanges = Object.keys(values);
  const isSame = changes.length + secretChanges.length === 0;
  return {
    row: {
      ...common,
      status: isSame ? 'identical' : 'changed',
      endpoint_id: existing.id,
      changes: [...changes, ...secretChanges],
    },
    ...(isSame ? {} : { update: { ...update, ...secretInput(values) } }),
  };
}

/** What the file leaves out is what it is by default, so that a file says everything. */
function differenceOf(
  endpoint: FileEndpoint,
  existing: Endpoint,
): { changes: string[]; update: EndpointUpdate } {
  const wanted = complete(endpoint);
  const now = complete(FileEndpoint.parse(fileEndpointOf(existing)));
  const changes = Object.keys(wanted).filter((key) => canonical(wanted[key]) !== canonical(now[key]));
  return {
    changes,
    update: EndpointUpdate.parse(Object.fromEntries(changes.map((key) => [key, wanted[key]]))),
  };
}

function complete({ secrets: _secrets, name: _name, ...fields }: FileEndpoint): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...emptyFields, ...Object.fromEntries(given) };
}

/** The order of keys says nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
}

/** Values by their places, as an update takes them. */
function secretInput(values: Readonly<Record<string, string>>): EndpointUpdate {
  const below = (prefix: string) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([place, value]) =>
        place.startsWith(prefix) ? [[place.slice(prefix.length), value]] : [],
      ),
    );
  const alone = Object.fromEntries(Object.entries(values).filter(([place]) => !place.includes('.')));
  const [headers, named] = [below('secret_headers.'), below('secrets.')];
  const input = EndpointUpdate.pick({
    auth_token: true,
    client_secret: true,
    client_key: true,
    secret_headers: true,
    secrets: true,
  }).safeParse({
    ...alone,
    ...(Object.keys(headers).length > 0 ? { secret_headers: headers } : {}),
    ...(Object.keys(named).length > 0 ? { secrets: named } : {}),
  });
  if (!input.success) throw fileInvalid('A secret that was given has no such place, or is none.');
  return input.data;
}

function requireUpdate(principal: MemberPrincipal): void {
  if (!principal.permissions.has('endpoint:update'))
    throw fileInvalid('Changing an endpoint needs the permission endpoint:update.');
}

const faultsOf = (problem: Problem): { path: string; message: string }[] =>
  problem.errors?.length
    ? problem.errors.map(({ path, message }) => ({ path, message }))
    : [{ path: '', message: problem.message }];
