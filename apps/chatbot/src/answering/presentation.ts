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
}>;

type FinishOptions = Omit<PresentOptions, 'leaned'> &
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
  { question, thread, opening, leaned = false }: PresentOptions,
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
  return finish({
    passages: hits.map((hit) => hit.passage),
    offers: offers.slice(0, 4),
    question,
    thread,
    opening,
    justRead,
  });
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
