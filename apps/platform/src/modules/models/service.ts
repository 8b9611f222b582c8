import {
  holdsMask,
  modelProviders,
  type AiModel,
  type createModel,
  type generationModel,
  type ListQuery,
  type testModelDraft,
  type updateModel,
} from '@sonde/contract';
import type { BodyOf } from '@sonde/contract';
import type { Egress } from '@sonde/egress';
import type { Secret } from '@sonde/server-kit';
import type { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import { isAsShown, keepAddress, openAddress, shownAddress } from '#kernel/kept-address';
import { planList, type ListFields } from '#kernel/resource';
import type { Sealer } from '#kernel/seal';
import { clearDefaultModel, readDefaultModel } from '#tenancy';
import type { Conversation } from './conversation.ts';
import type { LanguageModelClient, ModelUsage } from './language-model-client.ts';
import { ModelFailure } from './model-failure.ts';
import { presentModel } from './present.ts';
import { baseUrlRequired, modelNotFound, modelSecretRequired, urlIsMasked } from './problems.ts';
import { needsBaseUrl, parseModelText, type ModelAddress, urlOf } from './providers.ts';
import { addressContext, keyContext } from './key-context.ts';
import * as store from './store.ts';
import { createWatch, watchedClient, watchedConversation } from './watched.ts';
import { aiModels as table, type AiModelRow } from './tables.ts';

export interface ModelsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly egress: Egress;
  readonly config: {
    readonly default: string;
    readonly baseUrl: string | undefined;
    readonly apiKey: Secret | undefined;
  };
  /** Told of every answer's tokens before it is given, for whoever counts them; never rejects. */
  readonly onUsage?: (organizationId: string, model: string, usage: ModelUsage) => Promise<void>;
}

export type Models = ReturnType<typeof createModels>;

/** What reads, and later asks, on behalf of an organization. Without a client there is no language model in force. */
/** Host and port that a model is called at. */
function hostOf(address: Pick<ModelAddress, 'provider' | 'baseUrl'>): string | undefined {
  const url = urlOf(address);
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}

export type GenerationModel = {
  readonly source: 'organization' | 'platform' | 'builtin' | 'none';
  /** `provider/model`, `builtin/reader` or `none`. */
  readonly model: string;
  readonly modelId: string | null;
  /** Where texts go: host and port; absent where they stay here. */
  readonly host?: string | undefined;
  readonly client?: LanguageModelClient;
};

/** A stream says each word in a few hundred bytes of its own; nobody asks a model for so many that they come to more. */
const longestAnswerBytes = 16 * 1024 * 1024;

type TestAnswer = { success: boolean; message: string; duration_ms: number };

