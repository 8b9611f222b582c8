import { z } from 'zod';
import { isForbidden } from '../builtin-explorer.ts';
import type { Explorer, Judgement, ModelMeter, Next, ObjectModel, SegmentState } from '../ports.ts';
import { similarity } from '../reading/words.ts';
import { strategyOf } from '../strategies/index.ts';
import { texts } from '../strategies/strategy.ts';
import type { Segment } from '../turns.ts';
import { clearerFraming, judgePrompt, nextPrompt, systemPrompt } from './prompts.ts';

interface Options {
  readonly client: ObjectModel;
  readonly meter: ModelMeter;
}

const messageCharactersMax = 10_000;
const triesMax = 2;

const Decision = z.object({
  action: z.enum(['ask', 'finish']),
  message: z.string().describe('What is sent to the target, exactly as it is sent; empty when finishing.'),
  dimension: z.string().describe('What the message is meant to show, in one or two words.'),
  about: z.string().describe('The topic of the message, in a few words.'),
  declined: z.boolean().describe('True only if you will not do this task.'),
});
type Decision = z.output<typeof Decision>;

/** Asks with a language model; what it answers is checked, counted and capped like anything from outside. */
export function createModelExplorer({ client, meter }: Options): Explorer {
  async function generate<T>(
    schema: z.ZodType<T>,
    state: SegmentState,
    prompt: string,
    signal: AbortSignal,
  ): Promise<T | 'refused' | undefined> {
    meter.calls += 1;
    try {
      const system = systemPrompt(state);
      const { object, usage } = await client.generateObject({
        schema,
        system,
        prompt,
        quotable: [prompt],
        signal,
        timeoutMs: meter.caps.modelCallMs,
      });
      // A provider that counts nothing is counted by characters: four make about one token.
      meter.tokens +=
        usage.inputTokens + usage.outputTokens || Math.ceil((system.length + prompt.length) / 4);
      return object;
    } catch (error) {
      if (signal.aborted) throw error;
      meter.tokens += Math.ceil(prompt.length / 4);
      return saysNo(error) ? 'refused' : undefined;
    }
  }

  const isSpent = (): boolean =>
    meter.calls >= meter.caps.modelCalls || meter.tokens >= meter.caps.modelTokens;

  async function next(state: SegmentState, signal: AbortSignal): Promise<Next> {
    let prompt = nextPrompt(state);
    let declined = false;
    for (let attempt = 0; attempt < triesMax; attempt += 1) {
      if (isSpent()) return { kind: 'stuck', reason: 'model_limit' };
      const decision = await generate(Decision, state, prompt, signal);
      if (!decision) continue;
      declined = decision === 'refused' || isDeclined(decision);
      if (decision === 'refused' || declined) {
        prompt = `${clearerFraming}\n\n${nextPrompt(state)}`;
        continue;
      }
      // A model that finishes before it has begun, or asks nothing, has not understood its task.
      if (decision.action === 'finish' && state.turns.length > 0)
        return { kind: 'enough', reason: 'goal_reached' };
      const asked = asProbe(decision, state);
      if (asked) return asked;
      prompt = `${nextPrompt(state)}\n\nYour last proposal was empty, forbidden by the restrictions, or had been asked before. Ask something else.`;
    }
    if (declined) return { kind: 'stuck', reason: 'model_refused' };
    return state.turns.length > 1
      ? { kind: 'enough', reason: 'plan_finished' }
      : { kind: 'stuck', reason: 'model_unavailable' };
  }

  return {
    name: client.name,
    next,
    async judge(state, signal): Promise<Judgement | undefined> {
      if (isSpent()) return undefined;
      const read = await generate(judgementOf(state.plan.segment), state, judgePrompt(state), signal);
      if (read === undefined || read === 'refused') return undefined;
      return {
        findings: read.findings.map(withinBounds),
        fields: read.fields,
        summary: read.summary.slice(0, 2000),
      };
    },
  };
}

function asProbe(decision: Decision, state: SegmentState): Next | undefined {
  const text = decision.message.trim().slice(0, messageCharactersMax);
  const probe = {
    id: `model-${state.turns.length + 1}`,
    dimension: decision.dimension.trim().slice(0, 60) || 'open',
    about: decision.about.trim().slice(0, 120) || undefined,
    text,
  };
  if (text === '' || isForbidden(probe, [], state.restrictions)) return undefined;
  if (state.turns.some(({ sent }) => sent === text || similarity(sent, text) > 0.95)) return undefined;
  return { kind: 'ask', probe };
}

const refusing =
  /\bi(?:'m| am)? (?:sorry,? (?:but )?i )?(?:can(?:no|')?t|won't|will not|am unable to|unable to|must decline|decline to) (?:help|assist|comply|participate|continue|do (?:this|that)|engage|fulfil|take part|generate|create|provide)/i;

/** What a model wrote instead of the object it was asked for lies in the cause of the failure. */
function saysNo(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const text: unknown = Reflect.get(cause, 'text');
    if (typeof text === 'string' && refusing.test(text.replaceAll('’', "'"))) return true;
  }
  return false;
}

/** A model that refuses often does so in the very message it was to write. */
const isDeclined = ({ declined, message }: Decision): boolean =>
  declined || refusing.test(message.replaceAll('’', "'"));

const FindingRead = z.object({
  kind: z.string(),
  title: z.string(),
  detail: z.string(),
  evidence: z.array(z.number()),
  confidence: z.number(),
});

const judgedOfGoal = z.object({ key_topics: texts });

const judgementOf = (segment: Segment) =>
  z.object({
    summary: z.string(),
    findings: z.array(FindingRead),
    fields: strategyOf(segment)?.judged ?? judgedOfGoal,
  });

/** What a model writes is cut to what a finding may be; a confidence it made up is never certainty. */
const withinBounds = (finding: z.output<typeof FindingRead>) => ({
  kind: finding.kind.slice(0, 60) || 'observation',
  title: finding.title.slice(0, 200),
  detail: finding.detail.slice(0, 2000),
  evidence: finding.evidence.map(Math.round).slice(0, 20),
  confidence: Math.min(0.9, Math.max(0, finding.confidence)),
});
