import {
  amountsIn,
  holdsValue,
  isInAnyAnswer,
  isOwnQuestion,
  ofAmount,
  ofRule,
  standsAlone,
  type SentenceTest,
  valueOf,
} from './sentence-tests.ts';
import { runAt, small, thing as oneThing } from './phrases.ts';
import { isUncounted, underHeading } from './subject.ts';
import { askedByReader } from './reader-questions.ts';
import { payerQuestion } from './sentence-questions.ts';
import { needsContext } from './context.ts';
import type { Tagger } from './tagger.ts';

const mostPerPassage = 10;

/** Definitions, amounts, rules, and questions that the passage answers itself; what it does not say is not asked. */
export function planPassage(
  tagger: Tagger,
  { text, heading, source_title: title = '' }: Passage,
): SentenceTest[] {
  // The number of a section is no part of its name.
  const about =
    heading
      ?.trim()
      .replace(/^#+ */, '')
      .replace(/^\d+(?:\.\d+)*[.)]?\s+(?=\p{L})/u, '') ?? '';
  const ofSentences = blocksOf(text).flatMap((written) => {
    const { label, isOfOne, block } = ofRunIn(tagger, written);
    const matter = label ?? about;
    const sentences = sentencesOf(block);
    // “Schools: £11.50 a pupil. Reservations are held for 21 days.”: all of it is said of schools.
    const read =
      isOfOne || /^\p{Lu}[^.:!?]{1,40}: /u.test(sentences[0] ?? '') ? sentences.slice(0, 1) : sentences;
    return read.flatMap((sentence, place) =>
      ofSentence(
        tagger,
        sentence,
        sentences.slice(place + 1),
        matter,
        `${label ?? ''} ${about} ${title}`,
      ).map((test): Placed => ({ ...test, matter, isRunIn: label !== undefined })),
    );
  });
  const all = [
    ...spread(ofSentences.filter((test) => !hasOtherAmount(test, text) && !isOneOfSeveral(test, text))),
    ...ofTable(text).map((test): Placed => ({ ...test, matter: about, isRunIn: false })),
  ];
  // A heading is read once for all that stands below it.
  const headings = new Map<string, ReturnType<typeof underHeading>>();
  const under = ({ matter, isRunIn }: Placed): ReturnType<typeof underHeading> => {
    const key = `${isRunIn} ${matter}`;
    const read = headings.get(key) ?? underHeading(tagger, matter === title ? '' : matter, isRunIn);
    headings.set(key, read);
    return read;
  };
  return all
    .flatMap((placed): SentenceTest[] => {
      const { matter: _matter, isRunIn: _isRunIn, ...test } = placed;
      return under(placed)<SentenceTest>(test);
    })
    .slice(0, mostPerPassage)
    .map(asAsked);
}

/** A test, and the words below which its sentence stands. */
interface Placed extends SentenceTest {
  readonly matter: string;
  readonly isRunIn: boolean;
}

