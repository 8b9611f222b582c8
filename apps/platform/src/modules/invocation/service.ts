import type { EndpointCreate, EndpointUpdate, InvocationResult } from '@sonde/contract';
import type { Endpoints, Target } from '#endpoints';
import type { CallParameters, Resolving } from '#experiments';
import type { MemberPrincipal } from '#kernel/http';
import type { SlowWork } from '#kernel/slow-work';
import { requirePermission } from '#kernel/resource';
import { keepAnswerFiles, type AnswerFileStore } from './answer-files.ts';
import { attachFiles, type StoredFiles } from './attachments.ts';
import type { CallVariables, InvokeOptions, TargetConfiguration } from './configuration.ts';
import type { Invocation } from './invocation.ts';
import { unfilledIn } from './request.ts';
import { unplacedIn } from './unplaced.ts';

export interface CallsOptions {
  readonly invocation: Invocation;
  readonly endpoints: Endpoints;
  readonly files: StoredFiles;
  readonly answerFiles: AnswerFileStore;
  readonly slowWork: SlowWork;
  readonly projects: {
    resolve(principal: MemberPrincipal, projectId: string | null): Promise<{ id: string }>;
  };
  readonly parameters: Pick<Resolving, 'forCall'>;
}

/** Values that were resolved before, as for all the calls of a run. */
export type GivenParameters = Pick<CallParameters, 'params' | 'secretParams'>;

export type Calls = ReturnType<typeof createCalls>;

/** What a test of an endpoint says of the call; everything else changes the endpoint for it. */
const calledWith: ReadonlySet<string> = new Set([
  'input_data',
  'preview_only',
] satisfies (keyof TestRequest)[]);

interface TestRequest {
  readonly input_data: CallVariables;
  readonly preview_only: boolean;
}

/** Calls on behalf of a person: resolves what is stored, then hands over to the one engine. */
export function createCalls({
  invocation,
  endpoints,
  files,
  answerFiles,
  slowWork,
  projects,
  parameters,
}: CallsOptions) {
  const keeping = { store: answerFiles, slowWork };

  async function configurationOf(target: Target, given?: GivenParameters): Promise<TargetConfiguration> {
    const { websocket, params, secretParams, isUnanswered: _isUnanswered, ...rest } = target;
    const { organizationId, projectId, environment } = target;
    const values =
      given ??
      (params ? { params, secretParams } : await parameters.forCall(organizationId, projectId, environment));
    return {
      ...rest,
      websocket: websocket
        ? {
            done: websocket.done,
            quietPeriodMs: websocket.quiet_period_ms,
            subprotocols: websocket.subprotocols,
          }
        : null,
      params: values.params,
      secretParams: values.secretParams,
    };
  }

  /** With the bytes of stored files in the place of their ids, for as long as the call takes. */
  async function withFiles<T>(
    principal: MemberPrincipal,
    given: CallVariables,
    work: (variables: CallVariables) => Promise<T>,
  ): Promise<T> {
    const { variables, release } = await attachFiles(files, principal, given);
    try {
      return await work(variables);
    } finally {
      release();
    }
  }

  /** The page of an endpoint says whether it answers, by whichever way it was asked: a test call that failed is not the last word. */
  function noteAnswers(target: Target) {
    let isNoted = !target.isUnanswered;
    return async (result: InvocationResult): Promise<InvocationResult> => {
      if (isNoted || !result.success || target.endpointId === undefined) return result;
      isNoted = true;
      await endpoints.recordAnswer(target.organizationId, target.endpointId);
      return result;
    };
  }

  async function test(
    principal: MemberPrincipal,
    target: Target,
    { input_data, preview_only }: TestRequest,
    signal: AbortSignal,
  ) {
    const configuration = await configurationOf(target);
    return withFiles(principal, input_data, async (variables) =>
      preview_only
        ? invocation.previewRequest(configuration, variables)
        : keepAnswerFiles(keeping, principal, await invocation.invoke(configuration, variables, { signal })),
    );
  }

  return {
    /** A configuration that is not saved, with the secrets it brings itself. */
    async testDraft(
      principal: MemberPrincipal,
      body: EndpointCreate & TestRequest,
      signal: AbortSignal,
    ): Promise<InvocationResult> {
      const project = await projects.resolve(principal, body.project_id ?? null);
      return test(principal, endpoints.newTarget(principal, body, project.id), body, signal);
    },

    /** Unsaved changes over a stored configuration, with its stored secrets. */
    async test(
      principal: MemberPrincipal,
      id: string,
      body: EndpointUpdate & TestRequest,
      signal: AbortSignal,
    ): Promise<InvocationResult> {
      // Whoever may call a target only calls it as it was set up: a draft places the stored secrets anew.
      if (Object.keys(body).some((name) => !calledWith.has(name)))
        requirePermission(principal, 'endpoint:update');
      const target = await endpoints.getDraftTarget(principal, id, body);
      const result = await test(principal, target, body, signal);
      if (!body.preview_only) await endpoints.recordTest(principal.organizationId, id, result.success);
      return result;
    },

    targetOf: (principal: MemberPrincipal, id: string): Promise<Target> => endpoints.getTarget(principal, id),

    /** `target` is the endpoint where somebody has read it for this call already. */
    async invoke(
      principal: MemberPrincipal,
      id: string,
      variables: CallVariables,
      { signal, target: read }: { signal?: AbortSignal; target?: Promise<Target> | undefined } = {},
    ): Promise<InvocationResult> {
      const target = await (read ?? endpoints.getTarget(principal, id));
      const configuration = await configurationOf(target);
      const noted = noteAnswers(target);
      return withFiles(principal, variables, async (filled) =>
        keepAnswerFiles(
          keeping,
          principal,
          await noted(await invocation.invoke(configuration, filled, { signal })),
        ),
      );
    },

    /** Placeholders of the request that have no value where nothing but an input is given; nothing is called. */
    async unfilled(
      principal: MemberPrincipal,
      id: string,
      given?: GivenParameters,
    ): Promise<readonly string[]> {
      const configuration = await configurationOf(await endpoints.getTarget(principal, id), given);
      const { warnings } = await invocation.previewRequest(configuration, { input: 'Hello' });
      return warnings.flatMap((warning) => unfilledIn(warning) ?? []);
    },

    /** Which of these parameters have no place in what is sent. */
    async unplaced(
      principal: MemberPrincipal,
      id: string,
      names: readonly string[],
    ): Promise<readonly string[]> {
      const target = await endpoints.getTarget(principal, id);
      return unplacedIn(await configurationOf(target, { params: {}, secretParams: {} }), names);
    },

    /** For work that calls one target many times: resolve once, call often. */
    async prepare(principal: MemberPrincipal, id: string, given?: GivenParameters) {
      const target = await endpoints.getTarget(principal, id);
      const configuration = await configurationOf(target, given);
      const noted = noteAnswers(target);
      return {
        name: configuration.name,
        invoke: (variables: CallVariables, options?: InvokeOptions) =>
          withFiles(principal, variables, async (filled) =>
            noted(await invocation.invoke(configuration, filled, options)),
          ),
      };
    },

    invokeTarget: async (
      target: Target,
      variables: CallVariables,
      options?: InvokeOptions,
    ): Promise<InvocationResult> => invocation.invoke(await configurationOf(target), variables, options),
  };
}
