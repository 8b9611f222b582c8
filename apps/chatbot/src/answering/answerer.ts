import type { Passage } from '../knowledge/passages.ts';
import type { Retrieval } from '../knowledge/retrieval.ts';
import { comparedSides, createComparison } from './comparison.ts';
import { createCompleting } from './completing.ts';
import { fewTerms } from './finder.ts';
import type { Finder, Found } from './finder.ts';
import { asksForHelp, readFollowUpOf } from './follow-up.ts';
import type { FollowUp } from './follow-up.ts';
import { createGoingOn } from './going-on.ts';
import { finish, present } from './presentation.ts';
import type { Answered } from './presentation.ts';
import type { PointFound, Points } from './points.ts';
import { severalQuestions } from './questions.ts';
import { admitNotKnowing, askToRephrase, declineOffTopic } from './replies.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

export type Conversation = Readonly<{ thread: Thread; turnNumber: number }>;

export type Answerer = Readonly<{
  answer(message: string, plain: string, conversation: Conversation): Answered;
}>;

type AnswererParts = Readonly<{ retrieval: Retrieval; points: Points; finder: Finder; persona: Persona }>;

export function createAnswerer({ retrieval, points, finder, persona }: AnswererParts): Answerer {
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
    const point = pointInTalk(message, followUp, thread);
    if (point !== undefined) return point;
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
    if (verdict === 'answerable' && thread.question === undefined) {
      const opened = pointAtOnce(message, found, thread);
      if (opened !== undefined) return opened;
    }
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
          sentenceFor: (passage) => points.sentenceFor(message, passage),
        })
      : present(found, { question: continues(question, found, thread), thread });
  }

  /** In a talk, few words ask for a point of what is spoken about. */
  function pointInTalk(
    message: string,
    followUp: FollowUp | undefined,
    thread: Thread,
  ): Answered | undefined {
    const { question: before, shown = [], offered = [], told = [] } = thread;
    const last = retrieval.passages.get(shown.at(-1) ?? '');
    if (before === undefined || last === undefined) return undefined;
    if (followUp !== undefined && goesOnItself.has(followUp.kind)) return undefined;
    const onlyShown = followUp !== undefined && saysNothing.has(followUp.kind);
    const { question, leaning } = completeQuestion(message, onlyShown ? undefined : followUp, thread);
    const { found } = finder.find(question, leaning);
    const own = retrieval.readQuery(message);
    const general = points.isGeneral(message);
    const elsewhere = own.collections.length > 0 && !own.collections.includes(last.collection);
    const weights = new Map<string, number>();
    const weigh = (id: string, weight: number): void => {
      weights.set(id, Math.max(weight, weights.get(id) ?? 0));
    };
    // Where nothing is said of what it is about, it is about what was spoken of.
    if (!general) {
      for (const [at, { passage, share }] of found.entries()) {
        const likely = at < 2 || share >= (found[0]?.share ?? 0) * likelyMeant;
        weigh(
          passage.id,
          isOtherKind(passage, last, own.collections) || !likely ? pointWeights.near : pointWeights.found,
        );
      }
    }
    if (!elsewhere) {
      for (const { id, collection } of retrieval.passages.values())
        if (collection === last.collection) weigh(id, general ? pointWeights.generalNear : pointWeights.near);
      for (const id of offered) weigh(id, pointWeights.offered);
      for (const id of shown) weigh(id, 1);
    }
    const best = points.best(followUp?.kind === 'next' ? `${before} ${message}` : message, weights, told);
    if (best === undefined || best.score < (onlyShown ? pointMin.ofNothing : pointMin.inTalk))
      return undefined;
    const [first] = found;
    // A question that surely asks for another passage asks for no point of this one.
    if (
      first !== undefined &&
      first.share >= surelyMeant &&
      !shown.includes(first.passage.id) &&
      first.passage.id !== best.passage.id &&
      best.score < pointMin.anyway
    )
      return undefined;
    const also =
      best.score < pointMin.alone && first !== undefined && !shown.includes(first.passage.id)
        ? [first.passage]
        : [];
    return presentPoint(best, also, {
      question: `${before} ${message}`.slice(-300),
      thread,
      offers: found
        .map(({ passage }) => passage)
        .filter(({ id, collection }) => !shown.includes(id) && collection === best.passage.collection),
    });
  }

  /** A point of travel insurance is not meant in a talk about pets, unless the message says so. */
  function isOtherKind(passage: Passage, last: Passage, named: readonly string[]): boolean {
    return (
      passage.collection !== last.collection &&
      retrieval.subjectOf(passage).endsWith(` ${persona.subject}`) &&
      !named.includes(passage.collection)
    );
  }

  /** A first question may ask for a point just as well; the passage follows it. */
  function pointAtOnce(message: string, found: readonly Found[], thread: Thread): Answered | undefined {
    const [first] = found;
    if (first === undefined) return undefined;
    const likely = found.slice(0, 3).filter(({ share }) => share >= first.share * likelyMeant);
    const weights = new Map(
      likely.map(({ passage, share }) => [passage.id, share === first.share ? 1 : pointWeights.found]),
    );
    if (retrieval.readQuery(message).asksForMeaning) return undefined;
    const best = points.best(message, weights);
    const enough = best?.passage.id === first.passage.id ? pointMin.atOnce : pointMin.atOnceElsewhere;
    if (best === undefined || best.score < enough) return undefined;
    return presentPoint(best, [first.passage], {
      question: message,
      thread,
      offers: found.slice(1, 5).map(({ passage }) => passage),
    });
  }

  function presentPoint(
    { passage, answer }: PointFound,
    also: readonly Passage[],
    { question, thread, offers }: Readonly<{ question: string; thread: Thread; offers: readonly Passage[] }>,
  ): Answered {
    const passages = [{ ...passage, text: answer }, ...also];
    const answered = finish({
      passages,
      offers: offers.filter(({ id }) => !passages.some((given) => given.id === id)).slice(0, 3),
      question,
      thread,
      shownBefore: thread.shown ?? [],
    });
    return { ...answered, thread: { ...answered.thread, told: [...(thread.told ?? []), answer].slice(-6) } };
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

/** Follow-ups that go on from the last answer by themselves. */
const goesOnItself: ReadonlySet<FollowUp['kind']> = new Set<FollowUp['kind']>([
  'accept',
  'decline',
  'choose',
  'more',
  'example',
  'simpler',
]);

/** Follow-ups that say nothing of what they ask about. */
const saysNothing: ReadonlySet<FollowUp['kind']> = new Set<FollowUp['kind']>(['next', 'why', 'sure']);

/** How likely a point is meant by where its passage stands; one that was just read counts 1. Tuned. */
const pointWeights = { offered: 0.9, found: 0.93, near: 0.8, generalNear: 0.72 } as const;

/** Share from which on a passage is surely what was asked for. Tuned. */
const surelyMeant = 0.5;

/** Part of the best passage's share from which another is likely to be meant. */
const likelyMeant = 0.25;

/** From which likeness on a point is what was asked for. Tuned. */
const pointMin = {
  inTalk: 0.5,
  ofNothing: 0.5,
  alone: 0.7,
  anyway: 0.8,
  atOnce: 0.66,
  atOnceElsewhere: 0.75,
} as const;

/** Characters kept of a message that got no answer. */
const unansweredMax = 300;

/** "My claim was turned down." says what the next question is about; a question that is none of ours does not. */
function setsTheScene(kind: Answered['kind'], message: string): boolean {
  return kind === 'not-known' || (kind === 'off-topic' && !message.includes('?'));
}
