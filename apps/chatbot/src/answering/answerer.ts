import type { Passage } from '../knowledge/passages.ts';
import type { Hit, Query, Retrieval } from '../knowledge/retrieval.ts';
import { compose, sentencesOf } from './compose.ts';
import { readFollowUp } from './follow-up.ts';
import type { FollowUp } from './follow-up.ts';
import { admitNotKnowing, askToRephrase, declineOffTopic } from './replies.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

export type Answered = Readonly<{
  kind: 'answered' | 'off-topic' | 'not-known' | 'unclear';
  message: string;
  passages: readonly Passage[];
  thread: Thread;
}>;

export type Conversation = Readonly<{ thread: Thread; turnNumber: number }>;

export type Answerer = Readonly<{
  answer(message: string, plain: string, conversation: Conversation): Answered;
}>;

/**
 * How strongly a question's words must speak for the subject, and how much of it the best passage must speak of. A question
 * without any word of the subject must be like a passage's title. Tuned on the tuning part of the evaluation set.
 */
const needs = {
  belonging: 2,
  coverageWithAnchor: 0.1,
  coverage: 0.22,
  hint: 1.5,
  hintAlike: 0.4,
  hintUnknown: 0.5,
  bareCoverage: 0.6,
  bareAlike: 0.55,
  bareAlikeOfFewWords: 0.75,
  bareUnknown: 0.25,
  foreignAlike: 0.85,
} as const;

/** Share of the best score from which a comparison shows a second passage as well. Tuned. */
const nearlyAsGood = 0.9;