/** “**Leak allowance.** Metered customers …”: what a paragraph begins with in bold is a heading of its own. */
function ofRunIn(
  tagger: Tagger,
  block: string,
): {
  readonly label?: string;
  /** Behind a colon, only the first sentence surely belongs to it. */
  readonly isOfOne: boolean;
  readonly block: string;
} {
  const [found = '', label] =
    /^(?:\*\*|__)(\p{Lu}[^*_.:!?]{2,60})[.:]?(?:\*\*|__)[.:]?\s+(?=\S)/u.exec(block) ?? [];
  // “1. Berths. Visitors report …”: so do numbered rules.
  const [plain = '', named = ''] =
    label === undefined ? (/^(\p{Lu}[\p{L}’' -]{2,40})\.\s+(?=\p{Lu})/u.exec(block) ?? []) : [];
  const name = plain === '' ? undefined : tagger(named);
  if (
    name !== undefined &&
    name.words.length <= 5 &&
    runAt(name, 0, `(?:${oneThing}(?:C${oneThing})?|V(?:C(?:${oneThing}|V))?)`) === name.words.length
  )
    return { label: named, isOfOne: false, block: block.slice(plain.length) };
  const isOfOne = found.includes(':');
  // “**Lockers** cost 2 euros” goes on with the sentence.
  const isHeading =
    label !== undefined && (isOfOne || found.includes('.') || /^\p{Lu}/u.test(block.slice(found.length)));
  return isHeading ? { label, isOfOne, block: block.slice(found.length) } : { isOfOne: false, block };
}

/** “Carriage is £12.50 …”, and elsewhere “carriage is £24”: what is asked for in two words has two answers. */
function hasOtherAmount({ prompt, category, expected, values }: SentenceTest, text: string): boolean {
  const value = values?.[0];
  if (category !== 'Detail' || value === undefined || values?.length !== 1) return false;
  const words = (prompt.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !asking.test(word));
  if (words.length > 2) return false;
  const kind = value.replaceAll(/[\d.,\s]/g, '').toLowerCase();
  return blocksOf(text)
    .flatMap(sentencesOf)
    .some((sentence) => {
      if (sentence === expected) return false;
      const low = sentence.toLowerCase();
      return (
        words.every((word) => low.includes(word.replace(/s$/, ''))) &&
        amountsIn(sentence).some(
          (other) => other !== value && other.replaceAll(/[\d.,\s]/g, '').toLowerCase() === kind,
        )
      );
    });
}
const asking =
  /^(?:much|many|long|does|what|when|within|cost|costs|take|takes|last|lasts|have|your|open|most|least|which)$/;

/** “How long is a block valid?”, where the text speaks of a block of five and a block of eight. */
function isOneOfSeveral({ prompt }: SentenceTest, text: string): boolean {
  const [, noun] =
    /^(?:how (?:long|much|many \p{L}+)|when|what) (?:is|does|do|can) an? (\p{L}{4,}) \p{L}/iu.exec(prompt) ??
    [];
  if (noun === undefined) return false;
  const kinds = text.match(new RegExp(String.raw`\b${noun}s? of (?:\d+|\p{L}+)`, 'giu')) ?? [];
  return new Set(kinds.map((kind) => kind.toLowerCase())).size > 1;
}

/** “After your last visit” is said to who reads it, and who asks says “my”; beside “our” it is not surely told apart. */
const asWhoAsks = <Asked extends SentenceTest>(asked: Asked, sentence: string): Asked | undefined =>
  // “Within 30 days of you finding out” would have to say “my”.
  /\byou\b/i.test(sentence) && /\byou\b/i.test(asked.prompt)
    ? undefined
    : !/\byours?\b/i.test(sentence)
      ? asked
      : /\bour\b/i.test(sentence)
        ? undefined
        : { ...asked, prompt: asked.prompt.replaceAll(/\byour\b/g, 'my') };

/** What somebody has read or heard stands there as the document has it. */
const areHeard = /^(?:False premise|Choice)$/;

/** Who asks says “your” of what the document calls “our”; what was read is quoted as it stands. */
const asAsked = (test: SentenceTest): SentenceTest =>
  areHeard.test(test.category)
    ? test
    : {
        ...test,
        prompt: test.prompt.replaceAll(/\b(?:our|us)\b/g, (word) => (word === 'us' ? 'you' : 'your')),
      };

interface Passage {
  readonly text: string;
  readonly heading: string | null;
  readonly source_title?: string;
}

/** What was changed or turned round comes after what is asked plainly, but not so late that nothing of it is left. */
function spread<Of extends SentenceTest>(tests: readonly Of[]): Of[] {
  const isTwisted = ({ category }: SentenceTest): boolean => areHeard.test(category);
  const plain = tests.filter((test) => !isTwisted(test));
  // Each fact once, before one of them is told a second time.
  const twisted = [
    ...tests.filter(({ category }) => category === 'False premise'),
    ...tests.filter(({ category }) => category === 'Choice'),
  ].slice(0, 6);
  return [
    ...plain.slice(0, mostPerPassage - twisted.length),
    ...twisted,
    ...plain.slice(mostPerPassage - twisted.length),
  ];
}

/** Paragraphs and points of lists, each by itself: a heading or the next point is no part of a sentence. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open = false;
  for (const line of text.split(/\r?\n/)) {
    const bare = line.trim().replace(/^>+\s*/, '');
    const point = /^(?:[-*•+]|\d{1,3}[.)])\s+(.*)$/.exec(bare);
    if (bare === '' || bare.startsWith('#') || bare.startsWith('|') || bare.startsWith('```')) open = false;
    else if (point?.[1]) {
      blocks.push(point[1]);
      open = true;
    } else if (open && !(isTitle(blocks.at(-1) ?? '') && /^\p{Lu}/u.test(bare)))
      blocks.push(`${blocks.pop() ?? ''} ${bare}`);
    else {
      blocks.push(bare);
      open = true;
    }
  }
  return blocks.filter((block) => !isOwnData(block));
}

