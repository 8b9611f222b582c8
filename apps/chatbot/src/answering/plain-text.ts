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

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

export function listed(items: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;
}
