/**
 * A name as it is compared wherever names are unique or looked up: without regard to case, to the way letters are
 * encoded, and to blanks around and between words. Upper case, since only that makes one of ß and ss, of σ and ς.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