export function createAnswerer(retrieval: Retrieval, persona: Persona): Answerer {
  const passage = (id: string | undefined): Passage | undefined =>
    id === undefined ? undefined : retrieval.passages.get(id);
  const passagesOf = (ids: readonly string[] | undefined): Passage[] =>
    (ids ?? []).map(passage).filter((found) => found !== undefined);

  function answer(message: string, plain: string, { thread, turnNumber }: Conversation): Answered {
    const refuse = (kind: 'off-topic' | 'not-known' | 'unclear', text: string): Answered => ({
      kind,
      message: text,
      passages: [],
      thread,
    });

    const followUp = thread.question === undefined ? undefined : readFollowUp(plain);
    const continued = followUp === undefined ? undefined : followThread(followUp, thread);
    if (continued !== undefined) return continued;

    const sides = comparedSides(plain);
    if (sides !== undefined) {
      const compared = compareSides(message, sides, thread);
      if (compared !== undefined) return compared;
    }

    const { question, carried } = completeQuestion(message, followUp, thread);
    const query = retrieval.readQuery(question, carried);
    if (query.terms.length === 0) return refuse('unclear', askToRephrase(persona));
    const hits = retrieval.search(query, preferredCollections(thread));
    const verdict = judge(query, hits);
    if (verdict === 'off-topic') return refuse('off-topic', declineOffTopic(persona, turnNumber));
    if (verdict === 'not-known') {
      const nearest = hits.slice(0, 2).map((hit) => hit.passage.title);
      return refuse('not-known', admitNotKnowing(persona, nearest));
    }
    return present(hits, { question: `${question} ${carried}`.trim(), thread });
  }

  function present(
    hits: readonly Hit[],
    { question, thread, opening, compares = false }: PresentOptions & Readonly<{ compares?: boolean }>,
  ): Answered {
    const [best, second, ...others] = hits;
    // A comparison may need two passages; any other question is answered by the one that fits best.
    const both =
      compares && best !== undefined && second !== undefined && second.score >= best.score * nearlyAsGood;
    const passages = [best, both ? second : undefined]
      .filter((hit) => hit !== undefined)
      .map((hit) => hit.passage);
    const offers = [both ? undefined : second, ...others]
      .filter((hit) => hit !== undefined)
      .map((hit) => hit.passage);
    return finish({ passages, offers: offers.slice(0, 4), question, thread, opening });
  }

  function finish({
    passages,
    offers,
    question,
    thread,
    opening,
    shownBefore = [],
  }: FinishOptions): Answered {
    const composed = compose({ ...(opening === undefined ? {} : { opening }), passages, offers });
    return {
      kind: 'answered',
      message: composed.message,
      passages: composed.passages,
      thread: {
        ...thread,
        question: question.slice(0, 300),
        shown: [...shownBefore, ...composed.passages.map(({ id }) => id)].slice(-8),
        offered: composed.offers.map(({ id }) => id),
      },
    };
  }

  /** Messages that say nothing themselves: what they mean is all in the thread. */
  function followThread(followUp: FollowUp, thread: Thread): Answered | undefined {
    const shown = thread.shown ?? [];
    const question = thread.question ?? '';
    const last = passage(shown.at(-1));
    const offers = passagesOf(thread.offered);
    const say = (text: string): Answered => ({
      kind: 'answered',
      message: text,
      passages: last === undefined ? [] : [last],
      thread,
    });
    switch (followUp.kind) {
      case 'more':
        return goOn(thread, question);
      case 'why':
        return goOn(thread, `${question} why reason because`, 'The background to it:');
      case 'example':
        return goOn(thread, `${question} for instance imagine suppose`, 'To make it more concrete:');
      case 'accept':
      case 'choose': {
        const chosen = offers[followUp.kind === 'choose' ? followUp.index : 0];
        if (chosen === undefined) return goOn(thread, question);
        const rest = offers.filter(({ id }) => id !== chosen.id);
        return finish({
          passages: [chosen],
          offers: rest,
          question: chosen.title,
          thread,
          shownBefore: shown,
        });
      }
      case 'simpler':
        return last === undefined ? undefined : say(`In short: ${sentencesOf(last.text)[0] ?? last.text}`);
      case 'sure':
        return say(
          'Yes, as general information. Policies and laws differ from place to place, so please check the wording of your own policy or ask your insurer.',
        );
      case 'decline':
        return {
          kind: 'answered',
          message: `All right. Just ask when another question about ${persona.subject} comes up.`,
          passages: [],
          thread,
        };
      case 'substitute':
      case 'refer':
        return undefined;
    }
  }

  /** The next best passages of the same subject that were not shown yet. */
  function goOn(thread: Thread, searchFor: string, opening?: string): Answered {
    const shown = new Set(thread.shown);
    const query = retrieval.readQuery(searchFor);
    const preferred = preferredCollections(thread);
    const found = [
      ...retrieval.search(query, preferred).map((hit) => hit.passage),
      ...passagesOf(thread.offered),
    ];
    const fresh = [...new Set(found)].filter(({ id }) => !shown.has(id));
    // Staying with the kind of insurance spoken about matters more than the best match of a few small words.
    const next = [
      ...fresh.filter(({ collection }) => preferred.includes(collection)),
      ...fresh.filter(({ collection }) => !preferred.includes(collection)),
    ];
    if (next[0] === undefined) {
      const message = `That is all I have on it. Feel free to ask about another point of ${persona.subject}.`;
      return { kind: 'answered', message, passages: [], thread };
    }
    return finish({
      passages: next.slice(0, 1),
      offers: next.slice(1, 5),
      question: thread.question ?? searchFor,
      thread,
      opening,
      shownBefore: thread.shown ?? [],
    });
  }

  /** "And for renters?" asks the last question again of renters; "is it expensive?" asks it of what was spoken about. */
  function completeQuestion(message: string, followUp: FollowUp | undefined, thread: Thread): Completed {
    const alone = { question: message, carried: '' };
    if (thread.question === undefined || followUp === undefined) return alone;
    if (followUp.kind === 'substitute') {
      const rest = retrieval.readQuery(followUp.rest);
      if (rest.collections.length === 0) return { question: followUp.rest, carried: thread.question };
      const onlyNames = rest.terms.every((term) => retrieval.isCollectionTerm(term));
      const onlyNamesAndFaint = onlyNames || rest.terms.length <= 2;
      if (!onlyNamesAndFaint) return { question: followUp.rest, carried: '' };
      return { question: `${withoutCollections(thread.question)} ${followUp.rest}`, carried: '' };
    }
    const own = retrieval.readQuery(message);
    if (own.collections.length > 0 || own.terms.length > 4) return alone;
    return { question: message, carried: thread.question };
  }

  function withoutCollections(question: string): string {
    return retrieval
      .readQuery(question)
      .words.filter((word) => retrieval.readQuery(word).collections.length === 0)
      .join(' ');
  }

  function preferredCollections(thread: Thread): string[] {
    const last = passage(thread.shown?.at(-1));
    return last === undefined ? [] : [last.collection];
  }

  /** One passage that treats both sides is the best comparison; otherwise each side speaks for itself. */
  function compareSides(
    message: string,
    [left, right]: readonly [string, string],
    thread: Thread,
  ): Answered | undefined {
    const query = retrieval.readQuery(message);
    if (query.hasForeign && !query.hasAnchor) return undefined;
    const together = retrieval.search(query);
    const [best] = together;
    const kinds = [left, right].map((side) => retrieval.readQuery(side).collections[0]);
    const twoKinds = kinds[0] !== undefined && kinds[1] !== undefined && kinds[0] !== kinds[1];
    if (!twoKinds && best !== undefined && best.coverage > 0.85 && best.alike > 0.6)
      return present(together, { question: message, thread, compares: true });
    const bests = [left, right].map((side) => {
      // "Auto" alone says too little: the kind of insurance is meant.
      for (const wording of [side, `what is ${side} ${persona.subject}`]) {
        const sideQuery = retrieval.readQuery(wording);
        const hits = retrieval.search(sideQuery);
        if (judge(sideQuery, hits) === 'answerable') return hits[0]?.passage;
      }
      return undefined;
    });
    const passages = [...new Set(bests.filter((found) => found !== undefined))];
    if (passages.length < 2) return undefined;
    const offers = together.map((hit) => hit.passage).filter((found) => !passages.includes(found));
    return finish({ passages, offers, question: message, thread });
  }

  return { answer };
}

