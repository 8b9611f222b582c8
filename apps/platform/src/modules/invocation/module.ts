import type { ExperimentsApi } from '#experiments';
import { newId } from '#kernel/ids';
import { createSlowWork } from '#kernel/slow-work';
import type { Kernel, Module } from '#kernel/module';
import type { Tenancy } from '#tenancy';
import type { Endpoints } from '#endpoints';
import type { AnswerFileStore } from './answer-files.ts';
import type { StoredFiles } from './attachments.ts';
import { createConversationStore } from './conversation-store.ts';
import { createInvocation, type InvocationDependencies } from './invocation.ts';
import type { TraceSink } from './ports.ts';
import { createQuotas, type Quotas } from './quota/index.ts';
import { createQuotaStore } from './quota/store.ts';
import { registerCallRetention } from './retention.ts';
import { invocationRoutes } from './routes.ts';
import { createCalls, type Calls } from './service.ts';
import { createTokenStore } from './token-store.ts';
import type { Transport } from './transports/transport.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects'>;
  readonly experiments: Pick<ExperimentsApi, 'resolving'>;
  readonly endpoints: Endpoints;
  readonly files: { readonly attachments: StoredFiles; readonly files: AnswerFileStore };
  readonly traces: TraceSink;
  readonly connector: { readonly transport: Transport };
}

export interface InvocationApi {
  readonly calls: Calls;
  readonly quotas: Quotas;
  /** What an engine needs besides the network and transports, for whoever makes one of its own. */
  readonly engine: Omit<InvocationDependencies, 'egress' | 'transports'>;
}

export function invocationModule(needs: Kernel & Needs): Module<InvocationApi> {
  const { egress, clock, log, jobs, meters, traces, tenancy, endpoints, files, connector } = needs;
  const conversations = createConversationStore(needs);
  const tokenCache = createTokenStore(needs);
  const store = createQuotaStore(needs);
  const quotas = createQuotas({ store, endpoints, clock });
  registerCallRetention({ jobs, log, conversations, tokenCache, quotas: store });
  const slowWork = createSlowWork();
  const engine = { clock, newId, log, meters, conversations, tokenCache, traces, quotas: store, slowWork };
  const invocation = createInvocation({ ...engine, egress, transports: { SDK: connector.transport } });
  const calls = createCalls({
    invocation,
    endpoints,
    files: files.attachments,
    answerFiles: files.files,
    slowWork,
    projects: tenancy.projects,
    parameters: needs.experiments.resolving,
  });
  return {
    api: { calls, engine, quotas },
    routes: (mount) => invocationRoutes(mount, calls, quotas),
    close: async () => {
      await invocation.close();
      await store.close();
    },
  };
}
