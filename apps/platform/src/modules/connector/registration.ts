import {
  ConnectedFunction,
  ConnectorEnvironment,
  FunctionParameter,
  type ConnectorRegister,
  type ConnectorServerMessage,
  type Environment,
  type Project,
} from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { z } from 'zod';
import type { ConnectedEndpoint, Endpoints, SavedConfiguration } from '#endpoints';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { createPauses } from '#kernel/pauses';
import { mappingOf } from './mapping.ts';
import { replaceRegistrations, servedFunctions, type Place } from './store.ts';
import { functionUrl } from './transport.ts';

export interface Registration extends Place {
  readonly functionNames: readonly string[];
}

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly processId: string;
  readonly endpoints: Pick<Endpoints, 'syncConnected'>;
  readonly projects: { get(principal: MemberPrincipal, id: string): Promise<Project> };
}

type Fault = string | { function: string; error: string };
interface Result {
  readonly answer: ConnectorServerMessage;
  /** What is served from now on; undefined when the registration was refused. */
  readonly registration: Registration | undefined;
}

/** Registers what a program serves: rows for its functions, and where calls to them go. */
export function createRegistrar({ database, clock, processId, endpoints, projects }: Options) {
  const pause = createPauses();
  return async function register(
    connectionId: string,
    principal: MemberPrincipal,
    message: ConnectorRegister,
  ): Promise<Result> {
    const where = await placeOf(principal, message);
    if (typeof where === 'string') return refused(where);
    const { project, environment } = where;
    const place: Place = { projectId: project.id, environment };
    const { organizationId } = principal;
    const { functions, faults } = await readFunctions(message, pause);
    const names = functions.map(({ name }) => name);
    const server = { connectionId, processId };
    await database.tenant(organizationId, (tx) =>
      replaceRegistrations(tx, organizationId, server, place, names),
    );
    const now = new Date(clock.now()).toISOString();
    const stats = await endpoints.syncConnected(principal, {
      ...place,
      functions: functions.map((served) => rowOf(served, { project, environment, now })),
      servedElsewhere: (tx) => servedFunctions(tx, organizationId, place, connectionId),
    });
    return {
      registration: { ...place, functionNames: names },
      answer: {
        type: 'registered',
        status: 'success',
        sync_stats: {
          created: stats.created,
          updated: stats.updated,
          marked_inactive: stats.markedInactive,
          errors: [...faults, ...stats.errors],
        },
      },
    };
  };

  /** Project and environment, or why not. */
  async function placeOf(principal: MemberPrincipal, message: ConnectorRegister) {
    const environment = ConnectorEnvironment.safeParse(message.environment ?? 'Development');
    if (!environment.success) return 'The environment must be Development, Staging or Production.';
    const projectId = message.project_id ?? principal.projectId;
    if (!projectId) return 'Say which project the functions belong to: project_id is missing.';
    try {
      return { project: await projects.get(principal, projectId), environment: environment.data };
    } catch (error) {
      if (error instanceof Problem && error.kind === 'not_found') return error.message;
      throw error;
    }
  }
}

const refused = (error: string): Result => ({
  registration: undefined,
  answer: { type: 'registered', status: 'error', error },
});

async function readFunctions(
  message: ConnectorRegister,
  pause: () => Promise<void>,
): Promise<{ functions: ConnectedFunction[]; faults: Fault[] }> {
  const faults: Fault[] = [];
  const functions = new Map<string, ConnectedFunction>();
  for (const given of message.functions) {
    await pause();
    const parsed = ConnectedFunction.safeParse(given);
    const name = nameOf(given);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      faults.push({ function: name, error: `${issue?.path.join('.')}: ${issue?.message}` });
    } else if (JSON.stringify(given).includes('\\u0000'))
      faults.push({ function: name, error: 'A NUL character cannot be stored.' });
    else functions.set(parsed.data.name, parsed.data);
  }
  if (message.metrics.length > 0) faults.push('Metrics are not run by this platform; they were left out.');
  return { functions: [...functions.values()], faults };
}

function nameOf(given: unknown): string {
  const name = typeof given === 'object' && given !== null && 'name' in given ? given.name : undefined;
  return typeof name === 'string' ? name.slice(0, 100) : 'unnamed';
}

interface RowContext {
  readonly project: Project;
  readonly environment: Environment;
  readonly now: string;
}

function rowOf(served: ConnectedFunction, { project, environment, now }: RowContext): ConnectedEndpoint {
  const { description } = served.metadata;
  return {
    functionName: served.name,
    name: `${project.name.slice(0, 90)} (${served.name})`,
    url: functionUrl(served.name),
    configure(saved) {
      const mapping = mappingOf(served, saved && savedMapping(saved));
      const timeout = saved ? saved.metadata['timeout_seconds'] : served.metadata.timeout_seconds;
      return {
        description: description ?? null,
        requestMapping: mapping.requestMapping,
        responseMapping: mapping.responseMapping,
        metadata: {
          ...saved?.metadata,
          ...(typeof timeout === 'number' ? { timeout_seconds: timeout } : {}),
          sdk_connection: { project_id: project.id, environment, function_name: served.name },
          function_schema: {
            parameters: served.parameters,
            return_type: served.return_type,
            description: description ?? null,
          },
          mapping_info: { ...mapping.info, generated_at: now },
          created_at: saved?.metadata['created_at'] ?? now,
          last_registered: now,
        },
      };
    },
  };
}

const StoredMetadata = z.object({
  function_schema: z.object({ parameters: z.record(z.string(), FunctionParameter) }).optional(),
  mapping_info: z.object({ source: z.string() }).optional(),
});

function savedMapping({ requestMapping, responseMapping, metadata }: SavedConfiguration) {
  const stored = StoredMetadata.safeParse(metadata).data;
  return {
    requestMapping,
    responseMapping,
    parameters: stored?.function_schema?.parameters,
    source: stored?.mapping_info?.source,
  };
}
