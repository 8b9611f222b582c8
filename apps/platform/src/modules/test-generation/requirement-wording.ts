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

/** A statement about the application or the talk with it tests its manners, and is no content that people ask about. */
export const speaksOfTalk = (text: string): boolean =>
  /\b(?:assistant|chat ?bot|bot|concierge|tutor|asking|asked|asks?|questions?|answers?|repl(?:y|ies)|responses?|messages?|conversations?|turns?|chat|prompts?|instructions|statements?|explanations?|emojis?|sentences?|words|jargon|first words|pupils? age)\b/i.test(
    text,
  );

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

const common = new Set(
  'the and for you are not can may any our one who how why has was its out all get ask say let way use see too yes off own per two had but she her his him did does new now old day last ever try tell told about above after again against also another anything asked asks answer answers because been before being below best cannot chat could customer customers does doing done dont each else even ever every everybody everything first from gets give given gives going have having help here into just keep know last least less like made make many message more most much must name named need needs never next nothing only other others people person please question questions rule rules said same says shall should show some somebody someone something such take tell than that their them then there these they thing things this those through today together told until user users very want wants week well were what when where whether which while whom will with without work would write writes year your yours yesterday assistant client clients guest guests member members friend'.split(
    ' ',
  ),
);
/** What a text speaks of: the beginnings of its words, without those that stand in every text. */
export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
      .filter((word) => !common.has(word))
      .map((word) => word.slice(0, 5).replace(/(?<=^.{4})s$/, '')),
  );
