import { basePath, type TestRun } from '@sonde/contract';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { shortened } from '#kernel/cut-text';
import { cursorIn, type ToolCaller } from './call.ts';

type Inject = Pick<FastifyInstance, 'inject'>;
const scheme = 'sonde://test_runs/';
const pageSize = 50;

/** The protocol's newer words for a resource that is not there. */
const resourceNotFound = ProtocolErrorCode.InvalidParams;

export const resourceTemplates = [
  {
    uriTemplate: `${scheme}{id}`,
    name: 'test_run',
    title: 'A test run',
    description: 'Its status, counts, gate and snapshot',
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${scheme}{id}/report`,
    name: 'test_run_report',
    title: 'The report of a test run',
    description: 'What passed and failed, and why, as Markdown; once the run has ended',
    mimeType: 'text/markdown',
  },
] as const;

const get = (http: Inject, caller: ToolCaller, path: string) =>
  http.inject({
    method: 'GET',
    url: `${basePath}${path}`,
    headers: { ...caller.headers },
    signal: caller.signal,
    ...(caller.address === undefined ? {} : { remoteAddress: caller.address }),
  });

/** The runs the caller may see, newest first, each with its report; a page leads to the next. */
export async function listResources(http: Inject, caller: ToolCaller, cursor: string | undefined) {
  const query = new URLSearchParams({
    limit: String(pageSize),
    sort_by: 'created_at',
    sort_order: 'desc',
    ...(cursor === undefined ? {} : { cursor }),
  });
  const answer = await get(http, caller, `/test_runs?${query.toString()}`);
  if (answer.statusCode >= 400) throw refusal(answer.body, ProtocolErrorCode.InvalidParams);
  const nextCursor = cursorIn(answer.headers.link);
  return {
    resources: answer
      .json<TestRun[]>()
      .flatMap(({ id, name, status, finished_at: finishedAt }) => [
        { uri: `${scheme}${id}`, name, title: `${name} (${status})`, mimeType: 'application/json' },
        ...(finishedAt === null
          ? []
          : [{ uri: `${scheme}${id}/report`, name: `${name}: report`, mimeType: 'text/markdown' }]),
      ]),
    ...(nextCursor === null ? {} : { nextCursor }),
  };
}

export async function readResource(http: Inject, caller: ToolCaller, uri: string) {
  const [, id = '', report] = /^sonde:\/\/test_runs\/([0-9a-f-]{36})(\/report)?$/i.exec(uri) ?? [];
  if (id === '')
    throw new ProtocolError(resourceNotFound, 'There is no such resource.', { uri: repeated(uri) });
  const path = report === undefined ? `/test_runs/${id}` : `/test_runs/${id}/download?format=markdown`;
  const answer = await get(http, caller, path);
  if (answer.statusCode >= 400) throw refusal(answer.body, resourceNotFound, uri);
  const mimeType = report === undefined ? 'application/json' : 'text/markdown';
  return { contents: [{ uri, mimeType, text: answer.body }] };
}

/** Enough to know it by: what is sent in megabytes is not sent back in megabytes. */
const repeated = (uri: string): string => shortened(uri, 200);

/** In the words of the route. */
function refusal(body: string, code: number, uri?: string): ProtocolError {
  const { detail } = JSON.parse(body) as { detail?: string };
  return new ProtocolError(
    code,
    detail ?? 'It was refused.',
    uri === undefined ? undefined : { uri: repeated(uri) },
  );
}