/** “1. Booking” is a heading, and no beginning of the sentence below it. */
const isTitle = (block: string): boolean => block.length <= 50 && /[\p{L}\d)]$/u.test(block);

const sentencesOf = (block: string): string[] =>
  block
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^(?:\d+(?:\.\d+)+\.?|§+ ?\d+\S*|\(\d+\))\s+/, '')
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{Sc}\d"“])/u)
    .map((one) => one.trim().replace(/^[QA]: /, ''))
    .filter((one) => one !== '');

/** A line of a file's own data says who wrote it and when, and is no statement. */
const isOwnData = (block: string): boolean =>
  / [·|] /.test(block) || (block.match(/\*{0,2}\p{Lu}[\p{L} ]{2,24}:\*{0,2}\s/gu) ?? []).length > 1;

/** What a heading names, where it names nothing else: “parcels”, “late check-out”. */
function thingOf(tagger: Tagger, heading: string): string | undefined {
  const tagged = tagger(heading.slice(0, 120));
  const isThing = runAt(tagged, 0, `(?:${oneThing}|V${oneThing}?)`) === tagged.words.length;
  const last = tagged.words.at(-1);
  return isThing &&
    tagged.words.length <= 5 &&
    last !== undefined &&
    (last.isMany || isUncounted(last.low) || /(?:al|graphy)$/.test(last.low))
    ? small(heading)
    : undefined;
}

function ofSentence(
  tagger: Tagger,
  written: string,
  behind: readonly string[],
  about: string,
  around: string,
): SentenceTest[] {
  if (written.endsWith('?')) {
    if (isOwnQuestion(written)) {
      const question = isAskedByPeople(written) ? askedByReader(written) : undefined;
      if (question === undefined) return [];
      if (!isOfAnything(tagger, question)) return answeredBy(question, behind);
      // “Do I get money back?” below “Faults” is asked of them.
      const matter = thingOf(tagger, about);
      return matter === undefined ? [] : answeredBy(`I have a question about ${matter}. ${question}`, behind);
    }
    // “How long does it take?” below “Delivery” is asked of the delivery.
    const thing =
      /^how (?:long|much|often|far)\b.*\bit\b|\bit cost\b|^what (?:if|happens (?:if|when)) it\b/i.test(
        written,
      )
        ? thingOf(tagger, about)
        : undefined;
    return thing === undefined ? [] : answeredBy(`I have a question about ${thing}. ${written}`, behind);
  }
  const sentence = written
    .replace(
      /^(?:(?:in short|note|tip|important|warning|safety|caution|please note)(?: that)?:?|(?:exceptions?|remember|attention|reminder|hint|info|good to know|also|new|by the way|example):) (?=[\p{L}\d])/iu,
      '',
    )
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  if (
    sentence.length < 20 ||
    sentence.length > 400 ||
    !/[.!]$/.test(sentence) ||
    !standsAlone(sentence, around) ||
    needsContext(tagger(sentence), around)
  )
    return [];
  const definition =
    /^((?:An? |The )?[\p{L}\d][\p{L}\d -]{2,60}?) (is|are) (?!not\b)((?:an?|the|all|any|our|one)\b.+)$/iu.exec(
      sentence,
    );
  if (definition?.[1] && isDefined(definition[1], definition[3] ?? ''))
    return [
      {
        prompt: `What ${definition[2]?.toLowerCase() === 'are' ? 'are' : 'is'} ${lowerArticle(definition[1])}?`,
        expected: sentence,
        category: 'Definition',
        why: 'The document defines this.',
      },
    ];
  const { asked: put, told, both } = ofAmount(sentence, about, around);
  const asked =
    put === undefined || isVague.test(sentence) || isOfDamage.test(put.prompt)
      ? undefined
      : asWhoAsks(put, sentence);
  // An amount is tested twice: asked for and told wrongly, or else told wrongly and beside the true one.
  const heard = isStatement(tagger, sentence) ? [told, asked ?? both] : [asked];
  return told === undefined && asked === undefined
    ? ofRule(sentence)
    : heard.filter((one) => one !== undefined);
}

