import type { Collection, Passage } from '../knowledge/passages.ts';
import { createRetrieval } from '../knowledge/retrieval.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import type { Understanding } from '../meaning/understanding.ts';
import type { LanguageModel } from '../model.ts';
import { toMessages } from '../sessions/session.ts';
import { recogniseAct } from './acts.ts';
import type { Act } from './acts.ts';
import { createAnswerer } from './answerer.ts';
import type { Answered } from './presentation.ts';
import { readFollowUpOf } from './follow-up.ts';
import { createFinder } from './finder.ts';
import { askedFact, mergeFacts, readFacts, withoutIntroduction } from './facts.ts';
import type { Facts } from './facts.ts';
import { modelInstructions } from './instructions.ts';
import { isHardlyEnglish } from './language.ts';
import { plainText, respelt } from './plain-text.ts';
import { replyToAct } from './replies.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

type AssistantParts = Readonly<{
  subject: string;
  topics: readonly string[];
  instructions: string;
  collections: readonly Collection[];
  vocabulary: Vocabulary;
  /** Undefined for a use case that was trained on no questions; passages are found by words then. */
  understanding?: Understanding | undefined;
  model: LanguageModel | undefined;
}>;

export type AssistantTurn = Readonly<{
  message: string;
  history: readonly string[];
  thread: Thread | undefined;
}>;

/** `kind` tells what the message was taken for; `context` holds the passages the answer rests on. */
export type AssistantReply = Readonly<{
  kind: Act | Answered['kind'] | 'fact' | 'noted';
  message: string;
  context: readonly string[];
  passages: readonly Passage[];
  thread: Thread;
}>;

export type Assistant = Readonly<{
  respond(turn: AssistantTurn): AssistantReply | Promise<AssistantReply>;
}>;

/** Kinds of message a language model may word better than the fixed replies; all others keep their safe wording. */
const leftToModel: ReadonlySet<AssistantReply['kind']> = new Set<AssistantReply['kind']>([
  'answered',
  'off-topic',
  'not-known',
  'unclear',
  'other-language',
  'which-languages',
]);

export function createAssistant({
  subject,
  topics,
  instructions,
  collections,
  vocabulary,
  understanding,
  model,
}: AssistantParts): Assistant {
  const persona: Persona = { subject, topics, byModel: model !== undefined };
  const retrieval = createRetrieval(collections, vocabulary, understanding?.isWord);
  const answerer = createAnswerer({
    retrieval,
    finder: createFinder({ retrieval, understanding, untreated: vocabulary.untreated }),
    persona,
  });

  const openings = rememberOpenings(respondByRetrieval);

  function respondByRetrieval({ message: written, history, thread = {} }: AssistantTurn): AssistantReply {
    const message = respelt(written);
    const plain = plainText(message);
    const learnt = readFacts(written);
    const facts = mergeFacts(thread.facts, learnt);
    const known: Thread = Object.keys(facts).length === 0 ? thread : { ...thread, facts };
    const say = (kind: AssistantReply['kind'], text: string): AssistantReply => ({
      kind,
      message: text,
      context: [],
      passages: [],
      thread: known,
    });

    const recognised = recogniseAct(message, plain);
    if (recognised?.act === 'crisis' || recognised?.act === 'emergency' || recognised?.act === 'injection') {
      return say(
        recognised.act,
        replyToAct(recognised.act, persona, { userName: facts['name'], language: undefined, history }),
      );
    }
    const recalled = recallFact(plain, facts);
    if (recalled !== undefined) return say('fact', recalled);
    const leans = recognised?.act === 'capabilities' && leansOnThread(message, thread);
    if (recognised !== undefined && !leans) {
      const { act, language } = recognised;
      return say(act, replyToAct(act, persona, { userName: facts['name'], language, history }));
    }

    if (isForeign(message, plain))
      return say(
        'other-language',
        replyToAct('other-language', persona, { userName: facts['name'], language: undefined, history }),
      );

    const question = withoutIntroduction(message, learnt);
    const answered = answerer.answer(question, plainText(question), {
      thread: known,
      turnNumber: history.length / 2,
    });
    if (answered.kind !== 'answered' && !asks(message, plain) && Object.keys(learnt).length > 0)
      return say('noted', noted(learnt, subject));
    return { ...answered, context: answered.passages.map(({ title, text }) => `${title}: ${text}`) };
  }

  /** Misspelt English has words that the knowledge would have; another language has hardly any. */
  function isForeign(message: string, plain: string): boolean {
    return (
      understanding !== undefined &&
      isHardlyEnglish(plain, understanding.isWord) &&
      retrieval.readQuery(message).unknown >= unknownOfForeign
    );
  }

  return {
    respond(turn) {
      const reply = turn.history.length === 0 ? openings.respond(turn) : respondByRetrieval(turn);
      if (model === undefined || !leftToModel.has(reply.kind)) return reply;
      return respondByModel(model, turn, reply);
    },
  };

  async function respondByModel(
    ask: LanguageModel,
    turn: AssistantTurn,
    reply: AssistantReply,
  ): Promise<AssistantReply> {
    const text = await ask({
      instructions: modelInstructions(instructions, subject, reply.context),
      history: toMessages(turn.history),
      message: turn.message,
    });
    return text === undefined ? reply : { ...reply, message: text };
  }
}

