import type { Endpoints } from '#endpoints';
import type { InvocationApi } from '#invocation';
import type { JobBoard } from '#jobs';
import type { Kernel, Module } from '#kernel/module';
import type { Labels } from '#labels';
import type { Metrics } from '#metrics';
import type { Models } from '#models';
import type { Tenancy } from '#tenancy';
import type { TestsApi } from '#tests';
import type { Usage } from '#usage';
import { exploreTopics, explorerKind } from './jobs.ts';
import { explorerResource } from './resource.ts';
import { explorerRoutes } from './routes.ts';
import { createSets } from './sets.ts';
import { createSuggesting } from './suggest.ts';
import { createTests } from './tests.ts';
import { createTopics } from './topics.ts';
import { createTransfer } from './transfer.ts';
import { createWork } from './work.ts';
import { createWorker } from './worker.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects' | 'actors'>;
  readonly jobBoard: JobBoard;
  readonly endpoints: Endpoints;
  readonly invocation: Pick<InvocationApi, 'calls'>;
  readonly metrics: Pick<Metrics, 'scorer' | 'get' | 'ofRequirements'>;
  readonly models: Pick<Models, 'generationModel'>;
  readonly labels: { readonly topics: Labels };
  readonly tests: TestsApi;
  readonly usage: Pick<Usage, 'record'>;
}

export function explorerModule(needs: Kernel & Needs): Module<void> {
  const { tenancy, jobBoard: board, metrics } = needs;
  const sets = createSets({ ...needs, projects: tenancy.projects });
  const topics = createTopics({ ...needs, sets });
  const tests = createTests({ ...needs, sets, topics });
  const suggesting = createSuggesting({ ...needs, topics });
  const work = createWork({ ...needs, board, scorer: metrics.scorer, sets, topics, suggesting });
  const transfer = createTransfer({
    ...needs,
    topicNames: needs.labels.topics,
    sets,
    topics,
    metricsOf: metrics.ofRequirements,
  });
  const worker = createWorker({
    ...needs,
    board,
    calls: needs.invocation.calls,
    scorer: metrics.scorer,
    suggesting,
    actors: tenancy.actors,
    random: Math.random,
  });
  board.register({ kind: explorerKind, queue: exploreTopics, ...worker });
  return {
    api: undefined,
    routes: (mount) => explorerRoutes(mount, { sets, topics, tests, work, transfer }),
    purged: [{ resource: explorerResource }],
    tagged: [explorerResource],
  };
}
