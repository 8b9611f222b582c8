/** Texts that say nearly the same are one test; what differs in a number or a negation never is. */
export function createDistinct(threshold = 0.9) {
  const kept: { readonly grams: ReadonlySet<string>; readonly marks: string }[] = [];
  return {
    /** False for what is as good as there already. */
    take(text: string): boolean {
      const folded = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
      const grams = gramsOf(folded);
      const marks = marksOf(folded);
      if (kept.some((one) => one.marks === marks && jaccard(one.grams, grams) >= threshold)) return false;
      kept.push({ grams, marks });
      return true;
    },
  };
}

const gramLength = 5;

function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at <= Math.max(0, text.length - gramLength); at += 1)
    grams.add(text.slice(at, at + gramLength));
  return grams;
}

function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  if (small.size < large.size * 0.5) return 0;
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  return shared / (left.size + right.size - shared);
}

const marksOf = (text: string): string =>
  [...text.matchAll(/\d+(?:[.,]\d+)*|\b(?:no|not|never|none|without|cannot|\w+n't)\b/g)]
    .map(([mark]) => mark)
    .toSorted()
    .join(' ');
