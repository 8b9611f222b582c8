import { stemsOf } from './stems.ts';

const all = String.raw`every(?:one|body|thing)?|any(?:one|body|thing)?|all|none|no ?one|nobody|nothing|each|alle[smnr]?|jede[smnr]?|niemand|nichts|kein\p{L}{0,2}|everywhere|anywhere|nowhere|always|never|any ?time|überall|immer|nirgend\p{L}*|partout|toujours|siempre|tous|toutes?|tout|chacune?|personne|rien|aucune?|todos?|todas?|nadie|nada|ningun[oa]?|cualquiera`;
const but = String.raw`but|except(?:ing)?|save|bar(?:ring)?|other than|apart from|aside from|excluding|besides|außer|bis auf|ausgenommen|mit ausnahme|sauf|hormis|excepté|à part|excepto|salvo|menos`;
const allBut = new RegExp(String.raw`(?<!\p{L})(?:${all})(?:\s\p{L}+){0,3}\s(?:${but})(?!\p{L})`, 'iu');

/** “Everyone but Goethe” is everyone else. */
export const saysAllBut = (expected: string, output: string): boolean =>
  allBut.test(output.slice(0, readMost)) && !allBut.test(expected);
const readMost = 48_000;

const excepting = new RegExp(
  String.raw`(?<!\p{L})(?:except(?:ing|ed)?(?: for)?|with the exception of|with an exception for|apart from|aside from|other than|but not|excluding|save for|barring|außer|ausgenommen|mit ausnahme von|bis auf|sauf|excepté|hormis|à l['’]exception de|à part|excepto|salvo|menos)\s+([^.,;:!?()]{1,80})`,
  'giu',
);

/** What holds for all, or of a thing as a whole, does not hold where a part of it is excepted. */
const ofWhole =
  /(?<!\p{L})(?:all|every\p{L}*|any(?:one|body|thing)|each|always|whole|entire(?:ly)?|fully|completely|alle[smnr]?|jede[smnr]?|immer|ganz\p{L}*|tous|toutes?|tout|toujours|todos?|todas?|siempre)(?!\p{L})/iu;
/** What the question calls “it” or “my data” has parts, which no word of the question names. */
const ofOneThing =
  /(?<!\p{L})(?:it|this|that|they|es|das|dies\p{L}*|cela|ça|eso|esto|my|our|mein\p{L}*|unser\p{L}*)(?!\p{L})/iu;
/** Of some people, and on some days, an exception may be the case that is asked about. */
const ofCase =
  /(?<!\p{L})(?:\p{L}*days?|\p{L}*tags?|\p{L}*tage|weekends?|holidays?|christmas|easter|weihnachten|ostern|ferien|students?|members?|women|men|children|kids|adults?|seniors?|guests?|customers?|residents?|people|employees|staff|patients?|studierende\p{L}*|studenten|mitglieder\p{L}*|frauen|männer\p{L}*|kinder\p{L}*|gäste\p{L}*|kunden|you|me|sie|dich|during|while|in|at|on|when|if|während|im|bei|wenn)(?!\p{L})/iu;

/**
 * What a yes or no excepts, where that may be what was asked for: all its words are of the question, or the question is of all of it. Of
 * a kind of what is asked for, as guide dogs are of dogs, the rule stays as it is.
 */
export function exceptedAsAsked(input: string, expected: string, output: string): string | undefined {
  if (input.trim() === '' || [...expected.matchAll(excepting)].length > 0) return undefined;
  const asked = stemsOf(input);
  const isOfOne = ofOneThing.test(input) && yesOrNo.test(expected);
  const isAsked = (stem: string): boolean => asked.some((one) => isOneWord(one, stem));
  return [...output.slice(0, readMost).matchAll(excepting)]
    .map(([, kind = '']) => kind.trim())
    .find((kind) => {
      const own = stemsOf(kind);
      if (ofCase.test(kind) || ofWhole.test(input)) return true;
      const isOfOther = own.length > 0 && !own.some(isAsked);
      return (own.length > 0 && own.every(isAsked)) || (isOfOther && isOfOne);
    });
}

const yesOrNo = /^\W*(?:yes|no|ja|nein|oui|non|sí|si)(?=[\s.,:;!–—-]*$|\s?[.,:;!–—-])/iu;

/** “Sonntags” and “Sonntage”, “shoe” and “shoes”. */
const isOneWord = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && long.length - short.length <= 2 && short.length >= 3;
};
