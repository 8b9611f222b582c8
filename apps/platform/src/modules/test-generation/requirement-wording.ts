/** Sentences of a description; an abbreviation or a number ends none. */
export const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(
      /(?<=[.!?])(?<!\b(?:i\.e|e\.g|etc|cf|max|min|approx|incl|no|vs|ext|tel|nr|art|fig)\.)\s+(?=[\p{L}\d"“])/iu,
    )
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A statement about the application or the talk with it tests its manners, and is no content that people ask about. */
export const speaksOfTalk = (text: string): boolean =>
  /\b(?:assistant|chat ?bot|bot|concierge|tutor|asking|asked|asks?|questions?|answers?|repl(?:y|ies)|responses?|messages?|conversations?|turns?|chat|prompts?|instructions|statements?|explanations?|emojis?|sentences?|words|jargon|first words|pupils? age)\b/i.test(
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