type Completed = Readonly<{ question: string; carried: string }>;

type PresentOptions = Readonly<{ question: string; thread: Thread; opening?: string | undefined }>;

type FinishOptions = PresentOptions &
  Readonly<{ passages: readonly Passage[]; offers: readonly Passage[]; shownBefore?: readonly string[] }>;

/** Whether the passages found really speak of what was asked. */
function judge(query: Query, hits: readonly Hit[]): 'answerable' | 'not-known' | 'off-topic' {
  const { coverage = 0, alike = 0 } = hits[0] ?? {};
  const speaksOfIt = query.hasAnchor || query.hasHint;
  if (speaksOfIt && query.belonging >= needs.belonging) {
    if (query.hasAnchor) return coverage >= needs.coverageWithAnchor ? 'answerable' : 'not-known';
    return coverage >= needs.coverage ? 'answerable' : 'off-topic';
  }
  const likely = speaksOfIt && query.belonging >= needs.hint && query.unknown <= needs.hintUnknown;
  if (likely && alike >= needs.hintAlike) return coverage >= needs.coverage ? 'answerable' : 'off-topic';
  const few = query.terms.length <= 2 ? needs.bareAlikeOfFewWords : needs.bareAlike;
  const alikeNeeded = query.hasForeign ? needs.foreignAlike : few;
  const known = query.unknown <= needs.bareUnknown && coverage >= needs.bareCoverage;
  return known && alike >= alikeNeeded ? 'answerable' : 'off-topic';
}

/** The two things a question compares. */
function comparedSides(plain: string): readonly [string, string] | undefined {
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