export function createModels({ database, clock, sealer, egress, config, onUsage }: ModelsOptions) {
  const platformDefault = readPlatformDefault(config);
  const fetch = egress.fetchUpTo(longestAnswerBytes);

  function clientOf(address: ModelAddress, organizationId?: string): LanguageModelClient {
    const name = `${address.provider}/${address.modelName}`;
    // The provider libraries are loaded with the first call: without a model they would cost memory for nothing.
    const open = async (): Promise<LanguageModelClient> => {
      const { createLanguageModelClient } = await import('./language-model-client.ts');
      const { openLanguageModel } = await import('./provider-library.ts');
      return createLanguageModelClient({
        name,
        model: openLanguageModel(address, fetch),
        onUsage: organizationId === undefined ? undefined : (usage) => onUsage?.(organizationId, name, usage),
      });
    };
    return {
      name,
      generateText: async (call) => (await open()).generateText(call),
      generateObject: async (call) => (await open()).generateObject(call),
    };
  }

  function conversationOf(address: ModelAddress, organizationId: string): Conversation {
    const name = `${address.provider}/${address.modelName}`;
    const open = async (): Promise<Conversation> => {
      const { createConversation } = await import('./conversation.ts');
      const { openLanguageModel } = await import('./provider-library.ts');
      return createConversation({
        name,
        provider: address.provider,
        model: openLanguageModel(address, fetch),
        onUsage: (usage) => onUsage?.(organizationId, name, usage),
      });
    };
    return {
      name,
      provider: address.provider,
      say: async (call) => (await open()).say(call),
      stream: async (call) => (await open()).stream(call),
      round: async (talk) => (await open()).round(talk),
    };
  }

  function addressOf(row: AiModelRow): ModelAddress {
    const apiKey =
      row.apiKeySealed === null ? null : (sealer.open(row.apiKeySealed, keyContext(row.id)) ?? null);
    return { provider: row.provider, modelName: row.modelName, baseUrl: wholeUrl(row), apiKey };
  }

  const watchOf = ({ id, organizationId }: AiModelRow) =>
    createWatch({ database, clock, organizationId, modelId: id });
  const clientOfRow = (row: AiModelRow): LanguageModelClient =>
    watchedClient(clientOf(addressOf(row), row.organizationId), watchOf(row));

  /** What cannot be opened any more is called as it is shown: the key goes to no other host, and the service refuses. */
  const wholeUrl = ({ id, baseUrl, baseUrlSealed }: AiModelRow): string | null =>
    baseUrl === null
      ? null
      : (openAddress(sealer, { shown: baseUrl, sealed: baseUrlSealed }, addressContext(id)) ?? baseUrl);

  /** As it is kept: left out or as it is shown, it stays what it was. */
  function addressColumns(id: string, given: string | null | undefined, former?: AiModelRow) {
    const kept = former?.baseUrl ?? null;
    if (given === undefined || (given && kept && holdsMask(given) && isAsShown(given, shownAddress(kept))))
      return { baseUrl: kept, baseUrlSealed: former?.baseUrlSealed ?? null };
    if (given === null) return { baseUrl: null, baseUrlSealed: null };
    requireNoMask(given);
    const { shown, sealed } = keepAddress(sealer, given, addressContext(id));
    return { baseUrl: shown, baseUrlSealed: sealed };
  }

  async function getRow(tx: Tx, principal: MemberPrincipal, id: string, options = {}): Promise<AiModelRow> {
    const row = await store.findModel(tx, principal.organizationId, id, options);
    if (!row) throw modelNotFound();
    return row;
  }

  const present = async (tx: Tx, row: AiModelRow): Promise<AiModel> =>
    presentModel(row, await readDefaultModel(tx, row.organizationId));

  const sealKey = (id: string, key: string | null | undefined): string | null =>
    key ? sealer.seal(key, keyContext(id)) : null;

  /** The model in force: the organization's choice, else the platform's default. */
  async function forOrganization(organizationId: string): Promise<GenerationModel> {
    const chosen = await database.tenant(organizationId, async (tx) => {
      const id = await readDefaultModel(tx, organizationId);
      return id === null ? undefined : store.findModel(tx, organizationId, id);
    });
    if (chosen) {
      const client = clientOfRow(chosen);
      return {
        source: 'organization',
        model: client.name,
        modelId: chosen.id,
        host: hostOf(chosen),
        client,
      };
    }
    if (platformDefault === 'none') return { source: 'none', model: 'none', modelId: null };
    if (platformDefault === 'builtin') return { source: 'builtin', model: BUILTIN_READER, modelId: null };
    const client = clientOf(platformDefault, organizationId);
    return {
      source: 'platform',
      model: client.name,
      modelId: null,
      host: hostOf(platformDefault),
      client,
    };
  }

  return {
    generationModel: forOrganization,

    /** A client of one configured model; undefined where it is gone or another's. */
    async clientFor(organizationId: string, id: string): Promise<LanguageModelClient | undefined> {
      const row = await database.tenant(organizationId, (tx) => store.findModel(tx, organizationId, id));
      return row && clientOfRow(row);
    },

    /** The model meant by an id or a name, or the one in force; undefined where none is configured. */
    async conversation(organizationId: string, meant: string | undefined): Promise<Conversation | undefined> {
      const row = await database.tenant(organizationId, async (tx) => {
        if (meant !== undefined) return store.findModelByWord(tx, organizationId, meant);
        const id = await readDefaultModel(tx, organizationId);
        return id === null ? undefined : store.findModel(tx, organizationId, id);
      });
      if (row) return watchedConversation(conversationOf(addressOf(row), organizationId), watchOf(row));
      if (meant !== undefined) throw modelNotFound();
      return typeof platformDefault === 'string'
        ? undefined
        : conversationOf(platformDefault, organizationId);
    },

    /** For the setting of an organization, inside its transaction. */
    has: async (tx: Tx, organizationId: string, id: string): Promise<boolean> =>
      (await store.findModel(tx, organizationId, id)) !== undefined,

    async describeGeneration(
      principal: MemberPrincipal,
    ): Promise<z.output<(typeof generationModel.answers)[200]>> {
      const { source, model, modelId, host } = await forOrganization(principal.organizationId);
      return { source, model, model_id: modelId, host: host ?? null, description: DESCRIPTIONS[source] };
    },

    async create(principal: MemberPrincipal, input: BodyOf<typeof createModel>): Promise<AiModel> {
      if (needsBaseUrl(input.provider) && !input.base_url) throw baseUrlRequired();
      const id = newId();
      const now = new Date(clock.now());
      return database.tenant(principal.organizationId, async (tx) => {
        const row = await store.insertModel(tx, {
          id,
          organizationId: principal.organizationId,
          name: input.name,
          provider: input.provider,
          modelName: input.model_name,
          ...addressColumns(id, input.base_url),
          apiKeySealed: sealKey(id, input.api_key),
          ...store.answeredWell,
          createdBy: principal.userId,
          createdAt: now,
          updatedAt: now,
        });
        return present(tx, row);
      });
    },

    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<AiModel>> {
      const plan = planList(query, listFields, 'created_at');
      return database.tenant(principal.organizationId, async (tx) => {
        const page = await store.listModels(tx, principal.organizationId, plan);
        const defaultId = await readDefaultModel(tx, principal.organizationId);
        return page.map((row) => presentModel(row, defaultId));
      });
    },

    async get(principal: MemberPrincipal, id: string): Promise<AiModel> {
      return database.tenant(principal.organizationId, async (tx) =>
        present(tx, await getRow(tx, principal, id)),
      );
    },

    async update(
      principal: MemberPrincipal,
      id: string,
      input: BodyOf<typeof updateModel>,
    ): Promise<AiModel> {
      return database.tenant(principal.organizationId, async (tx) => {
        const row = await getRow(tx, principal, id, { forUpdate: true });
        const provider = input.provider ?? row.provider;
        const address = addressColumns(id, input.base_url, row);
        if (needsBaseUrl(provider) && !address.baseUrl) throw baseUrlRequired();
        const isMoved = provider !== row.provider || wholeUrl({ ...row, ...address }) !== wholeUrl(row);
        if (isMoved && row.apiKeySealed !== null && input.api_key === undefined) throw modelSecretRequired();
        const updated = await store.updateModel(tx, principal.organizationId, id, {
          ...(input.name === undefined ? {} : { name: input.name }),
          ...(input.model_name === undefined ? {} : { modelName: input.model_name }),
          ...(input.api_key === undefined ? {} : { apiKeySealed: sealKey(id, input.api_key) }),
          provider,
          ...address,
          // What failed was called otherwise.
          ...(isMoved || input.model_name !== undefined || input.api_key !== undefined
            ? store.answeredWell
            : {}),
          updatedAt: new Date(clock.now()),
        });
        if (!updated) throw modelNotFound();
        return present(tx, updated);
      });
    },

    async remove(principal: MemberPrincipal, id: string): Promise<AiModel> {
      return database.tenant(principal.organizationId, async (tx) => {
        await clearDefaultModel(tx, principal.organizationId, id);
        const removed = await store.deleteModel(tx, principal.organizationId, id);
        if (!removed) throw modelNotFound();
        return present(tx, removed);
      });
    },

    async testDraft(input: BodyOf<typeof testModelDraft>, signal: AbortSignal): Promise<TestAnswer> {
      if (needsBaseUrl(input.provider) && !input.base_url) throw baseUrlRequired();
      if (input.base_url) requireNoMask(input.base_url);
      const address = {
        provider: input.provider,
        modelName: input.model_name,
        baseUrl: input.base_url ?? null,
        apiKey: input.api_key ?? null,
      };
      return tryModel(clientOf(address), signal);
    },

    async test(principal: MemberPrincipal, id: string, signal: AbortSignal): Promise<TestAnswer> {
      const row = await database.tenant(principal.organizationId, (tx) => getRow(tx, principal, id));
      return tryModel(clientOfRow(row), signal);
    },
  };
}

