/** How those who learn English, or hurry, spell the words every question has; no knowledge would teach them. */
const respellings: Readonly<Record<string, string>> = {
  wat: 'what',
  wot: 'what',
  waht: 'what',
  wut: 'what',
  wats: 'whats',
  hwo: 'how',
  wen: 'when',
  wich: 'which',
  whitch: 'which',
  mutch: 'much',
  moch: 'much',
  exampel: 'example',
  exemple: 'example',
  pls: 'please',
  plz: 'please',
  bcoz: 'because',
  becos: 'because',
  becouse: 'because',
  cuz: 'because',
  thier: 'their',
  teh: 'the',
  hw: 'how',
  wht: 'what',
  thnaks: 'thanks',
  thansk: 'thanks',
  thankyou: 'thank you',
  tnx: 'thanks',
  insurace: 'insurance',
  doz: 'does',
  dos: 'does',
  lief: 'life',
  leif: 'life',
  cra: 'car',
  hous: 'house',
  hav: 'have',
  shud: 'should',
  cud: 'could',
  wud: 'would',
  ppl: 'people',
};

const respelled = new RegExp(String.raw`\b(?:${Object.keys(respellings).join('|')})\b`, 'gi');

/** Words that are right in themselves and wrong where they stand. */
const outOfPlace: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\b((?:file|filed|filing|make|made|making|submit|submitted|start|open|deny|denied|my|the|a|this|insurance|car|home) )clam(s?)\b/gi,
    '$1claim$2',
  ],
  [
    /\bdose (?=(?:my|it|the|this|that|a|an|your|insurance|renters|health|car|home|pet|travel|life|auto|medicare)\b)/gi,
    'does ',
  ],
];

/** Words so frequent in questions that a short word next to one stands for it. */
const frequent =
  `what when where which how much many long does need cover covers covered claim life home house auto car cost costs
  price pay pays paid money have with from they this that policy after before about should could would will want help
  file month year rent health pet dog travel trip limit loss fire theft flood damage`.split(/\s+/);

const shortest = 3;

const longest = 6;

/** Puts frequent words right that were written in a hurry; `isWord` tells what is a word of the language as it stands. */
export function respelt(text: string, isWord: (word: string) => boolean = () => true): string {
  let mended = text.replaceAll(respelled, (word) => respellings[word.toLowerCase()] ?? word);
  for (const [wrong, right] of outOfPlace) mended = mended.replaceAll(wrong, right);
  return mended.replaceAll(/\b[a-z]+\b/g, (word) =>
    word.length < shortest || word.length > longest || isWord(word) ? word : (meantBy(word) ?? word),
  );
}

/** The frequent word with the same letters, two neighbours of which changed places. */
function meantBy(word: string): string | undefined {
  for (let at = 0; at + 1 < word.length; at++) {
    const swapped = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
    if (frequent.includes(swapped)) return swapped;
  }
  return undefined;
}
