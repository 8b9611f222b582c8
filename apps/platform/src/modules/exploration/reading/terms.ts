import { languageNames, languageOf } from './language.ts';
import { isStopWord, readOnce, sentencesOf, singular, wordsOf } from './words.ts';

export interface Term {
  readonly text: string;
  /** Texts it occurs in. */
  readonly spread: number;
  readonly weight: number;
}

const termsMax = 60;

/** What a set of texts speaks about: words and phrases, the most telling first. */
export function termsOf(texts: readonly string[], ignore: ReadonlySet<string> = new Set()): Term[] {
  const found = new Map<string, { text: string; counts: Map<string, number>; texts: Set<number> }>();
  texts.forEach((text, index) => {
    for (const phrase of phrasesOf(text)) {
      const key = phrase.map(singular).join(' ');
      if (ignore.has(key)) continue;
      const entry = found.get(key) ?? { text: key, counts: new Map(), texts: new Set() };
      const shown = phrase.join(' ');
      entry.counts.set(shown, (entry.counts.get(shown) ?? 0) + 1);
      entry.texts.add(index);
      found.set(key, entry);
    }
  });
  return [...found.entries()]
    .map(([key, { counts, texts: inTexts }]) => {
      const count = [...counts.values()].reduce((sum, one) => sum + one, 0);
      const words = key.split(' ').length;
      const shown = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? key;
      return { text: shown, spread: inTexts.size, weight: count * inTexts.size * (words > 1 ? 1.6 : 1) };
    })
    .filter(({ text, weight }) => weight > 1 && !/^\p{N}/u.test(text))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, termsMax);
}

/** A word of these is no matter by itself: “free of charge” speaks of no charge. */
const setPhrases =
  /\b(?:free[ -]of[ -]charge|(?:at no|without(?: any)?)(?: (?:extra|additional|further))? (?:charge|cost)s?|in charge(?: of)?|in advance|on behalf of|by the way|as a rule|in case of|at the moment)\b/giu;