/**
 * What somebody may have read: it has its verb before what is said by the way (“Data for 90 days, after which it is erased” has
 * none), and says of what (“Hire is possible” does not).
 */
function isStatement(tagger: Tagger, sentence: string): boolean {
  const { shape, words } = tagger(sentence);
  const aside = shape.slice(1).search(/[WS]/);
  // “For patients who cannot leave home, within 12 km.” has its only verb in what is said by the way.
  const main =
    aside === -1 ? shape : /^[SI]/.test(shape) ? shape.replaceAll(/W[^P]*/g, '') : shape.slice(0, aside + 1);
  const isBare =
    words[0]?.part === 'N' && !words[0].isMany && words[0].text.length > 2 && words[1]?.part === 'X';
  return (
    /[XV]/.test(main.slice(1)) &&
    !isBare &&
    // What introduces a list, or quotes something itself, nobody quotes.
    !/[:“”"]/.test(sentence) &&
    // What a house says of itself, nobody doubts, and of a charge that is not made nobody asks the amount.
    !/^(?:we|our \p{L}+) (?:are|is) an? /iu.test(sentence) &&
    !/\b(?:is|are) not (?:made|charged|due|payable|taken|applied|levied)\b/i.test(sentence) &&
    !isVague.test(sentence) &&
    // “Orders over €40 are free” leaves out that their delivery is.
    !/^(?:orders?|purchases?) (?:over|above|from|of)\b[^.]*\bfree\b/i.test(sentence) &&
    !/^(?:run|turn|put|keep|let|wait|hold|bring|leave|send|call|ring|go|take|use|pay|fill|press|check) (?:the|a|an|your|it|for|at|in|on|out|off|up|to)\b/i.test(
      sentence,
    ) &&
    // “For faiths which require burial within 24 hours, …” tells its figure of others, and by the way.
    !/^(?:for|with|in|of|among) [^,]*\b(?:which|who|that|whose)\b[^,]*\d[^,]*,/i.test(sentence) &&
    !leansBack.test(sentence) &&
    !isOfCase(sentence, shape) &&
    !hasAside(sentence) &&
    !/\b(?:any|some|every)(?:thing|one|body)\b/i.test(sentence)
  );
}

/** “Confetti costs €300 for cleaning” is no price of confetti. */
const isOfDamage = /^How much (?:does|do) .* cost for \p{L}+ing\?$/u;

/** “We keep things for 21 days”, “an excess of up to £100 can apply”, “guests get 45 minutes”: of what is left to the heading. */
const isVague =
  /^(?:results|replies|answers|decisions|offers) (?:are|is|come|take|arrive)\b|\bthings\b|\b(?:can|may|might|will) apply\b|\bappl(?:y|ies)\.|\b(?:have|has|get|gets|give|gives)(?: you)? (?:only |up to |at least )?\d+ (?:minutes|hours|days|weeks|months|years)\b(?! (?:of|to|from|for|notice|in)\b)/i;

/** “If you have sole custody, bring …”, “Above €150 we send …”: of what, only somebody or something of its own behind it says. */
function isOfCase(sentence: string, shape: string): boolean {
  if (/^(?:above|below|over|under|beyond|up to|from|more than|less than) [€$£]?\d/i.test(sentence))
    return true;
  if (!/^(?:if|when|whenever|once|where|unless|should)\b/i.test(sentence)) return false;
  const main = shape.indexOf('P');
  return main === -1 || !/^P(?:D|J|M)*N/.test(shape.slice(main));
}

/** “On all other evenings”, “No charge is due if”: which others, and what for, stands before. */
const leansBack =
  /^no \p{L}+ (?:is|are)\b|\bthe [€$£]\d|\bstill (?!available\b|open\b)\p{L}+ed\b|\bfor the \p{L}+[.!]?$|\b(?:all|any|every|the|most|in|on|for) other\b/iu;
/** What is added in brackets, nobody says aloud, least of all with figures; an amount alone may stand there. */
const hasAside = (sentence: string): boolean =>
  [...sentence.matchAll(/\(([^()]*)\)/g)].some(
    ([, aside = '']) =>
      aside.split(' ').length > 4 || (/\d/.test(aside) && /^\D*\p{L}{2,}\D*\d/u.test(aside)),
  );

/** What somebody may ask for by its name; when something is, is no definition of it. */
const isDefined = (subject: string, told: string): boolean =>
  // “The left wing” and “the upper car park” are places, and nobody asks what they are.
  !/^the \S+ \S/i.test(subject) &&
  !/^(?:there|you|what|which|who|one|two|three|four|five|six|both|all|some|many|most|several)\b|\d|\b(?:first|second|third|last|next|only|other|same)\b/i.test(
    subject,
  ) &&
  !/^(?:our|the|one of (?:our|the)) \p{L}+est\b/iu.test(told) &&
  !/^(?:the |an? |all |one )?(?:minutes?|hours?|days?|weeks?|months?|years?|first|second|third|fourth|last|next|only|same|other|\d|most|best)\b|\b(?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?|january|february|april|june|july|august|september|october|november|december)\b/i.test(
    told,
  ) &&
  // “Offloading is the customer's responsibility” says who does it, and not what it is.
  !/\b(?:responsibilit(?:y|ies)|duty|duties|task|right|case|problem|decision|matter|choice|must|exception|condition|offence|concern|privilege|reasons?|grounds?|signs?|causes?|part|sort)\b/i.test(
    told,
  ) &&
  (/^(?:an?|the) /i.test(subject) ||
    (!subject.includes(' ') && !subject.endsWith('ing') && /^(?:an?|our|one) /i.test(told)) ||
    /[^s]s$/.test(subject) ||
    /^(?:\p{Lu}\S*(?: |$))+$/u.test(subject));

/** A question whose every thing may be had for anything: for what, the one before it says. */
const isOfAnything = (tagger: Tagger, question: string): boolean => {
  const things = tagger(question).words.filter(({ part, low }) => part === 'N' && low !== 'i');
  return things.length > 0 && things.every(({ low }) => ofAnything.test(low));
};
const ofAnything =
  /^(?:money|refunds?|compensation|discounts?|costs?|prices?|fees?|charges?|answers?|help|support|confirmation|receipts?|reminders?|deposits?|exceptions?|alternatives?|limits?|deadlines?|time|back|days?|weeks?|months?)$/;

/** “Need another copy?” and “Lost your key?” are asked by the document, and not by who reads it. */
const isAskedByPeople = (question: string): boolean =>
  /^(?:(?:and|but|so|in|on|at|for|from|to|by|with|until|since|under) )?(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|am|can|could|may|might|must|should|shall|will|would|do|does|did|has|have|had)\b/i.test(
    question,
  );

const longestAnswer = 400;

/** All that follows up to the next question is the answer: “No.” alone is the most important part of one. */
function answeredBy(question: string, behind: readonly string[]): SentenceTest[] {
  const end = behind.findIndex((one) => one.endsWith('?'));
  let expected = '';
  for (const one of end === -1 ? behind : behind.slice(0, end))
    if (expected.length + one.length < longestAnswer) expected = `${expected} ${one}`.trim();
  return expected === '' || question.length < 12
    ? []
    : [
        {
          prompt: question,
          expected,
          category: 'Question',
          why: 'The document asks and answers this itself.',
        },
      ];
}

/** The cells of a table, each asked for by the names of its row and its column, where that is a question people ask. */
function ofTable(text: string): SentenceTest[] {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => /^\s*\|.*\|\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, '').trim()),
    );
  const [header, rule, ...body] = rows;
  if (!header || !rule?.every((cell) => /^:?-{2,}:?$/.test(cell))) return [];
  const isOnly = (label: string): boolean => body.filter(([name]) => name === label).length === 1;
  // Of several rows with one name, something else tells which is meant.
  return body
    .filter(([name = '']) => isOnly(name))
    .flatMap((row) =>
      row.slice(1).flatMap((cell, place): SentenceTest[] => {
        const column = header[place + 1] ?? '';
        const value = valueOf(/^\d+(?:[.,]\d+)?$/.test(cell) ? `${cell}${coinIn(column)}` : cell);
        const isOneOfPrices = header.some(
          (other, at) => at !== 0 && at !== place + 1 && isSamePrice(column, other, row[at] ?? ''),
        );
        const prompt =
          value === undefined || isOneOfPrices
            ? undefined
            : cellQuestion(header[0] ?? '', row[0] ?? '', column, value);
        return value === undefined ||
          prompt === undefined ||
          !isShort(cell) ||
          isInAnyAnswer(value) ||
          /^[€$£]?\s?0(?:[.,]0+)?(?:\s?[€$£%])?$/.test(cell) ||
          holdsValue(prompt, cell)
          ? []
          : [{ prompt, expected: cell, values: [value], category: 'Table', why: 'The document lists this.' }];
      }),
    );
}

