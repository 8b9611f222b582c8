import type { Passage } from '../knowledge/passages.ts';
import type { Retrieval } from '../knowledge/retrieval.ts';
import { compose, sentencesOf } from './compose.ts';
import type { Finder, Found, Leaning } from './finder.ts';
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

/** From which share on one passage surely compares both sides by itself. Tuned. */
const surelyOne = 0.3;

/** Part of the best passage's share from which the second one is shown as well. Tuned. */
const nearlyAsGood = 0.2;

type AnswererParts = Readonly<{ retrieval: Retrieval; finder: Finder; persona: Persona }>;

export function createAnswerer({ retrieval, finder, persona }: AnswererParts): Answerer {
  const passage = (id: string | undefined): Passage | undefined =>
    id === undefined ? undefined : retrieval.passages.get(id);
  const passagesOf = (ids: readonly string[] | undefined): Passage[] =>
    (ids ?? []).map(passage).filter((found) => found !== undefined);

  function answer(message: string, plain: string, { thread, turnNumber }: Conversation): Answered {
    const refuse = (kind: 'off-topic' | 'not-known' | 'unclear', text: string): Answered => ({
      kind,
      message: text,
      passages: [],
      thread: setsTheScene(kind, message)
        ? { ...thread, unanswered: message.slice(0, unansweredMax) }
        : thread,
    });

    const followUp = thread.question === undefined ? undefined : readFollowUp(plain);
    const continued = followUp === undefined ? undefined : followThread(followUp, thread);
    if (continued !== undefined) return continued;

    const sides = comparedSides(plain);
    if (sides !== undefined) {
      const compared = compareSides(message, sides, thread);
      if (compared !== undefined) return compared;
    }

    const { question, leaning } = completeQuestion(message, followUp, thread);
    const { verdict, found } = finder.find(question, leaning);
    if (verdict === 'unclear') return refuse('unclear', askToRephrase(persona));
    if (verdict === 'off-topic') return refuse('off-topic', declineOffTopic(persona, turnNumber));
    if (verdict === 'not-known') {
      const nearest = found.slice(0, 2).map(({ passage: { title } }) => title);
      return refuse('not-known', admitNotKnowing(persona, nearest));
    }
    return present(found, { question: `${question} ${leaning?.question ?? ''}`.trim(), thread });
  }

  function present(found: readonly Found[], { question, thread, opening }: PresentOptions): Answered {
    const [best, second, ...others] = found;
    // When it is not clear which of two passages is asked for, the answer holds both.
    const both = best !== undefined && second !== undefined && second.share >= best.share * nearlyAsGood;
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
        ...answeredThread(thread),
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
    const before = thread.unanswered ?? thread.question;
    if (before === undefined) return { question: message };
    const own = retrieval.readQuery(message);
    if (thread.question !== undefined && followUp?.kind === 'substitute') {
      const rest = retrieval.readQuery(followUp.rest);
      if (rest.collections.length === 0)
        return { question: followUp.rest, leaning: leaningOn(thread, before, true) };
      const onlyNames = rest.terms.every((term) => retrieval.isCollectionTerm(term));
      if (!onlyNames && rest.terms.length > 2) return { question: followUp.rest };
      return { question: `${withoutCollections(thread.question)} ${followUp.rest}` };
    }
    const leans = followUp !== undefined && own.collections.length === 0 && own.terms.length <= 4;
    return { question: message, leaning: leaningOn(thread, before, leans) };
  }

  function leaningOn(thread: Thread, question: string, surely: boolean): Leaning {
    const last = passage(thread.shown?.at(-1));
    const subject = last === undefined ? persona.subject : retrieval.subjectOf(last);
    return { question, subject, preferred: surely ? preferredCollections(thread) : [], surely };
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
    return finish({ passages, offers, question: message, thread });
  }

  return { answer };
}

/** Characters kept of a message that got no answer. */
const unansweredMax = 300;

/** "My claim was turned down." says what the next question is about; a question that is none of ours does not. */
function setsTheScene(kind: Answered['kind'], message: string): boolean {
  return kind === 'not-known' || (kind === 'off-topic' && !message.includes('?'));
}

function answeredThread({ unanswered: _unanswered, ...thread }: Thread): Thread {
  return thread;
}

type Completed = Readonly<{ question: string; leaning?: Leaning }>;

type PresentOptions = Readonly<{ question: string; thread: Thread; opening?: string | undefined }>;

type FinishOptions = PresentOptions &
  Readonly<{ passages: readonly Passage[]; offers: readonly Passage[]; shownBefore?: readonly string[] }>;

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
