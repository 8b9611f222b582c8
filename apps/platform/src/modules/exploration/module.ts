import type { InvocationApi } from '#invocation';
import type { JobBoard } from '#jobs';
import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import { explorationRoutes } from './routes.ts';
import { createExploration, type Exploration, type ExplorationOptions } from './service.ts';
import { explorationStreams } from './stream.ts';

type Needs = Pick<ExplorationOptions, 'endpoints' | 'models' | 'notifications'> & {
  readonly jobBoard: JobBoard;
  readonly invocation: Pick<InvocationApi, 'calls'>;
  readonly tenancy: Pick<Tenancy, 'actors'>;
};

export function explorationModule({
  jobBoard,
  invocation,
  tenancy,
  ...needs
}: Kernel & Needs): Module<Exploration> {
  const api = createExploration({
    ...needs,
    board: jobBoard,
    calls: invocation.calls,
    actors: tenancy.actors,
  });
  return {
    api,
    routes: (mount) => explorationRoutes(mount, api),
    streams: explorationStreams(api),
    start: async () => {
      if (needs.isWorker) await api.warmUp();
    },
  };
}
