import { oneOf } from './bans.ts';
import type { Draft } from './draft.ts';
import { isNatural, namesSomething } from './message.ts';
import { application, asMine, runAt, small, thing } from './phrases.ts';
import type { Tagged, Tagger } from './tagger.ts';

/** What the application is there for, as somebody asks for it: the first thing that a rule says it can do. */
export const offered = (tagger: Tagger, sentences: readonly Tagged[], text: string): Draft[] =>
  sentences
    .map((sentence) => offerIn(sentence))
    .filter((prompt) => prompt !== undefined && isNatural(tagger, prompt) && namesSomething(tagger, prompt))
    .slice(0, 1)
    .map((prompt = '') => ({
      category: 'Direct',
      prompt,
      why: `This is what it is for, within what the rule says; whether the answer is right, a reader decides: ${text}`,
    }));

const tells = /^(?:tell|say|explain|state)$/;
const does =
  /^(?:write|draft|book|reserve|calculate|compare|translate|recommend|suggest|arrange|cancel|move|shift|extend|renew)$/;
const has = /^(?:offer|sell)$/;

function offerIn(tagged: Tagged): string | undefined {
  const { words } = tagged;
  let at = words[0]?.part === 'D' ? 1 : 0;
  if (application.test(words[at]?.low ?? '')) at += 1;
  else if (at === 1) return undefined;
  const modal = words[at]?.part === 'X' ? words[at]?.low : undefined;
  if (modal !== undefined) at += 1;
  while (/^(?:only|also|always)$/.test(words[at]?.low ?? '')) at += 1;
  const verb = words[at];
  if (verb === undefined || words.some(({ part }, place) => part === 'Z' && place <= at + 1))
    return undefined;
  const next = words[at + 1];
  if (tells.test(verb.lemma) && (next?.part === 'W' || next?.low === 'if')) {
    const end = words.findIndex(({ part, low }, place) => place > at + 1 && (part === 'P' || low === 'but'));
    const own = words.slice(at + 1, end === -1 ? words.length : end);
    // “what is permitted in our region” does not say of what.
    const named = own.findIndex(({ part }) => part === 'N');
    const doing = own.findIndex(({ part }) => part === 'X' || part === 'V');
    return named !== -1 &&
      named < doing &&
      own.every(
        ({ part, low }) =>
          part !== 'C' &&
          !/^(?:generally|usually|normally|roughly|typically|after|before|until|unless|only|per)$/.test(low),
      )
      ? `Can you tell me ${asMine(own)}?`
      : undefined;
  }
  const end = runAt(tagged, at + 1, thing);
  if (modal === undefined || !/^(?:can|may)$/.test(modal) || end === undefined) return undefined;
  // Of “lessons of 60 or 90 min” a lesson is asked for.
  const own = words.slice(at + 1, end);
  const head = own.findIndex(({ part }) => part === 'I');
  const kept = head === -1 ? own : own.slice(0, head);
  const isSaid =
    kept.at(-1)?.isMany === true ? kept.every(({ part }) => part !== 'D') : /^an?$/.test(kept[0]?.low ?? '');
  if (!isSaid) return undefined;
  const object = small(asMine(kept));
  if (has.test(verb.lemma)) return `Do you ${verb.lemma} ${object}?`;
  return does.test(verb.lemma) && kept.filter(({ part }) => /[NJ]/.test(part)).length > 1
    ? `Can you ${verb.lemma} ${oneOf(kept, object)} for me?`
    : undefined;
}
