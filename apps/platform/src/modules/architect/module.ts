import type { JobBoard } from '#jobs';
import type { Kernel, Module } from '#kernel/module';
import type { Mcp } from '#mcp';
import type { Models } from '#models';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import type { Tokens } from '#tokens';
import { registerEngine } from './engine.ts';
import { architectRoutes } from './routes.ts';
import { createArchitect, type Architect } from './service.ts';
import { architectStreams } from './stream.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'hooks' | 'projects'>;
  readonly tokens: Pick<Tokens, 'lending' | 'credentialsEnded'>;
  readonly jobBoard: JobBoard;
  readonly mcp: Mcp;
  readonly models: Pick<Models, 'conversation' | 'generationModel'>;
  readonly notifications: Pick<Notifications, 'create'>;
}

export type ArchitectApi = Architect & ReturnType<typeof registerEngine>;

export function architectModule({ tenancy, tokens, ...needs }: Kernel & Needs): Module<ArchitectApi> {
  const architect = createArchitect({ ...needs, projects: tenancy.projects });
  const engine = registerEngine({ ...needs, lending: tokens.lending });
  // A talk is nobody else's, so nobody could read it any more.
  tenancy.hooks.memberLeaving.add((tx, leaving) => architect.forget(tx, leaving));
  tokens.credentialsEnded.add((tx, ids) => architect.stopAllWith(tx, ids));
  return {
    api: { ...architect, ...engine },
    routes: (mount) => architectRoutes(mount, architect),
    streams: architectStreams,
  };
}
