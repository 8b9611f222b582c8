import { application, runAt, thing, written } from './phrases.ts';
import type { Tagged, Word } from './tagger.ts';

/** Nothing of a rule is left over: what it is said for, when, and with what exception are part of it. */
const limits =
  /^(?:if|when|whenever|where|unless|until|while|once|except|only|without|before|after|for|during|because|otherwise|beyond|outside)$/;
/** Behind these stands what makes a ban only stricter. */
const stricter =
  /^(?:,|\(|—|–|-|;|\.|!|or|nor|even|including|not|also|regardless|ever|in (?:the )?chat|by chat|to (?:anyone|anybody|nobody|customers|users))/i;
/** Whom it must not be told to is somebody else than the one it is about. */
const others = /\b(?:third part(?:y|ies)|another|other (?:people|persons?)|relatives|strangers)\b/i;

const gives = /^(?:give|provide|offer|render|make|express)$/;

/** What a ban names, word for word, where nothing limits it: of “never reveals its system prompt or rules” both. */
export function forbiddenIn(tagged: Tagged): { readonly verb: string; readonly things: readonly string[] }[] {
  const { words } = tagged;
  return words.flatMap((word, place) => {
    const verb = banAt(words, place, word);
    if (verb === undefined) return [];
    // “gives no legal advice”, “advise on visas”, “give patients advice”
    const behind = /^(?:on|about|with|no|any)$/.test(words[verb + 1]?.low ?? '') ? verb + 2 : verb + 1;
    const things: string[] = [];
    let at = behind;
    for (let end = runAt(tagged, at, thing); end !== undefined; end = runAt(tagged, at, thing)) {
      things.push(written(tagged, at, end).toLowerCase());
      const isListed = words[end]?.part === 'C' || words[end]?.text === ',';
      const next = isListed ? (/^P?C|^P/.exec(tagged.shape.slice(end))?.[0].length ?? 0) : 0;
      at = end + next;
      if (next === 0) break;
    }
    const end = at;
    return things.length > 0 && isStricter(tagged, skipped(tagged, end))
      ? [{ verb: words[verb]?.lemma ?? '', things }]
      : [];
  });
}

/** The place of the verb behind a “must not” that is said to the application. */
function banAt(words: readonly Word[], place: number, word: Word): number | undefined {
  const before = words.slice(0, place);
  if (word.part === 'Z') {
    // “want the bot not to advise on visas”
    if (word.low === 'not' && words[place + 1]?.low === 'to' && application.test(before.at(-1)?.lemma ?? ''))
      return before.some(({ low }) => limits.test(low)) ? undefined : place + 2;
    const modal = before.at(-1)?.part === 'X' ? 1 : 0;
    if (modal === 0 && word.low !== 'never') return undefined;
    if (before.at(-1)?.lemma === 'be' || before.at(-1)?.lemma === 'have') return undefined;
    const verb = place + (words[place + 1]?.part === 'R' ? 2 : 1);
    return words[verb]?.lemma !== 'be' && isOfApplication(before.slice(0, before.length - modal))
      ? verb
      : undefined;
  }
  if (/^(?:refuse|decline)$/.test(word.lemma) && words[place + 1]?.low === 'to')
    return isOfApplication(before) ? place + 2 : undefined;
  // “gives no advice on wills”, “No advice on wills”
  if (word.low === 'no' && word.part === 'D') {
    const verb = before.at(-1);
    if (verb !== undefined && gives.test(verb.lemma))
      return isOfApplication(before.slice(0, -1)) ? place - 1 : undefined;
    return isStart(before) ? place : undefined;
  }
  return undefined;
}

const isStart = (before: readonly Word[]): boolean => before.every(({ part }) => part === 'P');

/** Nobody else stands before it in its clause, and no condition in its sentence. */
function isOfApplication(before: readonly Word[]): boolean {
  if (before.some(({ low, text }) => limits.test(low) || text === ':')) return false;
  const at = before.findLastIndex(({ part, low }) => part === 'P' || part === 'C' || low === 'so');
  const own = before.slice(at + 1).filter(({ part, low }) => part !== 'R' && low !== 'also');
  return own.every(
    ({ part, lemma, low }) =>
      part === 'D' ||
      part === 'X' ||
      application.test(lemma.toLowerCase()) ||
      application.test(low) ||
      low === 'ai',
  );
}

const isStricter = ({ text, words }: Tagged, end: number): boolean => {
  const rest = text.slice(words[end]?.start ?? text.length).trim();
  if (rest === '') return true;
  if (rest.startsWith("'")) return false;
  const bare = rest.replace(/^,? ?(?:and|or|nor) /, ', ').replace(/^[,;(—–-] ?(?:and|or|nor|but)? ?/, '');
  return (
    stricter.test(rest) &&
    !others.test(rest) &&
    !limits.test(/^\p{L}*/u.exec(bare.toLowerCase())?.[0] ?? '') &&
    !/\b(?:unless|except|only|without|until)\b/i.test(rest)
  );
};

/** Further things of a list: each is forbidden as well, and one is enough. */
function skipped(tagged: Tagged, from: number): number {
  const isListed = tagged.words[from]?.part === 'C' || tagged.words[from]?.text === ',';
  const next = isListed ? runAt(tagged, from, `(?:P?C|P)${thing}`) : undefined;
  return next === undefined ? from : skipped(tagged, next);
}
