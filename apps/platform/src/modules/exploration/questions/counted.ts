/** Names with an s at their end that stand for one thing already, and are not counted. */
const uncounted =
  /^(?:rabies|scabies|measles|mumps|diabetes|news|gas|christmas|gymnastics|aerobics|athletics|pilates|tennis|physics|mathematics|maths|economics|electronics|genetics|logistics|chess)$/i;
/** One of them and many of them are called the same. */
const unchanged = /^(?:series|species|means|crossroads|headquarters|chassis)$/i;
/** Things of two halves. */
const pairs =
  /^(?:glasses|eyeglasses|sunglasses|spectacles|goggles|scissors|trousers|pants|jeans|shorts|tights|pyjamas|pajamas|leggings|binoculars|headphones|earphones|pliers|tweezers)$/i;
/** "Movies" have an e of their own, and "companies" have none. */
const keepsE =
  /^(?:.*(?:mov|cook|brown|smooth|hood|calor|zomb|self|bird|coll|rook)ies|[a-z]ies|(?:head|tooth|stomach|back|ear)?aches|caches|niches|quiches|brioches)$/i;
const keepsS =
  /^(?:(?:mini)?bus|gas|lens|atlas|canvas|bias|alias)$|(?:ss|(?<!\b(?:men|em))us|(?<!tax|sk|kiw|ikin|lam|anin|cchin)is)$/i;

function singularOf(word: string): string {
  if (uncounted.test(word) || unchanged.test(word) || keepsS.test(word) || !/[a-z]s$/i.test(word))
    return word;
  if (keepsE.test(word)) return word.slice(0, -1);
  if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/i.test(word) || keepsS.test(word.slice(0, -2))) return word.slice(0, -2);
  return word.slice(0, -1);
}

function pluralOf(word: string): string {
  if (uncounted.test(word) || unchanged.test(word) || pairs.test(word)) return word;
  if (singularOf(word) !== word) return word;
  if (/(?:s|x|z|ch|sh)$/i.test(word)) return `${word}es`;
  return /[^aeiou]y$/i.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** The word that says what it is, with what stands before and behind it: "glasses" in "two glasses of wine". */
const parts = (thing: string): readonly [before: string, word: string, behind: string] => {
  const [, before = '', word = thing, behind = ''] =
    /^(.*?)([^\s]+)((?: (?:of|for|with|without|from|in|on|to|per|after|before|during|under|over) .*)?)$/is.exec(
      thing,
    ) ?? [];
  return [before, word, behind];
};

/** "Rabies" cannot be had twice. */
export const isCounted = (thing: string): boolean => !uncounted.test(parts(thing)[1]);

const isPair = (word: string, behind: string): boolean => pairs.test(word) && !behind.startsWith(' of ');

/** "One dog", "one pair of glasses"; what is not counted stands by itself. */
export function oneOf(thing: string): string {
  const [before, word, behind] = parts(thing);
  if (uncounted.test(word)) return thing;
  return isPair(word, behind) ? `one pair of ${thing}` : `one ${before}${singularOf(word)}${behind}`;
}

/** "Dogs", "pairs of glasses". */
export function manyOf(thing: string): string {
  const [before, word, behind] = parts(thing);
  return isPair(word, behind) ? `pairs of ${thing}` : `${before}${pluralOf(word)}${behind}`;
}

/** "3 dogs", "3 pairs of glasses". */
export const severalOf = (count: number, thing: string): string => `${count} ${manyOf(thing)}`;

/** Spelt with a vowel and spoken without one, or the other way round. */
const spokenOtherwise = /^(?:uni|use|usu|uti|ufo|ukul|eu|one\b|once)/i;
const silent = /^(?:hour|honest|honou?r|heir)/i;

/** "A dog", "an order"; many of them, and what is not counted, stand without. */
export function withArticle(thing: string): string {
  const [, word, behind] = parts(thing);
  if (uncounted.test(word) || isPair(word, behind) || singularOf(word) !== word) return thing;
  return `${silent.test(thing) || (/^[aeiou]/i.test(thing) && !spokenOtherwise.test(thing)) ? 'an' : 'a'} ${thing}`;
}
