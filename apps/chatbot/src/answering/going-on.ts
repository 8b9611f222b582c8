import type { Passage } from '../knowledge/passages.ts';
import type { Retrieval } from '../knowledge/retrieval.ts';
import { sentencesOf } from './compose.ts';
import type { Finder } from './finder.ts';
import type { FollowUp } from './follow-up.ts';
import { finish } from './presentation.ts';
import type { Answered } from './presentation.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

const anything = /(?:)/;

const examples = /\b(?:for example|for instance|such as)\b/;

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
      case 'more':
        return goOn(thread, question);
      case 'why':
        return giveReason(thread, question);
      case 'example':
        return goOn(
          thread,
          `${question} for instance imagine suppose`,
          'To make it more concrete:',
          examples,
        );
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

  /** What the knowledge says of reasons; where it says nothing, it is better to say so than to sound as if it did. */
  function giveReason(thread: Thread, question: string): Answered {
    const { found } = finder.find(`why ${question}`);
    const preferred = preferredCollections(thread);
    const reason = found.find(
      ({ passage: { id, title, collection } }) =>
        /^why\b/i.test(title) && preferred.includes(collection) && thread.shown?.includes(id) !== true,
    )?.passage;
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
