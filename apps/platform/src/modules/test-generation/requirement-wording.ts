/** Sentences of a description; an abbreviation or a number ends none. */
export const sentencesIn = (text: string): string[] =>
  text
    // A run of blanks is one before anything is looked for around it: each of thousands would be tried as its beginning.
    .replaceAll(/\s+/g, (run) => (run.includes('\n') ? '\n' : ' '))
    // A point of a list says something of its own.
    .replaceAll(/(?<![.!?:;,])\n(?:[-*•]|\d{1,2}[.)])\s/g, '. ')
    .replaceAll(/\n(?:(?:[-*•]|\d{1,2}[.)])\s)?/g, ' ')
    .split(
      /(?<=[.!?])(?<!\b(?:i\.e|e\.g|etc|cf|max|min|approx|incl|no|vs|ext|tel|nr|art|fig)\.)\s+(?=[\p{L}\d"“])/iu,
    )
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** How something is written or shown: that is seen in an answer, and asked for by nobody. */
export const speaksOfForm = (text: string): boolean =>
  /\b(?:is|are|be) (?:\p{L}+ly |always |never |not )?(?:shown|written|given|displayed|format\w*|stated|quoted|mentioned|addressed|answered|spelled|presented|treated|named|rounded|listed|worded|phrased)\b|\b(?:code blocks?|markdown|bold|italics?|bullet points?|headings?|decimal places?|lower ?case|upper ?case)\b/iu.test(
    text,
  );

/** The title of a requirement where it names what its text is about, without number or mark. */
export const headingOf = (title: string): string =>
  title
    .trim()
    .replace(/^(?:[A-Z]{1,5}[-_ ]?)?\d+(?:\.\d+)*[.):]?(?:\s+[—–-])?\s+/, '')
    .replace(/\s+[—–-]\s.*$/, '')
    .replace(/[.!]+$/, '')
    .trim();
