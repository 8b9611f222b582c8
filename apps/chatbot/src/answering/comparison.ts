import type { Passage } from '../knowledge/passages.ts';
import type { Retrieval } from '../knowledge/retrieval.ts';
import type { Finder } from './finder.ts';
import { readFollowUp } from './follow-up.ts';
import { plainText } from './plain-text.ts';
import { finish, present } from './presentation.ts';
import type { Answered } from './presentation.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

/** From which share on one passage surely compares both sides by itself. Tuned. */
const surelyOne = 0.3;

/** From which share on each of several questions is surely understood. Tuned. */
const surelyAsked = 0.35;

type ComparisonParts = Readonly<{ retrieval: Retrieval; finder: Finder; persona: Persona }>;

/** Answers that speak of several things: the questions of one message, or the two sides of a comparison. */
export function createComparison({ retrieval, finder, persona }: ComparisonParts) {
  /** Each question gets its own paragraph, if each is surely understood and they are not one question after all. */
  function answerAll(questions: readonly string[], thread: Thread): Answered | undefined {
    const passages: Passage[] = [];
    const offers: Passage[] = [];
    let before: string | undefined;
    for (const question of questions) {
      const last = passages.at(-1);
      const subject = last === undefined ? persona.subject : retrieval.subjectOf(last);
      const leaning = {
        question: before ?? '',
        subject,
        preferred: last === undefined ? [] : [last.collection],
      };
      const { verdict, found } = finder.find(
        question,
        before === undefined
          ? undefined
          : { ...leaning, surely: readFollowUp(plainText(question)) !== undefined },
      );
      const [best, ...others] = found;
      if (verdict !== 'answerable' || best === undefined || best.share < surelyAsked) return undefined;
      if (!passages.includes(best.passage)) passages.push(best.passage);
      offers.push(...others.slice(0, 2).map((hit) => hit.passage));
      before = question;
    }
    if (passages.length < 2) return undefined;
    const others = [...new Set(offers)].filter((offer) => !passages.includes(offer));
    return finish({ passages, offers: others, question: questions.join(' '), thread, equal: true });
  }

  /** One passage that treats both sides is the best comparison; otherwise each side speaks for itself. */
  function compareSides(
    message: string,
    [left, right]: readonly [string, string],
    thread: Thread,
  ): Answered | undefined {
    const together = finder.find(message);
    if (together.verdict !== 'answerable') return undefined;
    const [best] = together.found;
    const kinds = [left, right].map((side) => retrieval.readQuery(side).collections[0]);
    const twoKinds = kinds[0] !== undefined && kinds[1] !== undefined && kinds[0] !== kinds[1];
    if (!twoKinds && best !== undefined && best.share > surelyOne)
      return present(together.found, { question: message, thread });
    const bests = [left, right].map((side) => {
      // "Auto" alone says too little: the kind of insurance is meant.
      for (const wording of [`what is ${side} ${persona.subject}`, side]) {
        const { verdict, found } = finder.find(wording);
        if (verdict === 'answerable') return found[0]?.passage;
      }
      return undefined;
    });
    const passages = [...new Set(bests.filter((found) => found !== undefined))];
    if (passages.length < 2) return undefined;
    const offers = together.found.map((found) => found.passage).filter((other) => !passages.includes(other));
    return finish({ passages, offers, question: message, thread, equal: true });
  }

  return { answerAll, compareSides };
}

/** A question is not longer; in a long text the sides would be sought from each of its words. */
const longestComparison = 300;

/** The two things a question compares. */
export function comparedSides(plain: string): readonly [string, string] | undefined {
  if (plain.length > longestComparison) return undefined;
  const match =
    /\b(?:differences?|different|distinction|distinguish|comparison|compare|compares|compared)\b.*?\b(?:between|is|are|of)? ?(.{3,60}?) (?:and|from|to|with|versus|vs|than) (.{3,60})$/.exec(
      plain,
    ) ??
    /^(?:what is better |which is better |should i (?:get|choose|buy|take|pick) )?(.{3,60}?) (?:versus|vs|or|compared (?:to|with)) (.{3,60})$/.exec(
      plain,
    );
  const [, left, right] = match ?? [];
  if (left === undefined || right === undefined) return undefined;
  return [left.replace(/^.*\bbetween /, ''), right.replace(/ (?:for (?:a|an|me|my|the|us)\b.*|please)$/, '')];
}
