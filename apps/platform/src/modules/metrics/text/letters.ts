/** Letters and digits without what stands between them, and where each of them stood. */
export function lettersOf(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let letters = '';
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += letter;
    for (let unit = 0; unit < letter.length; unit += 1) places.push(index);
  }
  return { letters, places };
}

const digitWords = 'zero one two three four five six seven eight nine'.split(' ');
const digitWord = new RegExp(String.raw`(?<!\p{L})(?:${digitWords.join('|')})(?!\p{L})`, 'giu');
/** A word that is shorter is made up of the ends of others by chance. */
const leastSpelled = 6;

/** Whether a code or a longer word may stand in a text letter by letter: “4 7 1 1”, “four seven one one”, “V-I-O-L-E-T”. */
export function mayBeSpelled(text: string, wanted: string): boolean {
  const sought = lettersOf(wanted.toLowerCase()).letters;
  const isCode = /\d/.test(sought);
  if (sought.length < (isCode ? 3 : leastSpelled)) return false;
  const plain = text.toLowerCase();
  const told = isCode ? plain.replace(digitWord, (word) => String(digitWords.indexOf(word))) : plain;
  return lettersOf(told).letters.includes(sought);
}
