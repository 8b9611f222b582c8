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

const numbered = /^(?:[A-Z]{1,5}[-_ ]?)?\d+(?:\.\d+)*[.):]?(?:\s+[—–-])?\s+/;

/** “R-02 No diagnosis” says “No diagnosis”; “14 days of notice” keeps its number. */
export const withoutNumber = (title: string): string =>
  title
    .trim()
    .replace(/^(?:[A-Z]{1,5}[-_ ]?\d+(?:\.\d+)*|\d+(?:\.\d+)*[.):])(?:\s+[—–-]|:)?\s+(?=\p{Lu})/u, '');

/** The title of a requirement where it names what its text is about, without number or mark. */
export const headingOf = (title: string): string =>
  title
    .trim()
    .replace(numbered, '')
    .replace(/\s+[—–-]\s.*$/, '')
    .replace(/[.!]+$/, '')
    .trim();

/** A title that is only the beginning of its text says nothing of its own. */
export const isBegun = (name: string, description: string | null): boolean => {
  const title = name.trim().replace(/(?:…|\.{3}|[.:;!?])+$/u, '');
  return title !== '' && (description ?? '').trim().startsWith(title);
};

/** Ways to forbid that say the same, said in one: “no guessing whether”, “under no circumstances say whether”. */
export const inPlainWords = (sentence: string): string =>
  sentence
    .replace(/\b(?:and )?under no circumstances\b(?: may it)?/iu, 'never')
    .replace(/\bmust refuse to\b/iu, 'must not')
    .replace(
      /^no (?:talk(?:ing)? about|discuss(?:ing|ion of)|debat(?:ing|e about)) /iu,
      'It must not discuss ',
    )
    .replace(/\brecommends? one ([\p{L} ]{3,40}?) over (?:the other|another)\b.*$/iu, 'recommend a $1.')
    .replace(
      /\b(?:mustn|shouldn|doesn|don|won|can)(?:['’]t|t)(?: \p{L}+)? ever\b|\bmust not ever\b|\bmust never,? ever\b/iu,
      'must never',
    );
