import { permissionsOf } from '@sonde/contract';
import { chosenTools, type AgentTool, type Mcp, type ToolAnswer } from '#mcp';

/** A tool did not do what it was called for, in the words of its route. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

export type Given = Readonly<Record<string, unknown>>;
// oxlint-disable-next-line typescript/no-explicit-any -- Answers of routes have been checked against the contract; each reader names what it needs.
export type Body = any;

export interface Hands {
  use(tool: string, given: Given): Promise<ToolAnswer>;
  /** The answer, or its refusal thrown. */
  read(tool: string, given: Given): Promise<Body>;
  readonly isWriting: (tool: string) => boolean;
  /** Of these tools those that whoever is spoken for may not use, each with the permission that is lacking. */
  refused(tools: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The everyday tools that whoever is spoken for may call. Others are refused by their routes all the same. */
  offered(): Promise<readonly AgentTool[]>;
}

interface Options {
  readonly mcp: Pick<Mcp, 'use' | 'tools' | 'openTo'>;
  readonly bearer: string;
  readonly projectId: string | null;
  readonly signal: AbortSignal;
}

/** The tools that agents have, with the rights of whoever is spoken for. */
export function createHands({ mcp, bearer, projectId, signal }: Options): Hands {
  const caller = {
    headers: {
      authorization: `Bearer ${bearer}`,
      'user-agent': 'Sonde-Architect/1',
      ...(projectId === null ? {} : { 'x-project-id': projectId }),
    },
    signal,
  };
  const use = (tool: string, given: Given): Promise<ToolAnswer> => mcp.use(tool, { given, caller });
  return {
    use,
    async read(tool, given) {
      const { status, body } = await use(tool, given);
      if (status >= 400) throw new ToolRefusal(refusalIn(body));
      return body;
    },
    offered: () => mcp.openTo(caller.headers.authorization, chosenTools(mcp.tools, undefined)),
    async refused(names) {
      const wanted = mcp.tools.filter(({ name }) => names.includes(name));
      const open = new Set(await mcp.openTo(caller.headers.authorization, wanted));
      return new Map(
        wanted.flatMap((tool) => {
          const { access } = tool.operation;
          return access.who !== 'member' || open.has(tool)
            ? []
            : [[tool.name, permissionsOf(access).join(' and ')] as const];
        }),
      );
    },
    isWriting: (name) =>
      mcp.tools.find((tool) => tool.name === name)?.listing.annotations['readOnlyHint'] !== true,
  };
}

/** What a route says when it refuses, with what was wrong where. */
export function refusalIn(body: unknown): string {
  const { detail, errors } = Object(body) as {
    detail?: string;
    errors?: { path: string; message: string }[];
  };
  // What is wrong with all of it has no place, and is often what the route says anyway.
  const places = (errors ?? [])
    .filter(({ message }) => message !== detail)
    .slice(0, 5)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return [detail ?? 'It was refused.', ...places].join(' ');
}