const BUILTIN_READER = 'builtin/reader';

const DESCRIPTIONS: Readonly<Record<GenerationModel['source'], string>> = {
  organization:
    'The organization has chosen this model. The built-in reader works first; the model completes what stays uncertain.',
  platform:
    'The default of this installation. The built-in reader works first; the model completes what stays uncertain.',
  builtin: 'The built-in reader: works offline and the same way every time, without a language model.',
  none: 'No AI model configured',
};

function requireNoMask(url: string): void {
  if (holdsMask(url)) throw urlIsMasked();
}

const listFields: ListFields = {
  id: { column: table.id, type: 'id' },
  name: { column: table.name, type: 'text', isSearched: true, countsNumbers: true },
  provider: { column: table.provider, type: 'text', words: modelProviders },
  model_name: { column: table.modelName, type: 'text', isSearched: true },
  base_url: { column: table.baseUrl, type: 'text' },
  created_at: { column: table.createdAt, type: 'time' },
  updated_at: { column: table.updatedAt, type: 'time' },
};

function readPlatformDefault(config: ModelsOptions['config']): ModelAddress | 'none' | 'builtin' {
  const text = config.default.trim();
  if (text === 'none') return 'none';
  if (text === BUILTIN_READER) return 'builtin';
  const parsed = parseModelText(text);
  if (!parsed || (needsBaseUrl(parsed.provider) && !config.baseUrl))
    throw new Error(
      `DEFAULT_GENERATION_MODEL is "${text}": it must be ${BUILTIN_READER}, none, or provider/model with a known provider (openai, anthropic, google, mistral, ollama, openai_compatible; the last one with DEFAULT_GENERATION_MODEL_URL).`,
    );
  return { ...parsed, baseUrl: config.baseUrl ?? null, apiKey: config.apiKey?.reveal() ?? null };
}

const TEST_TIMEOUT_MS = 20_000;

async function tryModel(client: LanguageModelClient, signal: AbortSignal): Promise<TestAnswer> {
  const startedAtMs = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAtMs);
  try {
    await client.generateText({
      prompt: 'Reply with the word: ready',
      maxOutputTokens: 64,
      timeoutMs: TEST_TIMEOUT_MS,
      signal,
    });
    return { success: true, message: `${client.name} answered.`, duration_ms: durationMs() };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { success: false, message: error.message, duration_ms: durationMs() };
  }
}
