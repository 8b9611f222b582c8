import type { Retrieval } from '../knowledge/retrieval.ts';
import { comparedSides, createComparison } from './comparison.ts';
import { createCompleting } from './completing.ts';
import { fewTerms } from './finder.ts';
import type { Finder } from './finder.ts';
import { asksForHelp, readFollowUpOf } from './follow-up.ts';
import type { FollowUp } from './follow-up.ts';
import { createGoingOn } from './going-on.ts';
import { present } from './presentation.ts';
import type { Answered } from './presentation.ts';
import { severalQuestions } from './questions.ts';
import { admitNotKnowing, askToRephrase, declineOffTopic } from './replies.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

export type Conversation = Readonly<{ thread: Thread; turnNumber: number }>;

export type Answerer = Readonly<{
  answer(message: string, plain: string, conversation: Conversation): Answered;
}>;

type AnswererParts = Readonly<{ retrieval: Retrieval; finder: Finder; persona: Persona }>;

export function createAnswerer({ retrieval, finder, persona }: AnswererParts): Answerer {
  const { followThread } = createGoingOn({ retrieval, finder, persona });
  const { answerAll, compareSides } = createComparison({ retrieval, finder, persona });
  const { completeQuestion, continues } = createCompleting({ retrieval, persona });

  function answer(message: string, plain: string, { thread, turnNumber }: Conversation): Answered {
    const refuse = (kind: 'off-topic' | 'not-known' | 'unclear', text: string): Answered => ({
      kind,
      message: text,
      passages: [],
      thread: setsTheScene(kind, message)
        ? { ...thread, unanswered: message.slice(0, unansweredMax) }
        : thread,
    });

    if (plain === '') return refuse('unclear', askToRephrase(persona));
    const followUp = leaningOf(message, thread);
    const continued = followUp === undefined ? undefined : followThread(followUp, thread);
    if (continued !== undefined) return continued;

    const sides = comparedSides(plain);
    if (sides !== undefined) {
      const compared = compareSides(message, sides, thread);
      if (compared !== undefined) return compared;
    }

    const several = severalQuestions(message);
    const all = several === undefined ? undefined : answerAll(several, thread);
    if (all !== undefined) return all;

    if (followUp?.kind === 'substitute' && finder.isUntreated(followUp.rest))
      return refuse('not-known', admitNotKnowing(persona, []));
    const { question, leaning } = completeQuestion(message, followUp, thread);
    const { verdict, found, leaned = false } = finder.find(question, leaning);
    if (verdict === 'unclear') return refuse('unclear', askToRephrase(persona));
    // In the middle of a conversation, a few small words are about it, however little they say.
    if (verdict === 'off-topic' && thread.question !== undefined && saysLittle(message))
      return refuse('unclear', askToRephrase(persona, offeredTitles(thread)));
    if (verdict === 'off-topic') return refuse('off-topic', declineOffTopic(persona, turnNumber));
    if (verdict === 'not-known') {
      const nearest = found.slice(0, 2).map(({ passage: { title } }) => title);
      return refuse('not-known', admitNotKnowing(persona, nearest));
    }
    return leaned
      ? present(found, {
          question: `${question} ${leaning?.question ?? ''}`.trim(),
          thread,
          leaned,
        })
      : present(found, { question: continues(question, found, thread), thread });
  }

  /** After a message that got no answer, only "what now?" has something to lean on. */
  function leaningOf(message: string, thread: Thread): FollowUp | undefined {
    const followUp = readFollowUpOf(message, thread.question);
    if (thread.question !== undefined) return followUp;
    return thread.unanswered !== undefined && followUp?.kind === 'next' ? followUp : undefined;
  }

  function saysLittle(message: string): boolean {
    return !asksForHelp.test(message) && retrieval.readQuery(message).terms.length <= fewTerms;
  }

  function offeredTitles({ offered = [] }: Thread): string[] {
    return offered.map((id) => retrieval.passages.get(id)?.title).filter((title) => title !== undefined);
  }

  return { answer };
}

/** Characters kept of a message that got no answer. */
const unansweredMax = 300;

/** "My claim was turned down." says what the next question is about; a question that is none of ours does not. */
function setsTheScene(kind: Answered['kind'], message: string): boolean {
  return kind === 'not-known' || (kind === 'off-topic' && !message.includes('?'));
}
