import type { Passage } from '../knowledge/passages.ts';
import { compose } from './compose.ts';
import type { Found } from './finder.ts';
import type { Thread } from './thread.ts';

export type Answered = Readonly<{
  kind: 'answered' | 'off-topic' | 'not-known' | 'unclear';
  message: string;
  passages: readonly Passage[];
  thread: Thread;
}>;

/** Part of the best passage's share from which the second one is shown as well. Tuned. */
const nearlyAsGood = 0.2;

/** The same for one that was just read. Tuned. */
const asGoodAgain = 0.3;

/** Part of the share of a passage just read from which one that is new comes before it. Tuned. */
const newLeads = 0.7;

/** Part of the best one's share that a title offered needs, unless it stays with the same subject. */
const worthOffering = 0.02;

type PresentOptions = Readonly<{
  question: string;
  thread: Thread;
  opening?: string | undefined;
  /** Whether the question was understood by the help of the last answer. */
  leaned?: boolean;
  /** The sentence of a passage that speaks of what was asked now. */
  sentenceFor?: (passage: Passage) => string | undefined;
}>;

type FinishOptions = Omit<PresentOptions, 'leaned' | 'sentenceFor'> &
  Readonly<{
    passages: readonly Passage[];
    offers: readonly Passage[];
    shownBefore?: readonly string[];
    equal?: boolean;
    justRead?: readonly string[];
  }>;

/** Chooses from what was found what is shown. */
export function present(
  found: readonly Found[],
  { question, thread, opening, leaned = false, sentenceFor }: PresentOptions,
): Answered {
  const justRead = thread.shown ?? [];
  const [best, ...others] = found;
  if (best === undefined) return finish({ passages: [], offers: [], question, thread, opening });
  // When it is not clear which of two passages is asked for, the answer holds both, but none a second time as an extra.
  const second = others.find(
    ({ passage: { id }, share }) =>
      share >= best.share * (leaned && justRead.includes(id) ? asGoodAgain : nearlyAsGood),
  );
  const offers = others
    .filter(
      (hit) =>
        hit !== second &&
        (hit.share >= best.share * worthOffering || hit.passage.collection === best.passage.collection),
    )
    .map((hit) => hit.passage);
  const hits = [best, second].filter((hit) => hit !== undefined);
  // What is new leads, if it is about as likely to be meant as what was just read.
  if (
    leaned &&
    second !== undefined &&
    justRead.includes(best.passage.id) &&
    !justRead.includes(second.passage.id) &&
    second.share >= best.share * newLeads
  )
    hits.reverse();
  if (leaned && sentenceFor !== undefined && justRead.includes(best.passage.id))
    return goDeeper(found, { question, thread, sentenceFor });
  return finish({
    passages: hits.map((hit) => hit.passage),
    offers: offers.slice(0, 4),
    question,
    thread,
    opening,
    justRead,
  });
}

/** Part of the best one's share that something new needs to be shown where all that fits was read before. Tuned. */
const nearEnough = 0.05;

/**
 * What was just read is not read out again: the sentence of it that answers is, and beside it what is new. Where there is
 * neither, saying so comes before the nearest there is.
 */
function goDeeper(
  found: readonly Found[],
  {
    question,
    thread,
    sentenceFor,
  }: Readonly<{
    question: string;
    thread: Thread;
    sentenceFor: (passage: Passage) => string | undefined;
  }>,
): Answered {
  const { shown = [] } = thread;
  const [best] = found;
  const fresh = found.filter(
    ({ passage: { id }, share }) => !shown.includes(id) && share >= (best?.share ?? 0) * nearEnough,
  );
  const sentence = best === undefined ? undefined : sentenceFor(best.passage);
  const [next] = fresh;
  const offers = fresh.slice(1, 5).map(({ passage }) => passage);
  if (best !== undefined && sentence !== undefined) {
    const passages = [{ ...best.passage, text: sentence }, ...(next === undefined ? [] : [next.passage])];
    return finish({ passages, offers, question, thread, shownBefore: shown });
  }
  const near =
    next !== undefined && best !== undefined && next.passage.collection === best.passage.collection;
  if (!near) {
    // What was last said of it is likely what is asked back about.
    const last = thread.told?.at(-1);
    const passages =
      best === undefined ? [] : [last === undefined ? best.passage : { ...best.passage, text: last }];
    return finish({ passages, offers, question, thread, justRead: shown, shownBefore: shown });
  }
  const opening = `Beyond what I said about "${best.passage.title}" I know nothing more exact on that. The nearest to it:`;
  const answered = finish({
    passages: [next.passage],
    offers,
    question,
    thread,
    opening,
    shownBefore: shown,
  });
  return { ...answered, passages: [...answered.passages, best.passage] };
}

/** Puts the answer together, and keeps in the thread what it was about. */
export function finish({
  passages,
  offers,
  question,
  thread,
  opening,
  shownBefore = [],
  equal = false,
  justRead = [],
}: FinishOptions): Answered {
  const composed = compose({
    ...(opening === undefined ? {} : { opening }),
    passages,
    offers,
    equal,
    justRead,
  });
  return {
    kind: 'answered',
    message: composed.message,
    passages: composed.passages,
    thread: {
      ...answeredThread(thread),
      question: question.slice(0, 300),
      shown: [...shownBefore, ...composed.passages.map(({ id }) => id).toReversed()].slice(-8),
      offered: composed.offers.map(({ id }) => id),
    },
  };
}

function answeredThread({ unanswered: _unanswered, ...thread }: Thread): Thread {
  return thread;
}
