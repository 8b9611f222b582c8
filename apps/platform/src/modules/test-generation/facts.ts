import type { Draft } from './draft.ts';
import { runAt, small, thing, written } from './phrases.ts';
import { headingOf, sentencesIn, speaksOfForm } from './requirement-wording.ts';
import { namesSomething, tail } from './message.ts';
import { otherAmount } from './other-amounts.ts';
import { plainQuestion } from './plain-facts/index.ts';
import { amountIn, ofAmount, standsAlone } from './sentence-tests.ts';
import type { Tagged, Tagger, Word } from './tagger.ts';
import type { Written } from './written.ts';

/** What a requirement says of the service: its values are asked for or told wrongly, and what is not done is asked for. */
export function factDrafts(tagger: Tagger, { name, description }: Written, text: string): Draft[] {
  // A title of a few words names what the one sentence below it says.
  const own = toldWhenAsked(description ?? name);
  const [first = '', ...others] = own.length === 1 ? own : toldWhenAsked(text);
  // Beside a duty the fact is said by the way, and who asks for it alone does not put the rule to the test.
  if ([...toldWhenAsked(name), first, ...others].some((sentence) => isDuty(tagger, sentence))) return [];
  // An answer that holds the one value alone is no right one then.
  if (companions.test(text)) return [];
  const label = labelOf(name, description);
  const tagged = tagger(first.replace(/[^.!?]$/, '$&.'));
  // “Residents pay €30 a month” does not say for what.
  const told = isOfWorld(tagged) && namesSomething(tagger, first) ? ofValue(tagged.text, label) : [];
  // How it writes, nobody asks.
  const facts =
    told.length > 0 || !isPublic(tagged) || speaksOfForm(text) || manner.test(name)
      ? told
      : ruleOf(tagged, tagger(label), text);
  const listed = listedBelow(tagger, label, bodyOf(text, label));
  return [
    // What is asked for by itself is not asked for by its title as well.
    ...(others.length === 0 && !facts.some(({ category }) => category === 'Detail')
      ? titleDraft(tagger, label, bodyOf(text, label), text)
      : []),
    // Told wrongly with its title, it is not told so without it as well.
    ...listed,
    ...(listed.length === 0 ? facts : facts.filter(({ category }) => category !== 'False premise')),
  ];
}

/**
 * What a rule states plainly, asked for as customers ask: of a rule in one sentence that sentence, and otherwise each that
 * stands alone, so long as none says what is to be done.
 */
export function plainDrafts(tagger: Tagger, { name, description }: Written, text: string): Draft[] {
  const told = toldWhenAsked(description?.trim() ? description : name);
  const sentences = told.map((sentence) =>
    (told.length === 1 ? sentence.replace(saysThat, '') : sentence).replace(/^\p{Ll}/u, (letter) =>
      letter.toUpperCase(),
    ),
  );
  if (companions.test(text) || manner.test(name)) return [];
  const asked = sentences.map((sentence) =>
    duty.test(sentence.replace(/\bhand (?=luggage|baggage)/i, '')) ? undefined : plainQuestion(sentence),
  );
  // “Lost cards are replaced for 5 euros” begins with no order: its form says that it states something.
  if (sentences.some((sentence, place) => asked[place] === undefined && isDuty(tagger, sentence))) return [];
  return sentences
    .flatMap((sentence, place): Draft[] => {
      const question = asked[place];
      if (question === undefined || (sentences.length > 1 && !standsAlone(sentence, name))) return [];
      const expected = sentence.replace(/[^.!?]$/, '$&.');
      return [
        {
          category: 'Detail',
          prompt: question.prompt,
          expected,
          why: `The answer says what the rule says: ${expected}`,
          ...(question.value === undefined ? {} : valued([question.value])),
        },
      ];
    })
    .slice(0, mostPlain);
}
const mostPlain = 2;

