import { generationsPerDay, type GenerateAnswer, type GenerateRequest } from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import type { Limiter } from '#kernel/limiter';
import type { SchemaCheck } from '#metrics';
import {
  modelFailed,
  ModelFailure,
  modelNotConfigured,
  optionUnsupported,
  type Conversation,
  type ConversationCall,
  type Models,
  type Said,
} from '#models';
import { makeTests } from './make-tests.ts';
import { dayUsedUp, schemaInvalid } from './problems.ts';

interface Options {
  readonly limiter: Limiter;
  readonly models: Pick<Models, 'conversation'>;
  readonly schemas: SchemaCheck;
}

export type Generation = ReturnType<typeof createGeneration>;

const daySeconds = 86_400;

/** One request to a model in the words of whoever sends it, or to the built-in generator. */
export function createGeneration({ limiter, models, schemas }: Options) {
  async function countDay({ userId }: MemberPrincipal): Promise<void> {
    const taken = await limiter.take(`generate-day:${userId}`, generationsPerDay, daySeconds);
    if (!taken.allowed) throw dayUsedUp(taken.resetMs);
  }

  async function open(
    { organizationId }: MemberPrincipal,
    request: GenerateRequest,
    signal: AbortSignal,
  ): Promise<{ conversation: Conversation; call: ConversationCall }> {
    const conversation = await models.conversation(organizationId, request.model);
    if (!conversation) throw modelNotConfigured();
    refuseUnsupported(conversation, request);
    const schema = request.json_schema;
    const fault = schema && (await schemas.faultOf(schema, { organizationId, signal }));
    if (fault) throw schemaInvalid(fault);
    const call: ConversationCall = {
      messages: request.messages ?? [],
      maxOutputTokens: request.max_tokens,
      temperature: request.temperature,
      topP: request.top_p,
      topK: request.top_k,
      repetitionPenalty: request.repetition_penalty,
      schema,
      signal,
    };
    return { conversation, call };
  }

  return {
    async generate(
      principal: MemberPrincipal,
      request: GenerateRequest,
      signal: AbortSignal,
    ): Promise<GenerateAnswer> {
      await countDay(principal);
      if (request.input) return makeTests(request.input);
      const { conversation, call } = await open(principal, request, signal);
      const said = await conversation.say(call).catch(refuse);
      if (call.schema) {
        const { organizationId } = principal;
        const misfit = isJson(said.text)
          ? await schemas.misfitOf(call.schema, said.text, { organizationId, signal })
          : 'It is not JSON.';
        if (misfit)
          throw modelFailed(`The model did not answer in the form it was asked for. ${misfit}`, said);
      }
      return answerOf(conversation.name, said);
    },

    async stream(principal: MemberPrincipal, request: GenerateRequest, signal: AbortSignal) {
      await countDay(principal);
      const { conversation, call } = await open(principal, request, signal);
      return { model: conversation.name, pieces: await conversation.stream(call) };
    },
  };
}

/** Which options a provider would quietly drop, so that nobody believes they were heeded. */
function refuseUnsupported({ provider }: Conversation, request: GenerateRequest): void {
  const isOpen = provider === 'openai_compatible' || provider === 'ollama';
  if (request.repetition_penalty !== undefined && !isOpen)
    throw optionUnsupported('repetition_penalty', provider);
  if (request.top_k !== undefined && (provider === 'openai' || provider === 'mistral'))
    throw optionUnsupported('top_k', provider);
}

export const refuse = (error: unknown): never => {
  throw error instanceof ModelFailure ? modelFailed(error.message, error) : error;
};

export const usageOf = ({ usage }: Said): GenerateAnswer['usage'] => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
});

const answerOf = (model: string, said: Said): GenerateAnswer => ({
  choices: [{ message: { role: 'assistant', content: said.text }, finish_reason: said.finishReason }],
  model,
  usage: usageOf(said),
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
