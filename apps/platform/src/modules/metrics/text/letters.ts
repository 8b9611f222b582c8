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
  if (sought.length < 3) return false;
  if (!isCode && sought.length < leastSpelled) return isSetApart(text, sought);
  const plain = text.toLowerCase();
  const told = isCode ? plain.replace(digitWord, (word) => String(digitWords.indexOf(word))) : plain;
  return lettersOf(told).letters.includes(sought);
}

/** Each letter stands alone: “b-l-u-e”, “R E D”. */
function isSetApart(text: string, letters: string): boolean {
  const told = lettersOf(text.toLowerCase());
  for (let at = told.letters.indexOf(letters); at !== -1; at = told.letters.indexOf(letters, at + 1)) {
    const inner = told.places.slice(at, at + letters.length);
    const first = inner[0] ?? 0;
    const last = inner.at(-1) ?? 0;
    const isSpread = inner.every((place, index) => {
      const before = inner[index - 1];
      return before === undefined || (place - before > 1 && place - before <= farthestApart);
    });
    const isBounded = told.places[at - 1] !== first - 1 && told.places[at + letters.length] !== last + 1;
    if (isSpread && isBounded) return true;
  }
  return false;
}
const farthestApart = 4;