/** “Tells guests that check-in is from 3 pm”: whoever asks for it must be told. */
const saysThat =
  /^(?:(?:it|the (?:bot|chatbot|assistant)) )?(?:must |should )?(?:says?|knows?|states?|tells? (?:people|customers|users|guests|members|visitors|callers)|informs? (?:people|customers|users|guests|members|visitors|callers)) that /i;

/** “Shipping is free from 40 euros; the bot says so when asked”: that duty is to answer this question. */
const toldWhenAsked = (text: string): string[] =>
  sentencesIn(
    text.replaceAll(
      /[;,.] ?(?:and )?(?:it|the (?:bot|chatbot|assistant)) (?:must |should )?(?:says? (?:so|that|this)|tells? (?:them|people|customers|users) so) (?:when|if) (?:it is )?asked(?:[.!]|$)/giu,
      '.',
    ),
  ).map((sentence) =>
    sentence
      .replace(
        /^(?:(?:it|the (?:bot|chatbot|assistant)) )?(?:must |should )?(?:says?|knows?|states?|tells? (?:people|customers|users|guests|members|visitors|callers)) that (?=[^,;:]{3,50} (?:costs?|(?:is|are) free (?:from|above)) [^,;:]{1,30}$)/i,
        '',
      )
      .replace(namesFigure, 'The $1 is $2')
      .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  );

/** “Names the daily transfer limit of 5,000 EUR”: that duty, too, is to answer the question for it. */
const namesFigure =
  /^(?:(?:it|the (?:bot|chatbot|assistant)) )?(?:must |should )?(?:names?|states?|says?|knows?|mentions?|tells?(?: (?:people|customers|users))?) the ((?:\p{L}[\p{L}-]* ){1,4}(?:limit|fee|charge|price|cost|deposit|fine|rate|rent|minimum|maximum|discount|allowance|premium|period|deadline|term|age)) of ((?:[€$£]|EUR |USD |GBP )?\d+(?:[.,]\d+)*(?: ?(?:%|[€$£]|\p{L}+))?)(?=[.!]?$)/iu;

/** What a rule says it is about: its title, or what stands before the colon of a text without one. */
export const labelOf = (name: string, description: string | null): string => {
  const [, label] = /^([^.:!?…]{3,60}?)(?::| [–—-] |[.!] )/u.exec(`${description ?? name} `) ?? [];
  const title = name.trim().replace(/(?:…|\.{3}|[.:])+$/u, '');
  return (description === null || description.trim().startsWith(title)) && label !== undefined
    ? headingOf(label)
    : headingOf(name.replace(/:.*$/s, ''));
};

/** What follows the label, up to its end: the first sentence without it. */
const bodyOf = (text: string, label: string): string =>
  sentencesIn(
    text.startsWith(label) ? text.slice(label.length).replace(/^(?::| [–—-]|[.!])\s*/u, '') : text,
  )[0] ?? '';

/** Whether a sentence says what is to be done or left in an answer: asked first, said unasked, handed over, not decided. */
const isDuty = (tagger: Tagger, sentence: string): boolean =>
  // “Waiting periods are 14 days” begins with no order, nor does “Counted from the start date”.
  (!/^\p{L}+(?:ing|ed)(?: |$)/u.test(sentence) && isOrder(tagger(sentence))) || duty.test(sentence);
