/** Languages that statistics hardly tell apart, each with the letters that stand in no word of it but a borrowed one. */
const families: readonly Readonly<Record<string, RegExp>>[] = [
  {
    // Of the hard sign Russian has need before a vowel alone; in Bulgarian it is a vowel itself.
    ru: /[іїєґўјљњђћџѓќѕ]|ъ(?![еёюя])/iu,
    uk: /[ыэёъўјљњђћџѓќѕ]/iu,
    be: /[иъщїєґјљњђћџѓќѕ]/iu,
    bg: /[ыэёіїєґўјљњђћџѓќѕ]/iu,
    sr: /[ыэёйъщьюяіїєґўѓќѕ]/iu,
    mk: /[ыэёйъщьюяіїєґўђћ]/iu,
  },
  { cs: /[ľĺŕôä]/iu, sk: /[ěřů]/iu },
];

/** Scores nearer than this tell nothing of two such languages. */
const leastLead = 0.005;

/**
 * Which of its close relatives a text is in, where the wanted language has some: by the words with letters that one has and
 * the other has not, and where those say nothing by the scores. Undefined where neither tells; null where it has no relatives.
 */
export function tellRelatives(
  text: string,
  expected: string,
  { language, scores }: { language: string; scores: Readonly<Record<string, number>> },
): string | null | undefined {
  const family = families.find((one) => expected in one && language in one);
  if (!family) return null;
  const words = text.match(/\p{L}+/gu) ?? [];
  const foreign = Object.entries(family).map(
    ([name, letters]) => [name, words.filter((word) => letters.test(word)).length] as const,
  );
  const least = Math.min(...foreign.map(([, count]) => count));
  const [first = '', second] = foreign
    .filter(([, count]) => count === least)
    .map(([name]) => name)
    .toSorted((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
  if (second === undefined) return first;
  const lead = (scores[first] ?? 0) - (scores[second] ?? 0);
  return lead > leastLead * (scores[first] ?? 0) ? first : undefined;
}