/** Of two columns with a price each, “How much is a premium class?” does not say which. */
function isSamePrice(column: string, other: string, cell: string): boolean {
  const [[label, per], [otherLabel, otherPer]] = [splitColumn(column), splitColumn(other)];
  const areAsked = isAsked.test(label) || isPrice.test(label);
  return (
    (label === '' || areAsked) &&
    per === otherPer &&
    // “Price” is the plain one beside “Members”.
    !(isAsked.test(label) && !isAsked.test(otherLabel)) &&
    !/\bdeposit\b/i.test(label) &&
    isMoney.test(`${cell}${coinIn(other)}`) &&
    !/\b(?:deposit|surcharge|fine|discount)\b/i.test(otherLabel)
  );
}
const isAsked = /^(?:price|prices|cost|costs|fee|fees|rate|charge|amount)$/i;

const coinIn = (column: string): string =>
  /[€$£]/.exec(column)?.[0] ?? (/\beuros?\b|\bEUR\b/i.test(column) ? ' euros' : '');

/** Short labels that name a thing and what is told of it; a direction, a range or a sentence makes no question. */
function cellQuestion(kind: string, row: string, column: string, value: string): string | undefined {
  if (
    !/^\p{L}[\p{L}’' -]{2,40}$/u.test(row) ||
    row.split(' ').length > 4 ||
    /\b(?:total|other|others|further|each|every|additional|up|over|under|above|below|from|until|till|all|any|and|or|if|sum|rest|more|less|than|first|second|third|mo|tu|we|th|fr|sa|su|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)\b/i.test(
      row,
    )
  )
    return undefined;
  const [label, per] = splitColumn(column);
  // “Small” is a small unit, and no small.
  if (areSizes.test(row))
    return /^\p{L}+$/u.test(kind.trim()) && isPrice.test(column) && isMoney.test(value)
      ? `What is the price for the “${row}” ${kind.trim().toLowerCase()}${per === '' ? '' : ` ${per}`}?`
      : undefined;
  // An open fire is no price of a sweep: where the table lists services, one of them is meant.
  const isService =
    areServices.test(kind.trim()) && !row.endsWith('ing') && !row.endsWith(kind.trim().toLowerCase());
  const isTier = areTiers.test(kind.trim()) && isName.test(row);
  // “Craft Plus” is a name, and nobody can tell of what.
  if (!isTier && /(?<=[ -])\p{Lu}\p{Ll}/u.test(row)) return undefined;
  // A label is seldom the name of a thing (“Kerbside”, “Urgent”, “Comfort”): it is quoted as it stands there.
  const named = isTier ? `the “${row}” ${kind.trim().toLowerCase()}` : `“${row}”`;
  if (isMoney.test(value) && (label === '' ? per !== '' : isAsked.test(label)))
    return (
      isService
        ? `How much do you charge for “${row}”?`
        : ((isTier ? undefined : payerQuestion(row)) ??
          `What is the ${/^(?:fee|charge)/i.exec(label)?.[0].toLowerCase() ?? 'price'} for ${named}?`)
    ).replace('?', `${per === '' ? '' : ` ${per}`}?`);
  return per === '' &&
    !/^(?:price|prices|amount|value|no|number|version|date|page|comment|note|notes|remarks?|opens|closes|starts?|ends?|from|to|until|[ivx]+)$/i.test(
      label,
    ) &&
    isMeasure.test(label)
    ? `What is the ${label.toLowerCase()} for ${named}?`
    : undefined;
}

const isMoney = /[€$£]|\b(?:euros?|eur|dollars?|usd|pounds?|gbp|cents?|francs?)\b/i;
const areSizes =
  /^(?:(?:extra )?(?:small|medium|large|big|long|short|double|single|full|half|reduced|normal|regular|standard|basic|premium))$/i;
const isPrice = /\b(?:price|cost|fee|rate|charge|rent)\b/i;
const areTiers =
  /^(?:plan|package|tariff|tier|membership|model|class|set|kit|option|bundle|programme|program|subscription|edition)$/i;
const isName = /^\p{Lu}[\p{L}\d-]*(?: (?:\p{Lu}[\p{L}\d-]*|&|\d+))*$/u;
const areServices = /^(?:service|treatment|job|task)$/i;
const isMeasure =
  /\b(?:price|fee|deposit|surcharge|rent|fine|discount|period|term|limit|height|width|weight|size|capacity|age|temperature|speed|range|warranty|notice)$/i;

/** “Price per hour (€)”, “Per day”: what is told, and for how much of it. */
function splitColumn(column: string): readonly [label: string, per: string] {
  const bare = column.replace(/\s*[([]?(?:in )?(?:[€$£]|euros?|EUR)[)\]]?$/i, '').trim();
  const [, label = '', per = ''] =
    /^(.*?)\s*(per (?:hour|day|night|week|month|year|person|lesson|visit|item|piece|kilometre|km))?$/i.exec(
      bare,
    ) ?? [];
  return [label, per.toLowerCase()];
}

/** A range, or a text, is said in many ways. */
const isShort = (value: string): boolean =>
  value.split(' ').length <= 3 && !/[;:–]|\b(?:to|or|and|from|about|by)\b/i.test(value);

const lowerArticle = (text: string): string =>
  text.replace(/^(An?|The) /, (article) => article.toLowerCase());