const duty =
  /\b(?:it|this|bot|chatbot|assistant|agent|we|they) (?:must|should|shall|has to|may|can|cannot|says?|tells?|knows?)(?:n['’]t)?\b|\b(?:says?|tells?|asks?|asked|asking|offers?|mentions?|quotes?|explains?|points?|hands?|refers?|sends?|links?|unasked|answers?|answering|repl(?:y|ies)|messages?|please|unless|except|only if|people get|wrong|careful|remember|forget)\b|!/i;

/** “The fee is €30 and is always named together with the deadline”: what belongs into the same answer, no value stands for. */
export const companions =
  /\b(?:together|along|in combination|in connection) with\b|\balongside\b|\b(?:never|not) without\b|\bin the same (?:breath|answer|sentence|message|reply)\b|\b(?:mention|state|name|give|say|quote)s? both\b|\bboth (?:have to|must|should|are to|need to)\b|\b(?:is|are) (?:always |only |never |also )*(?:to be )?(?:named|mentioned|stated|quoted|pointed out|disclosed|communicated|added)\b|\b(?:always|also) (?:with the|add\w*|mention\w*|nam\w+|stat\w+|point\w*)\b/i;

/** What somebody outside may have read: a statement about the world, with somebody or something that is or does something now. */
function isOfWorld(tagged: Tagged): boolean {
  const { text, shape, words } = tagged;
  return (
    isPublic(tagged) &&
    words.length >= 5 &&
    words.length <= 32 &&
    // Its subject stands before its verb, and nothing between them.
    (/^[^XVPWSTZ]*N[^XVPWSTZ]*(?:V?P?)?[XV]/.test(shape) || doesSo.test(text)) &&
    !/^(?:[VI](?!N)|R|XZ|ZV)/.test(shape) &&
    !/["“”‘?]|(?<![\p{L}])['’]\p{L}/u.test(text) &&
    !inward.test(text) &&
    !leans.test(text)
  );
}
/** “Tuning costs £85”, “Delivery of bulky goods (over 25 kg) is kerbside”: in so many words, whatever a tagger takes them for. */
const doesSo =
  /^(?!(?:in|on|at|for|from|up|if|when|with|within|after|before|under|by|no|not|only)\b)[\p{L}'’-]+(?: (?!(?:and|or|then)\b)[\p{L}\d£€$%'’-]+| \([^()]*\)){0,9}? (?:is|are|costs?|lasts?|takes?|runs?|starts?|ends?|opens?|closes?|applies|apply|needs?|pays?|gets?|includes?|cuts?)\b/iu;
/** Said among colleagues: to the application, of what was once, or as somebody's own view. */
const inward =
  /\b(?:ours|theirs|decides?|bots?|assistants?|chatbots?|chats?|i|me|my|mine|nobody|nothing|somebody|someone|anybody|anyone|everybody|should|shouldn|please|never|don|doesn|sure|say|says|said|tell|tells|quote|quoted|mention|mentions|mentioned|forget|forgets|told|was|were|had|did|got|came|took|wrote|would|yesterday|once|honest|complain\w*|wrong|true|hates?|wants?|insists?|believe|think|know|obvious\w*|actually|really|honestly|people (?:ask|get|think|forget|want|write))\b|\blast (?:spring|summer|autumn|winter|week|month|time)\b|!/i;

const manner = /\b(?:tone|style|voice|wording|language|spelling)\b/i;
const isOrder = ({ words, shape }: Tagged): boolean =>
  /^(?:V(?!C|D.*X)|XZ|XR?V|S|ZV)/.test(shape) ||
  words.some(({ low }) => low === 'please') ||
  words.some(({ low }) => /^(?:assistant|bot|chatbot|agent|if|when)$/.test(low));

/** What is listed below a title is told wrongly with that title: “Notice period: 21 days, in writing.” */
function listedBelow(tagger: Tagger, heading: string, sentence: string): Draft[] {
  const [name, listed] = [tagger(heading), tagger(sentence)];
  const isThing =
    runAt(name, 0, `(?:V|${thing}(?:C${thing})?)`) === name.words.length && name.words.length <= 5;
  const begins =
    /^(?:[€$£]|EUR |USD |GBP )?\d+(?:[.,]\d+)?(?: ?(?:€|%|euros?|days?|weeks?|months?|years?|hours?|h|minutes?|min)\b)|^[€$£]|^(?:free|up to|at most|at least|max(?:imum)?\.?|min(?:imum)?\.?|from|until) /i;
  // What is said of a period or a price, the title says; of “Meeting rooms: 2 hours max” it does not.
  if (!isMeasure.test(heading)) return [];
  if (!isThing || !begins.test(sentence) || !isPublic(listed, true) || inward.test(sentence)) return [];
  if (leans.test(sentence) || listed.words.length > 25 || /[:;?]/.test(sentence)) return [];
  const whole = `${heading}: ${/^\p{Lu}\p{Ll}/u.test(sentence) ? small(sentence) : sentence}`;
  const value = amountIn(sentence);
  if (value === undefined || /^\d+$/.test(value)) return [];
  const at = whole.indexOf(value, heading.length);
  const other = otherAmount(value, whole.slice(0, at), whole.slice(at + value.length));
  if (other === undefined || whole.includes(other)) return [];
  return [
    {
      category: 'False premise',
      prompt: `I read: “${whole.slice(0, at)}${other}${whole.slice(at + value.length)}” Is that right?`,
      expected: `No. ${whole}`,
      why: 'The value was changed; a right answer names the true one.',
      ...valued([value]),
    },
  ];
}

export const isMeasure =
  /\b(?:periods?|notice|terms?|deadlines?|fees?|charges?|prices?|costs?|rates?|rises?|increases?|deposits?|fines?|rents?|discounts?|allowances?|times?|limits?|age)$/i;

/** “Opening hours”, “Refund rules”: what a title names in plain words is asked for as a whole. */
const askedWhole =
  /^(?:\p{L}[\p{L}-]* (?:and )?){0,3}(?:hours|prices|fees|charges|rates|deadlines|terms|periods|rules|times|costs|closes)$/iu;
function titleDraft(tagger: Tagger, heading: string, first: string, text: string): Draft[] {
  const bare = heading.replace(/\s*\([^()]*\)/g, '');
  const name = tagger(bare);
  const isThing = runAt(name, 0, `${thing}(?:C${thing})?`) === name.words.length;
  // “delivery charges and times”, and no “interest and fees” nor “phone number and hours”
  const join = name.words.findIndex(({ part }) => part === 'C');
  const areMany = join === -1 || name.words[join - 1]?.isMany === true;
  const answer = tagger(first);
  if (!areMany || !isThing || !askedWhole.test(bare) || !/\d/.test(first) || first === text) return [];
  if (!isPublic(answer, true) || isOrder(answer) || inward.test(first) || speaksOfForm(text)) return [];
  return [
    {
      category: 'Direct',
      prompt: `What are your ${/^hours$/i.test(bare) ? 'opening hours' : small(bare)}?`,
      expected: `${bare}: ${small(first)}`,
      why: 'It is asked for what the rule says; whether the answer says it, a reader decides.',
    },
  ];
}

const inside =
  /^(?:internal|agent|staff|log|logs|session|token|attempt|queue|supervisor|retention|audit|survey|marketing|answer|reply|message|conversation|response|chat|prompt|deploy|incident|hypothesis|alert|dispatcher|clerk|controller|invoice|posting|template|escalate|forward|route|approve|mask|transfer|question)$/;

/** A transfer that has a price or a limit in money is one of money. */
const isSold = (word: string, text: string): boolean =>
  /^transfers?$/.test(word) &&
  /[€$£]\s?\d|\d\s?(?:[€$£]|euros?\b|EUR\b|USD\b|GBP\b|dollars?\b|pounds?\b)/i.test(text);

/** What people outside can know, and so ask for or have heard wrongly: nothing that the application is told to do. */
const isPublic = ({ words, shape, text }: Tagged, isListed = false): boolean =>
  !words.some(
    ({ lemma, low }) =>
      (inside.test(lemma) && !isSold(low, text)) || /^(?:assistant|bot|chatbot|app|ai)$/.test(low),
  ) &&
  (isListed ||
    !/^(?:[VRI]|XZ|ZV)/.test(
      shape
        .replace(/^I(?=D?(?:J|N|M))/, '')
        .replace(/^V/, () => (/(?:ing|ed)$/.test(words[0]?.low ?? '') ? 'N' : 'V')),
    )) &&
  (isListed || !/^(?:[€$£\d]|EUR\b|USD\b|GBP\b)/.test(text)) &&
  !/^(?:As an? |Exceptions?:)|\b\d+ (?:sentences|words|characters|lines|messages|questions|options|steps)\b/.test(
    text,
  ) &&
  // “have to be paused”, “before saying yes”, “so check it”
  !/\b(?:must|have to|has to|shall|should|needs? to) (?:always |never |not )?be\b/i.test(text) &&
  // “may be mentioned” is said to the one who answers.
  !/\b(?:may|can) (?:not )?be (?:mentioned|named|told|given|quoted|shown|offered|said|stated|explained|suggested|recommended|confirmed|discussed)\b/i.test(
    text,
  ) &&
  !/\b(?:before|when|without) (?:say|tell|ask|answer|offer|quot|giv|send|book|hold)\w*ing\b/i.test(text) &&
  !/\b(?:so|then|and|please|first) (?:check|ask|tell|say|send|give|offer|refer|mention|show|call|use|add)\b/i.test(
    text,
  ) &&
  // “For noise at night give them the warden’s number”
  !/\b(?:give|tell|ask|refer|send|point|direct|put|pass|offer|show|remind|let|help) (?:them|people|him|her|anyone|anybody|someone|everyone|callers|customers|guests|users|members|patients|clients|visitors|tenants|passengers|students)\b/i.test(
    text,
  ) &&
  !/["“”]/.test(text);

/** What it speaks of was said before. */
const leans = /\b(?:it|they|them|this|that|these|those|instead)\b/i;

const valued = (values: readonly string[]) => ({
  metric: 'contains_all' as const,
  args: { values, whole_word: true, as_amounts: true },
});

function ofValue(sentence: string, heading: string): Draft[] {
  const { asked, told } = ofAmount(sentence, heading);
  const value = (asked ?? told)?.values?.[0] ?? '';
  // What is needed for what is said by the title alone; and a bare number counts what it may, but for an age.
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(value)));
  // What stands in brackets is said by the way.
  if (before.split('(').length > before.split(')').length) return [];
  if (/\bneeds? \d+\b/.test(sentence) || (/^\d+$/.test(value) && !ofAge.test(sentence))) return [];
  return [
    ...(asked === undefined
      ? []
      : [
          {
            category: 'Detail',
            prompt: asked.prompt,
            expected: sentence,
            why: `This value is given: ${sentence}`,
            ...valued(asked.values),
          },
        ]),
    ...(told === undefined
      ? []
      : [
          {
            category: told.category,
            prompt: told.prompt,
            expected: told.expected,
            why: told.why,
            ...valued(told.values ?? []),
          },
        ]),
  ];
}
const ofAge = /\b(?:under|over|aged?|older than|younger than|below)\s\d/i;

/** “We don't treat birds” is asked as somebody would who does not know it; what may be, anybody guesses. */
function ruleOf(tagged: Tagged, heading: Tagged, text: string): Draft[] {
  const ours = ofOurs(tagged, heading);
  const prompt = ours ?? (leans.test(written(tagged, 0, endOf(tagged))) ? undefined : ofTheirs(tagged));
  if (prompt === undefined) return [];
  const why = `This is what the rule says; whether the answer says the same, a reader decides: ${text}`;
  const expected = leans.test(tagged.text) ? text : tagged.text;
  return [{ category: 'Rule', prompt, expected, why }];
}

/** “We don't treat reptiles and birds.” */
function ofOurs(tagged: Tagged, heading: Tagged): string | undefined {
  const { words, shape } = tagged;
  if (words[0]?.low !== 'we' || words[1]?.lemma !== 'do' || !/^OXZ[VX]/.test(shape)) return undefined;
  if (
    /^(?:say|tell|comment|answer|ask|speak|talk|discuss|promise|use|want|like)$/.test(words[3]?.lemma ?? '')
  )
    return undefined;
  const end = endOf(tagged);
  // “Laser removal: we don't do it.”
  if (
    end === 5 &&
    /^(?:do|offer|sell|provide|have|make)$/.test(words[3]?.lemma ?? '') &&
    /^(?:it|that|this|them|these)$/.test(words[4]?.low ?? '')
  )
    return runAt(heading, 0, thing) === heading.words.length && heading.words[0]?.part !== 'D'
      ? `Do you offer ${small(heading.text)}?`
      : undefined;
  return end < 5 || end > 20 || !new RegExp(`^[VX]${tail}(?:C${thing})?$`).test(shape.slice(3, end))
    ? undefined
    : `Do you ${plain(tagged, 3, end)}?`;
}

/** “Milk teeth are not put back.” */
function ofTheirs(tagged: Tagged): string | undefined {
  const { words, shape } = tagged;
  const subject = runAt(tagged, 0, `(?:${thing}(?:P${thing})*(?:C${thing}|CJ(?=X))?|V(?=D|N)${thing})`);
  const verb = words[subject ?? 0];
  if (subject === undefined || verb?.part !== 'X' || !/^(?:can|may|is|are)$/.test(verb.low)) return undefined;
  if (words[subject + 1]?.part !== 'Z') return undefined;
  const from = subject + 2;
  const isModal = /^(?:can|may)$/.test(verb.low);
  const end = endOf(tagged);
  const first = words[0];
  if (
    end === from ||
    end > 18 ||
    end < 5 ||
    first === undefined ||
    !(isModal ? may : been).test(shape.slice(from, end)) ||
    (!isModal && !/(?:ed|en|wn|ne|id|ld|nt|pt|ht|ut|ade)$/.test(words[from]?.low ?? ''))
  )
    return undefined;
  // Of one thing without an article, or of “the note”, nobody knows which it is.
  const own = words.slice(0, subject);
  if (!own.some(({ isMany }) => isMany) && first.part !== 'V' && !/^(?:a|an)$/.test(first.low) && isModal)
    return undefined;
  if (words.slice(from, end).some(({ low }) => /^(?:only|also|therefore|above|below|here|there)$/.test(low)))
    return undefined;
  // Of a list, the first is enough.
  const isListed = own.some(({ text }) => text === ',');
  const named = isListed ? (runAt(tagged, 0, thing) ?? subject) : subject;
  const place = words.findIndex(({ part }) => part === 'I');
  const head = words[(place === -1 || place > named ? named : place) - 1];
  const isOne = isListed ? head?.isMany !== true : verb.low === 'is';
  const asks = isModal ? 'Can' : isOne ? 'Is' : 'Are';
  return `${asks} ${small(plain(tagged, 0, named))} ${plain(tagged, from, end)}?`;
}

const may = new RegExp(`^R?(?:XV|V)R?${tail}(?:C[NV]${tail})?$`);
const been = new RegExp(`^V(?:R)?${tail}$`);

const plain = (tagged: Tagged, from: number, to: number): string =>
  written(tagged, from, to).replaceAll(/\b(?:us|our)\b/g, (word) => (word === 'us' ? 'you' : 'your'));

/** The sentence up to its point, or to what it excepts. */
function endOf({ words }: Tagged): number {
  const isEnd = ({ text, low }: Word): boolean =>
    /^[.;:!(–—]$/.test(text) || /^(?:unless|except|but|because|if|when|once)$/.test(low);
  const end = words.findIndex(isEnd);
  const place = end === -1 ? words.length : end;
  return words[place - 1]?.text === ',' ? place - 1 : place;
}
