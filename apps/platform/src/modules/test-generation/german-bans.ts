const forbids =
  /(?<!\p{L})(?:nicht|kein\p{L}*|nie|niemals|weder|verweigert|lehnt|verboten|untersagt)(?!\p{L})/iu;

/** What an assistant does with words: it tells, advises, compares, promises. */
const telling =
  /berat|berät|auskunft|auskünft|ratschl|diagnos|empfehl|empfiehl|empfohl|vergleich|vergl[ei]ch|meinung|stellungnahme|aussage|äußer|spr[eai]ch|spricht|sproch|disku|erklär|kommentier|bewert|beurteil|interpretier|deute|beantwort|antwort|erwähn|verr[aä]t|preisg|offenleg|offengelegt|weiterg|herausg|mitteil|mitgeteilt|bekannt|zusag|zugesagt|versproch|gewähr|einräum|eingeräumt|anbiet|angebot|bietet|verhandel|zeig|wiederhol|vorles|zitier|leiste|stell(?:t|en) (?:keine|sich)|(?<!\p{L})(?:g[ei]bt|geben|gegeben|nenn\p{L}*|genannt|sag\p{L}*|gesagt|red\p{L}*|geredet|rat|rät|raten|erteil\p{L}*|schreib\p{L}*|lehnt|verweigert|teilt|teilen)(?!\p{L})/iu;

/** “Keine Rabatte” names what is not to be had, and no thing that something else is not done with. */
const heading = /^(?:grundsätzlich |generell |absolut )?kein/iu;
const predicate =
  /(?<!\p{L})(?:ist|sind|wird|werden|kann|können|darf|dürfen|soll|sollen|muss|müssen|hat|haben|gilt|gelten)(?!\p{L})/iu;

/**
 * Whether a rule forbids to tell or to grant what a field is about. “Medikamente werden nicht zurückgenommen” has a noun of the field and a “nicht”,
 * and bans no advice; “Rabatte auf Bücher” are not all discounts.
 */
export function isBanOfTelling(sentences: readonly string[], about: RegExp, text: string): boolean {
  const holding = sentences.filter((sentence) => about.test(sentence) && forbids.test(sentence));
  return (holding.length > 0 ? holding : [text]).some(
    (sentence) =>
      !isOfSome(sentence, about) &&
      (telling.test(sentence) || (heading.test(sentence.trim()) && !predicate.test(sentence))),
  );
}

const isOfSome = (sentence: string, about: RegExp): boolean => {
  const found = about.exec(sentence);
  return found !== null && /^\p{L}* auf \p{Lu}/u.test(sentence.slice(found.index + found[0].length));
};
