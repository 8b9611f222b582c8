import type { AutoConfigureRequest, AutoConfigureResult } from '@sonde/contract';
import type { Egress } from '@sonde/egress';
import { createInvocation, type Invocation, type InvocationDependencies } from '#invocation';
import type { Resolving } from '#experiments';
import type { MemberPrincipal } from '#kernel/http';
import { modelNotConfigured, type Models } from '#models';
import { createModelReader, type ModelReader } from './model-reader.ts';
import type { ProbeOutcome, ProgressListener } from './pipeline-state.ts';
import { presentFailure, presentResult } from './present.ts';
import { boundEgress, createProber, newProbeMessage, originOf, whyNotCalled } from './probe.ts';
import { runProbe } from './probe-loop.ts';
import type { ReadResult } from '@sonde/paste-reader';
import { createReplacer, type Redaction } from '@sonde/secrets';
import { createThreadedReader, type Caller, type ThreadedReader } from './threaded-reader.ts';

export interface AutoconfigureOptions {
  readonly models: Pick<Models, 'generationModel'>;
  readonly egress: Egress;
  /** What the engine needs besides the network; a probe has an engine of its own, bound to one origin. */
  readonly engine: Omit<InvocationDependencies, 'egress'>;
  readonly projects: {
    resolve(principal: MemberPrincipal, projectId: string | null): Promise<{ id: string }>;
  };
  readonly parameters: Pick<Resolving, 'forCall'>;
}

export type Autoconfigure = ReturnType<typeof createAutoconfigure>;

/** parse → probe → self-correct → generate. The built-in reader works first; a language model only where it is unsure. */
export function createAutoconfigure({ models, egress, engine, projects, parameters }: AutoconfigureOptions) {
  const reader = createThreadedReader({
    onGivenUp: (step) =>
      engine.log?.warn({ step }, 'a paste or an answer took too long to read and was given up'),
  });

  async function run(
    principal: MemberPrincipal,
    request: AutoConfigureRequest,
    options: { readonly onProgress?: ProgressListener; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<AutoConfigureResult> {
    const onProgress = options.onProgress ?? (() => {});
    const generation = await models.generationModel(principal.organizationId);
    if (generation.source === 'none') throw modelNotConfigured();
    const project = await projects.resolve(principal, request.project_id ?? null);
    const given = readGiven(request);
    const known = given.authToken === undefined ? [] : [given.authToken];
    const caller: Caller = { organizationId: principal.organizationId, signal: options.signal };
    onProgress({ step: 'parse', state: 'started', attempt: 0, label: 'Reading the pasted text' });
    const redacted = await reader.redact({ text: given.text, known }, caller);
    const values = redacted?.values ?? new Set(known);
    const modelReader =
      generation.client && redacted
        ? createModelReader({
            client: generation.client,
            text: redacted.text,
            redactSecret: async (text) => (await reader.redact({ text, known: [...values] }, caller))?.text,
          })
        : undefined;
    const parsed = redacted && (await parse(reader, given, values, modelReader, caller));
    if (!parsed) {
      onProgress({ step: 'parse', state: 'failed', attempt: 0, label: 'Could not parse input' });
      const identity = { name: given.name, url: given.url ?? null, method: given.method ?? null };
      return presentFailure(unreadable(given.text), identity, redacted?.redactions ?? [], generation.model);
    }
    const label = parsed.hypothesis.reasons[0] ?? 'The text was read';
    onProgress({ step: 'parse', state: 'done', attempt: 0, label });

    const origin = originOf(parsed.hypothesis.url);
    const reason = origin === undefined ? whyNotCalled(parsed.hypothesis.url, given.text) : undefined;
    const notCalled = request.probe ? reason : 'Nothing is sent: the test call is switched off';
    if (notCalled !== undefined)
      onProgress({ step: 'probe', state: 'skipped', attempt: 0, label: notCalled });
    const outcome =
      request.probe && origin !== undefined
        ? await probe({
            parsed,
            origin,
            given,
            principal,
            projectId: project.id,
            modelReader,
            onProgress,
            signal: options.signal,
          })
        : undefined;
    const attempt = outcome?.attempts ?? 0;
    onProgress({ step: 'generate', state: 'done', attempt, label: 'The configuration is ready' });
    const hypothesis = outcome?.hypothesis ?? parsed.hypothesis;
    const clean = cleaner([...values, ...(parsed.pastedSecret ? [parsed.pastedSecret] : [])]);
    return presentResult({
      name: given.name,
      hypothesis,
      outcome,
      notCalled: request.probe ? reason : undefined,
      redactions: redacted.redactions,
      model: generation.model,
      clean,
    });
  }

  async function probe(input: ProbeInput): Promise<ProbeOutcome> {
    const { parsed, origin, given, principal, onProgress, modelReader, signal } = input;
    const invocation: Invocation = createInvocation({ ...engine, egress: boundEgress(egress, () => origin) });
    const message = newProbeMessage();
    try {
      const { params } = await parameters.forCall(principal.organizationId, input.projectId, 'Development');
      const prober = createProber({
        invocation,
        organizationId: principal.organizationId,
        origin,
        token: tokenFor(origin, parsed, given.authToken),
        // Secrets of the project stay out of it: nobody has said yet that this address may have them.
        params,
        message,
        signal,
      });
      return await runProbe({
        prober,
        message,
        read: parsed,
        judgements: reader.judgementsFor({ organizationId: principal.organizationId, signal }),
        onProgress,
        suggest: modelReader && ((hypothesis, result) => modelReader.correct(hypothesis, result, signal)),
      });
    } finally {
      await invocation.close();
    }
  }

  return { run, warm: () => reader.warm(), close: () => reader.close() };
}

type ProbeInput = {
  parsed: ReadResult;
  /** The only one that is called. */
  origin: string;
  given: Given;
  principal: MemberPrincipal;
  projectId: string;
  modelReader: ModelReader | undefined;
  onProgress: ProgressListener;
  signal: AbortSignal | undefined;
};

const readGiven = (request: AutoConfigureRequest) => ({
  text: request.input_text,
  url: request.url || undefined,
  method: request.method || undefined,
  authToken: request.auth_token || undefined,
  name: request.name || null,
});
type Given = ReturnType<typeof readGiven>;

async function parse(
  reader: ThreadedReader,
  given: Given,
  secrets: ReadonlySet<string>,
  modelReader: ModelReader | undefined,
  caller: Caller,
): Promise<ReadResult | undefined> {
  const { text, url, method, authToken } = given;
  const found = await reader.read({ text, url, method, authToken, secrets }, caller);
  const hasToken = authToken !== undefined;
  return modelReader ? await modelReader.complete(found, { url, method, hasToken }, caller.signal) : found;
}

/** A credential that was only found in the paste is sent to the origin it was pasted for, and nowhere else. */
function tokenFor(origin: string, parsed: ReadResult, given: string | undefined): string | undefined {
  if (given !== undefined) return given;
  return originOf(parsed.secretUrl) === origin ? parsed.pastedSecret : undefined;
}

/** Cuts every known credential out of whatever leaves. */
function cleaner(values: readonly string[]): <T>(value: T) => T {
  const text = createReplacer(values, () => '[redacted]');
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return text(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [text(key), walk(value)]));
  };
  return <T>(value: T): T => walk(value) as T;
}

const unreadable = (text: string): string =>
  text.trim() === ''
    ? 'Nothing was pasted. Paste a curl command, code, a sample request and response, or a description of the API.'
    : 'The text names no request: no command, code, sample JSON or field that a message could go into was found. Paste a curl command, code, or a sample request and response.';

export type { Redaction };