/** Share of the words a message searches by that no passage has, from which on it is no English. */
const unknownOfForeign = 0.6;

/** Openings remembered; the same questions open most conversations, above all in load tests. */
const openingsMax = 2_000;

const openingLengthMax = 300;

/**
 * The answer to the first message of a conversation depends on that message alone, so it is worked out once. Replies and
 * threads are never changed, so conversations may share them.
 */
function rememberOpenings(respond: (turn: AssistantTurn) => AssistantReply) {
  const known = new Map<string, AssistantReply>();
  return {
    respond(turn: AssistantTurn): AssistantReply {
      const remembered = known.get(turn.message);
      if (remembered !== undefined) return remembered;
      const reply = respond({ ...turn, thread: undefined });
      if (turn.message.length > openingLengthMax) return reply;
      const [oldest] = known.keys();
      if (known.size >= openingsMax && oldest !== undefined) known.delete(oldest);
      known.set(turn.message, reply);
      return reply;
    },
  };
}

/** "What now?" opens a conversation with "what can you do?"; within one it asks about what was said. */
function leansOnThread(message: string, { question, unanswered }: Thread): boolean {
  return (
    (question !== undefined || unanswered !== undefined) && readFollowUpOf(message, question)?.kind === 'next'
  );
}

/** Many write no question mark. */
function asks(message: string, plain: string): boolean {
  return (
    message.includes('?') ||
    /\b(?:what|how|why|when|where|which|who|can|could|should|would|do|does|is|are|will) (?:i|it|you|we|they|he|she|that|this|the|my|could|should|can|to)\b/.test(
      plain,
    )
  );
}

function recallFact(plain: string, facts: Facts): string | undefined {
  const key = askedFact(plain);
  if (key === undefined) return undefined;
  const value = facts[key];
  if (key === 'name') {
    return value === undefined
      ? 'You have not told me your name yet. Tell me, and I will remember it while we talk.'
      : `Your name is ${value}. What would you like to know?`;
  }
  return value === undefined
    ? undefined
    : `You told me: your ${key} is ${value}.`.replace('your code word', 'the code word');
}

function noted(learnt: Facts, subject: string): string {
  const name = learnt['name'];
  if (name !== undefined)
    return `Nice to meet you, ${name}! I'll remember your name while we talk. What would you like to know about ${subject}?`;
  const [key = '', value = ''] = Object.entries(learnt)[0] ?? [];
  return `Noted: ${key} is ${value}. I'll remember it while we talk. What would you like to know about ${subject}?`;
}
