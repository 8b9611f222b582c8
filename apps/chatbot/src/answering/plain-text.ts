/** Lower case, without accents and punctuation, single spaces: what the patterns of dialogue are matched against. */
export function plainText(message: string): string {
  return message
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** How those who learn English, or hurry, spell the words every question has; no knowledge would teach them. */
const respellings: Readonly<Record<string, string>> = {
  wat: 'what',
  wot: 'what',
  waht: 'what',
  wut: 'what',
  wats: 'whats',
  hwo: 'how',
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
  thier: 'their',
  teh: 'the',
};

const respelled = new RegExp(String.raw`\b(?:${Object.keys(respellings).join('|')})\b`, 'gi');

export function respelt(text: string): string {
  return text.replaceAll(respelled, (word) => respellings[word.toLowerCase()] ?? word);
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

export function listed(items: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
}
