import type { Passage } from '../knowledge/passages.ts';
import type { Retrieval } from '../knowledge/retrieval.ts';
import { sentencesOf } from './compose.ts';
import type { Finder } from './finder.ts';
import type { FollowUp } from './follow-up.ts';
import { finish, present } from './presentation.ts';
import type { Answered } from './presentation.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

const anything = /(?:)/;

const examples = /\b(?:for example|for instance|such as)\b/;

/** How people ask what to do about something they told of. */
const whatToDo = 'What should I do now?';

/** Part of the best passage's share from which one that is new is what was meant. */
const nearlyMeant = 0.15;

/** "Does my policy cover floods?", "Is theft covered?" */
const coverageAsked =
  /^(?:(?:does|do|will|would|is|are|can)\b.*?\b(?:covers?|pays?(?: for)?|includes?|insures?|protects?(?: against)?) (.{2,80}?)|(?:is|are) (.{2,60}?) (?:covered|included|insured)\b.*)\??$/i;

type GoingOnParts = Readonly<{ retrieval: Retrieval; finder: Finder; persona: Persona }>;

/** "Why?", "tell me more", "yes": goes on from what was said last; undefined for what needs to be looked up. */
export function createGoingOn({ retrieval, finder, persona }: GoingOnParts) {
  const passage = (id: string | undefined): Passage | undefined =>
    id === undefined ? undefined : retrieval.passages.get(id);
  const passagesOf = (ids: readonly string[] | undefined): Passage[] =>
    (ids ?? []).map(passage).filter((found) => found !== undefined);

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
      case 'next':
        return tellWhatToDo(thread);
      case 'more':
        return goOn(thread, question);
      case 'why':
        return giveReason(thread, question);
      case 'example': {
        const shownExample = exampleIn(shown);
        if (shownExample !== undefined) return shownExample(thread);
        return goOn(
          thread,
          `${question} for instance imagine suppose`,
          'To make it more concrete:',
          examples,
        );
      }
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
          'As general information, yes: it is how my knowledge base describes the usual case. Policies and laws differ from place to place, and I may have misunderstood you, so please check the wording of your own policy or ask your insurer.',
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

  /** "What now?": what to do about what was told or asked before, and not the same once more. */
  function tellWhatToDo(thread: Thread): Answered {
    const about = thread.unanswered ?? thread.question ?? '';
    const { verdict, found } = finder.find(`${about.replace(/[.!?\s]+$/, '')}. ${whatToDo}`);
    const fresh = found.filter(({ passage: { id } }) => thread.shown?.includes(id) !== true);
    const [best] = fresh;
    const likely = best !== undefined && best.share >= (found[0]?.share ?? 0) * nearlyMeant;
    if (verdict !== 'answerable' || !likely) return goOn(thread, about);
    return present(fresh, { question: about, thread });
  }

  /** The case that belongs to what was shown last. */
  function exampleIn(shown: readonly string[]): ((thread: Thread) => Answered) | undefined {
    const told = passagesOf(shown).findLast(({ example }) => example !== undefined);
    const { example } = told ?? {};
    if (told === undefined || example === undefined) return undefined;
    // The answer rests on the case alone.
    const passages = [{ ...told, text: example }];
    return (thread) => ({ kind: 'answered', message: `For example: ${example}`, passages, thread });
  }

  /** What the knowledge says of reasons; where it says nothing, it is better to say so than to sound as if it did. */
  function giveReason(thread: Thread, question: string): Answered {
    const { found } = finder.find(`why ${question}`);
    const preferred = preferredCollections(thread);
    const isNew = ({ id }: Passage): boolean => thread.shown?.includes(id) !== true;
    const reason =
      found.find(
        ({ passage }) =>
          /^why\b/i.test(passage.title) && preferred.includes(passage.collection) && isNew(passage),
      )?.passage ?? reasonAgainst(question, isNew);
    if (reason === undefined) return goOn(thread, question, 'I know no further reason; perhaps this helps:');
    return finish({
      passages: [reason],
      offers: found
        .map((hit) => hit.passage)
        .filter(({ id }) => id !== reason.id)
        .slice(0, 4),
      question: thread.question ?? question,
      thread,
      opening: 'The background to it:',
      shownBefore: thread.shown ?? [],
    });
  }

  /** Why something is not so; the reason may stand under a more general subject. */
  function reasonAgainst(question: string, isNew: (passage: Passage) => boolean): Passage | undefined {
    const [, covered, named] = coverageAsked.exec(question.trim()) ?? [];
    const topic = covered ?? named;
    if (topic === undefined) return undefined;
    const { found } = finder.find(`why is ${topic} not covered, why is it excluded`);
    return found.slice(0, 5).find(({ passage }) => /^why\b/i.test(passage.title) && isNew(passage))?.passage;
  }

  /** The next best passages of the same subject that were not shown yet. */
  function goOn(thread: Thread, searchFor: string, opening?: string, wanted: RegExp = anything): Answered {
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
    const begin = next.findIndex(
      ({ collection, text }) => preferred.includes(collection) && wanted.test(text),
    );
    next.unshift(...next.splice(Math.max(0, begin), 1));
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

  function preferredCollections(thread: Thread): string[] {
    const last = passage(thread.shown?.at(-1));
    return last === undefined ? [] : [last.collection];
  }

  return { followThread };
}