/** “Hello Ingrid!” speaks to somebody, and of nothing. */
const greeted =
  /\b(?:Hello|Hi|Hey|Dear|Hallo|Bonjour|Hola|Good (?:morning|day|afternoon|evening)),? (?:\p{Lu}[\p{Ll}'-]+ ?){1,3}(?=[,!.–-])/gu;

/** Runs of up to three words without a word of grammar between them. */
function phrasesOf(text: string): string[][] {
  const phrases: string[][] = [];
  for (const piece of text
    .replaceAll(setPhrases, ',')
    .replaceAll(greeted, ',')
    .split(/[.,;:!?()[\]"“”\n/|]+/)) {
    let run: string[] = [];
    for (const word of [...wordsOf(piece), '']) {
      if (word !== '' && !isStopWord(word) && !/^\p{N}/u.test(word)) {
        run.push(word);
        continue;
      }
      for (const one of run) phrases.push([one]);
      if (run.length === 2 || run.length === 3) phrases.push(run);
      run = [];
    }
  }
  return phrases;
}

const enumeration =
  /(?:topics|areas|subjects|services|categories|products|kinds|types|include|includes|including|such as|like|are|about|(?:help|assist|deal|support)\w*(?: \w+)? with|cover|covers|zu|über|wie|themen|sur|sujets|concernant|sobre|temas|como|:)\s+((?:[^.;:!?\n,]{2,45},\s*){2,40}(?:(?:and|or|und|oder|et|ou|y|o)\s+)?[^.;:!?\n,]{2,60}|[^.;:!?\n,]{2,45},\s*[^.;:!?\n,]{2,45} (?:and|or|und|oder|et|ou|y|o) [^.;:!?\n,]{2,45})/gi;
const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+(.{2,160})$/gm;

/** What a text enumerates, in running text or as bullets, in its own order. */
export function enumeratedIn(text: string): string[] {
  const items: string[] = [];
  for (const [, list = ''] of text.matchAll(enumeration)) {
    const parts = list.split(/,\s*|\s+(?:and|or|und|oder|et|ou|y)\s+/);
    items.push(...parts);
  }
  for (const [, line = ''] of text.matchAll(bullet))
    items.push((line.split(/:\s|\s[–-]\s|\. /)[0] ?? '').replaceAll(/[*_`#]/g, ''));
  // German writes its nouns with a capital; elsewhere it is the beginning of a line.
  const keepsCase = languageOf(text) === 'de';
  return unique(
    items
      .map((item) => asTopic(item, keepsCase))
      .filter((item) => item !== undefined)
      .filter((item) => !isLanguage(item)),
  );
}

const doing =
  'track|tell|explain|answer|help|assist|show|give|find|book|cancel|change|redirect|check|order|make|manage|handle|offer|support|recommend|look up|describe|plan|reserve|renew|update|compare|search|arrange|advise|provide|deal|talk|report';
const leadIn = new RegExp(
  `^(?:(?:and|or|so|also|i|we|can|could|you|me|my|your|am|'m|here|to|will|happy|glad|able|please|ask|anything|everything|just|${doing})(?:ing)?\\s+|(?:about|with|on|for|up|out)\\s+)+`,
  'i',
);

/** What somebody says they do, one thing after the other: "I track parcels, tell prices, and explain returns". */
export function pursuitsIn(text: string): string[] {
  const keepsCase = languageOf(text) === 'de';
  const found = sentencesOf(text)
    .filter((sentence) => (sentence.match(/,/g) ?? []).length >= 2 && !sentence.endsWith('?'))
    .flatMap((sentence) =>
      sentence
        .replace(/^.*?:\s/, '')
        .replace(/[.!]+$/, '')
        .split(/,\s*|\s+(?:and|or)\s+/),
    )
    .map((item) => item.trim().replace(leadIn, ''))
    .filter(
      (item) =>
        !/^(?:in|them|it|that|this|these|those|hello|hi|what|how|if|who|which|when|where)\b/i.test(item) &&
        !isLanguage(item),
    )
    .map((item) => asTopic(item, keepsCase))
    .filter((item) => item !== undefined);
  return unique(found.filter((item) => item.split(' ').length <= 3 && isNoun(item)));
}

/** A topic as it stands in a sentence, which has a stop of its own. */
export const withoutStop = (topic: string): string => topic.replace(/[\s.;:,]+$/, '');

/** "Returns" and "compensation" are matters; "write" and "debug" are not. */
const isNoun = (item: string): boolean =>
  /(?:s|ing|tion|ment|ity|ance|ence|age|ship|ure|ism|ery|ory|ogue|ung|heit|keit)$/i.test(item) &&
  !/^(?:review|write|debug|learn|understand|improve|choose|run|get|use|read)\b/i.test(item);

const anyLanguage = new RegExp(`\\b(?:${Object.values(languageNames).join('|')})\\b`, 'i');
const isLanguage = (item: string): boolean => anyLanguage.test(item);

/** "and how life insurance works" is about life insurance; long remarks are no topics. */
function asTopic(item: string, keepsCase: boolean): string | undefined {
  const words = item
    .trim()
    .replace(
      /^(?:(?:and|or|und|oder|et|ou|y|der|die|das|le|la|les|el|los|las|also|the|a|an|any|all|your|our|my|how|what|about|is|are|include|including|like|questions about|such as)\s+)+/i,
      '',
    )
    .replace(/[.,;:!?]+$/, '')
    .split(/\s+/);
  if (words.length > 4) return undefined;
  const text = words.join(' ');
  const plain = wordsOf(text);
  if (plain.every(isStopWord) || text.length < 3) return undefined;
  if (/^(?:i|you|we|they|it|he|she|to|for|from|if|when|because|which|that|not|but|so)\b/i.test(text))
    return undefined;
  return !keepsCase && /^[A-Z][a-z]/.test(text) && !/\s[A-Z]/.test(text)
    ? text[0]?.toLowerCase() + text.slice(1)
    : text;
}

/** "we'll text", "logged", "rep-40216" and "working" are no subjects: a clause, what was done, a number, what one is busy with. */
export const namesSubject = (term: string): boolean =>
  !/(?:^|\s)\p{L}+['’](?:ll|re|ve|d|m|t)(?:\s|$)/iu.test(term) &&
  !/(?:^|\s)(?:\p{L}{1,6}[-#_]?)?\p{N}{3,}(?:\s|$)/u.test(term) &&
  !/^(?:\p{L}{2,}[^e\P{L}]ed|working|looking|going|coming|waiting|having|using|being|asking|calling|trying|getting|making|taking|running|bringing|telling|giving|seeing|writing)$/iu.test(
    term.trim(),
  );

export function unique(items: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const item of items) {
    const key = wordsOf(item).map(singular).join(' ');
    if (key !== '' && !seen.has(key)) seen.set(key, item.trim());
  }
  return [...seen.values()];
}

/** A target that says outright what it is about is believed before any counting. */
const statements: readonly RegExp[] = [
  /\b(?:answer|help(?: you)?|assist(?: you)?|deal)s?\b[^.]{0,30}\bquestions (?:about|on|regarding) ([\p{L}][\p{L} &-]{2,40}?)(?= in | at | for | from | with | within | and | or |[.;:!?]|,(?! ?[\p{L} -]{2,40}(?:,| and | or ))|$)/giu,
  /\b(?:a|an|the|your|our)(?: friendly| helpful| virtual| digital| personal| official)* ([\p{L}][\p{L}&-]*(?: [\p{L}&-]+)?) (?:assistant|chatbot|bot|advisor|adviser|helper|agent|tutor|guide|expert|coach)(?![\p{L}-])/giu,
  /\bonly (?:able to |here to )?(?:help|assist|answer|deal|talk|speak|know)[^.]{0,25}\b(?:with|about|on) ([\p{L}][\p{L} &-]{2,40}?)(?= in | at | for | from | with | within | and | or |[.,;:!?]|$)/giu,
  /\b(?:my (?:only )?(?:subject|field|topic|specialty|speciality|expertise|domain) is|i speciali[sz]e in|i(?:'m| am) (?:all )?about|expert in) ([\p{L}][\p{L} &-]{2,40}?)(?= and | or |[.,;:!?]|$)/giu,
  /(?<!\p{L})beantworte[nt]?(?!\p{L})[^.]{0,20}(?<!\p{L})fragen (?:zu|zum|zur|über|rund um)(?: den| die| das| dem| der)? ([\p{L}][\p{L} -]{2,40}?)(?= und | oder |[.;:!?]|,(?! ?[\p{L} -]{2,40}(?:,| und | oder ))|$)/giu,
  /(?<!\p{L})(?:assistent|assistentin|chatbot|helfer|berater) (?:der|des|für|von|rund um)(?: die| den| das)? ([\p{L}-]+)/giu,
  /(?<!\p{L})(?:réponds|répondre)(?!\p{L})[^.]{0,30}(?<!\p{L})questions (?:sur|concernant)(?: le| la| les)? (?:l')?([\p{L}][\p{L} -]{2,40}?)(?= et | ou |[.;:!?]|,(?! ?[\p{L} -]{2,40}(?:,| et | ou ))|$)/giu,
  /(?<!\p{L})assistante?(?: virtuel| virtuelle)? (?:de|du|des|pour)(?: la| le| les)? ([\p{L}-]+)/giu,
  /(?<!\p{L})(?:respondo|contesto|responder)(?!\p{L})[^.]{0,30}(?<!\p{L})preguntas (?:sobre|acerca de)(?: el| la| los| las)? ([\p{L}][\p{L} -]{2,40}?)(?= y | o |[.;:!?]|,(?! ?[\p{L} -]{2,40}(?:,| y | o ))|$)/giu,
  /(?<!\p{L})asistente(?: virtual| digital)? (?:de|del|para)(?: la| el| los| las)? ([\p{L}-]+)/giu,
];
const emptyDomains = new Set(
  'automated digital smart online chat helpful friendly virtual personal digital ai large language model customer support general purpose questions text'.split(
    ' ',
  ),
);

/**
 * An adjective alone, or the first half of a compound: “a multi-purpose coach” is a vehicle, and “a comfortable guide” is about
 * nothing. What has become the name of a field stays: “legal”, “e-commerce”.
 */
const isDescription = (subject: string): boolean =>
  !/\s/.test(subject) &&
  /^(?:(?:multi|all|single|double|dual|triple|two|three|four|full|half|high|low|long|short|semi|general|special|first|second|third|well|open|non|extra|ultra|super|mid|large|small|one)-[\p{L}-]+|[\p{L}-]+-(?:based|friendly|free|sized|class|style|like|\p{L}{2,}(?:ed|ing))|\p{L}{2,}(?:able|ible|ful|less)|multi(?:purpose|lingual)|new|old|big|small|large|little|good|great|best|fast|quick|modern|cheap|simple|private|public|regular|special|normal|safe|nice|kind|polite|dedicated|trusted|experienced|professional|certified)$/iu.test(
    subject,
  );

/** Subjects the target names as its own, with how often it did. */
export const statedDomains = readOnce((text: string): readonly string[] =>
  sentencesOf(text).flatMap((sentence) => {
    const subjects = statements.flatMap((pattern) =>
      [...sentence.matchAll(pattern)].map((match) => (match[1] ?? '').trim()),
    );
    if (subjects.length === 0) return [];
    const keepsCase = languageOf(sentence) === 'de';
    return subjects
      .map((subject) => (keepsCase ? subject : subject.toLowerCase()))
      .map((subject) => subject.replace(/^(?:an?|the|your|our|my|all|any|general)\s+/, ''))
      .filter((subject) => {
        const words = wordsOf(subject);
        return (
          words.length > 0 &&
          words.length <= 4 &&
          !isDescription(subject) &&
          !words.every((word) => isStopWord(word) || emptyDomains.has(word))
        );
      });
  }),
);

/** Says what kind of house it is only with what stands before it: "vet practice", "music school". */
const house =
  /^(?:practice|shop|store|clinic|school|centre|center|club|service|office|company|agency|studio|salon|workshop|garage|house|hall|firm|desk|market|park|surgery|academy|institute|association|society)$/i;

/** Of a practice, or a shop, alone nobody knows what it is about. */
export const isBareHouse = (subject: string): boolean => house.test(subject);

/** Such a word with what its texts put before it, the most usual first; names and words that only praise are no kind. */
export function namedInFull(subject: string, texts: readonly string[]): string {
  if (!house.test(subject)) return subject;
  const counts = new Map<string, number>();
  const before = new RegExp(`(?<![\\p{L}'’-])(\\p{Ll}[\\p{L}-]+) ${subject}s?(?![\\p{L}-])`, 'gu');
  for (const text of texts)
    for (const [, word = ''] of text.matchAll(before))
      if (
        !isStopWord(word) &&
        !isDescription(word) &&
        !/(?:ing|ed|ly)$/.test(word) &&
        !emptyDomains.has(word)
      )
        counts.set(word, (counts.get(word) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most === undefined ? subject : `${most[0]} ${subject}`;
}
