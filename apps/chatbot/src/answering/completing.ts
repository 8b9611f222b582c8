import type { Passage } from '../knowledge/passages.ts';
import type { Retrieval } from '../knowledge/retrieval.ts';
import type { Found, Leaning } from './finder.ts';
import type { FollowUp } from './follow-up.ts';
import { plainText } from './plain-text.ts';
import { questionOfStory } from './questions.ts';
import type { Persona } from './replies.ts';
import type { Thread } from './thread.ts';

export type Completed = Readonly<{ question: string; leaning?: Leaning }>;

/** Opens a subject, whatever was spoken about before. */
const newSubject =
  /^(?:(?:ok|okay|so|now|then|and|well|thanks)\b,? )*(?:(?:please )?(?:tell me|what do you know|lets talk|let's talk|i have a question|another question) about|define|explain what|what (?:does|do) .+ mean\b)/i;

/** Terms from which on a question says by itself what it is about. */
const shortTerms = 4;

/** Works out what a question asks in the conversation it stands in. */
export function createCompleting({
  retrieval,
  persona,
}: Readonly<{ retrieval: Retrieval; persona: Persona }>) {
  const lastOf = ({ shown = [] }: Thread) => retrieval.passages.get(shown.at(-1) ?? '');

  /** "And for renters?" asks the last question again of renters; "is it expensive?" asks it of what was spoken about. */
  function completeQuestion(message: string, followUp: FollowUp | undefined, thread: Thread): Completed {
    const told = questionOfStory(message);
    if (told !== undefined) {
      const leaning = { question: told.story, subject: persona.subject, preferred: [], surely: false };
      return { question: told.question, leaning };
    }
    const before = thread.unanswered ?? thread.question;
    if (before === undefined || (followUp === undefined && newSubject.test(message)))
      return { question: message };
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
    const last = lastOf(thread);
    const kind = last === undefined ? undefined : (namedIn(thread, last) ?? retrieval.subjectOf(last));
    // "It" is a kind such as pet insurance, or else the subject at large: nobody asks what "claims" cost.
    const subject = kind?.endsWith(persona.subject) === true ? kind : persona.subject;
    return { question, subject, preferred: surely && last !== undefined ? [last.collection] : [], surely };
  }

  /** "Term life insurance", where that was asked about in so many words. */
  function namedIn({ question = '' }: Thread, { title }: Passage): string | undefined {
    const name = plainText(title);
    return name.endsWith(` ${persona.subject}`) && plainText(question).includes(name) ? name : undefined;
  }

  function withoutCollections(question: string): string {
    return retrieval
      .readQuery(question)
      .words.filter((word) => retrieval.readQuery(word).collections.length === 0)
      .join(' ');
  }

  /** A short question that stays with its subject leaves the one before it in mind. */
  function continues(question: string, found: readonly Found[], thread: Thread): string {
    const last = lastOf(thread);
    if (last === undefined || last.collection !== found[0]?.passage.collection) return question;
    const short = retrieval.readQuery(question).terms.length < shortTerms;
    return short ? `${question} ${thread.question ?? ''}`.trim() : question;
  }

  return { completeQuestion, continues };
}
