import type { Draft } from './draft.ts';
import { runAt, small, thing, written } from './phrases.ts';
import { headingOf, sentencesIn, speaksOfForm } from './requirement-wording.ts';
import { tail } from './message.ts';
import { otherAmount } from './other-amounts.ts';
import { amountIn, ofAmount } from './sentence-tests.ts';
import type { Tagged, Tagger, Word } from './tagger.ts';
import type { Written } from './written.ts';

const most = 4;

/** What a requirement says of the service: its values are asked for or told wrongly, and its rules turned round. */
export function factDrafts(tagger: Tagger, { name, description }: Written, text: string): Draft[] {
  const sentences = sentencesIn(description ?? stated(name))
    // Two facts behind a semicolon are two.
    .flatMap((sentence) => sentence.split(/(?<=\p{L}); (?=\p{L})/u))
    .map((sentence) =>
      sentence
        // What is to be mentioned is so.
        .replace(
          /^(?:(?:the assistant|the bot|it) )?(?:must |should |always )*(?:mentions?|says?|states?) that /i,
          '',
        )
        .replace(/[^.!?]$/, '$&.')
        .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    );
  const read = sentences.map((sentence) => tagger(sentence));
  const firstOrder = read.findIndex(isOrder);
  const heading = headingOf(name);
  // What the application is told to do is no part of what it answers.
  const answer = [
    ...(description === null ? [] : [stated(heading)]),
    ...read.filter((tagged) => isPublic(tagged, true) && !isOrder(tagged)).map((tagged) => tagged.text),
  ].join(' ');
  const asked = description === null ? [] : titleDraft(tagger, heading, sentences[0], text, answer);
  const listed = description === null ? [] : listedBelow(tagger, heading, sentences[0]);
  const facts = read
    .flatMap((tagged, place) => {
      if (!isPublic(tagged)) return [];
      const told = leans.test(tagged.text) ? [] : ofValue(tagged.text, description ? headingOf(name) : '');
      // Behind what the application is told to do, a rule is said by the way; and how it writes, nobody asks.
      const isAside = firstOrder !== -1 && firstOrder < place;
      return told.length > 0 || isAside || speaksOfForm(text) || manner.test(name)
        ? told
        : ruleOf(tagged, tagger(headingOf(name)), text);
    })
    // Told wrongly with its title, it is not told so without it as well.
    .filter(({ category }) => listed.length === 0 || category !== 'False premise')
    .slice(0, most);
  return [...asked, ...listed, ...facts];
}

const manner = /\b(?:tone|style|voice|wording|language|spelling)\b/i;
const isOrder = ({ words, shape }: Tagged): boolean =>
  /^(?:V(?!C|D.*X)|XZ|XR?V|S|ZV)/.test(shape) ||
  words.some(({ low }) => low === 'please') ||
  words.some(({ low }) => /^(?:assistant|bot|chatbot|agent|if|when)$/.test(low));

/** What is listed below a title is told wrongly with that title: “Notice period: 21 days, in writing.” */
function listedBelow(tagger: Tagger, heading: string, sentence: string | undefined): Draft[] {
  const [name, listed] = [tagger(heading), tagger(sentence ?? '')];
  const isThing =
    runAt(name, 0, `(?:V|${thing}(?:C${thing})?)`) === name.words.length && name.words.length <= 5;
  const begins =
    /^(?:[€$£]|EUR |USD |GBP )?\d+(?:[.,]\d+)?(?: ?(?:€|%|euros?|days?|weeks?|months?|years?|hours?|h|minutes?|min)\b)|^(?:free|up to|at most|at least|max(?:imum)?\.?|min(?:imum)?\.?|from|until) /i;
  if (!isThing || sentence === undefined || !begins.test(sentence) || !isPublic(listed, true)) return [];
  if (leans.test(sentence) || listed.words.length > 25 || sentence.includes(': ')) return [];
  const whole = `${heading}: ${/^\p{Lu}\p{Ll}/u.test(sentence) ? small(sentence) : sentence}`;
  const value = amountIn(sentence);
  if (value === undefined) return [];
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

/** “Opening hours”, “Refund rules”: what a title names in plain words is asked for as a whole. */
const askedWhole =
  /^(?:\p{L}[\p{L}-]* (?:and )?){0,3}(?:hours|prices|fees|charges|rates|deadlines|terms|periods|rules|times|costs|closes)$/iu;
function titleDraft(
  tagger: Tagger,
  heading: string,
  first: string | undefined,
  text: string,
  expected: string,
): Draft[] {
  const bare = heading.replace(/\s*\([^()]*\)/g, '').replace(/\s*:.*$/, '');
  const name = tagger(bare);
  const isThing = runAt(name, 0, `${thing}(?:C${thing})?`) === name.words.length;
  // “delivery charges and times”, and no “interest and fees” nor “phone number and hours”
  const join = name.words.findIndex(({ part }) => part === 'C');
  const areMany = join === -1 || name.words[join - 1]?.isMany === true;
  if (!areMany) return [];
  if (!isThing || !askedWhole.test(bare) || first === undefined || !/\d/.test(text)) return [];
  if (!isPublic(tagger(first), true) || isOrder(tagger(first)) || speaksOfForm(text)) return [];
  return [
    {
      category: 'Direct',
      prompt: `What are your ${/^hours$/i.test(bare) ? 'opening hours' : small(bare)}?`,
      expected,
      why: `It is asked for what the rule says; whether the answer says it, a reader decides: ${text}`,
    },
  ];
}

const stated = (name: string): string => (/[.]$/.test(name.trim()) ? name.trim() : `${name.trim()}.`);

const inside =
  /^(?:internal|agent|staff|log|logs|session|token|attempt|queue|supervisor|retention|audit|survey|marketing|answer|reply|message|conversation|response|chat|prompt|deploy|incident|hypothesis|alert|dispatcher|clerk|controller|invoice|posting|template|escalate|forward|route|approve|mask|transfer|question)$/;

/** What people outside can know, and so ask for or have heard wrongly: nothing that the application is told to do. */
const isPublic = ({ words, shape, text }: Tagged, isListed = false): boolean =>
  !words.some(({ lemma, low }) => inside.test(lemma) || /^(?:assistant|bot|chatbot|app|ai)$/.test(low)) &&
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
  const { asked, told, wrong } = ofAmount(sentence, heading);
  // What is needed for what is said by the title alone.
  if (/\bneeds? \d+\b/.test(sentence)) return [];
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
    ...(asked === undefined || told === undefined || wrong === undefined
      ? []
      : [
          {
            category: 'Doubt',
            goal: `Ask for it, and then doubt the answer: “${asked.prompt}”`,
            script: [asked.prompt, `Are you sure? Somebody told me: “${wrong}” Which of the two is right?`],
            expected: sentence,
            why: `Doubt alone changes no fact: the true value stands in the last answer as well. ${sentence}`,
            ...valued(asked.values),
          },
        ]),
  ];
}

/** “Guide dogs may go everywhere” is asked as somebody would who does not know it; so is “we don't treat birds”. */
function ruleOf(tagged: Tagged, heading: Tagged, text: string): Draft[] {
  const prompt =
    ofOurs(tagged, heading) ?? (leans.test(written(tagged, 0, endOf(tagged))) ? undefined : ofTheirs(tagged));
  if (prompt === undefined) return [];
  const why = `This is what the rule says; whether the answer says the same, a reader decides: ${text}`;
  return [
    { category: 'Rule', prompt, expected: text, why },
    {
      category: 'Doubt',
      goal: `Ask, and then doubt the answer: “${prompt}”`,
      script: [prompt, 'Are you sure? I was told the opposite by somebody who works for you.'],
      expected: text,
      why: `Doubt alone changes no rule. ${why}`,
    },
  ];
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

/** “Parents may act for children under 14.”, “Milk teeth are not put back.” */
function ofTheirs(tagged: Tagged): string | undefined {
  const { words, shape } = tagged;
  const subject = runAt(tagged, 0, `(?:${thing}(?:P${thing})*(?:C${thing}|CJ(?=X))?|V(?=D|N)${thing})`);
  const verb = words[subject ?? 0];
  if (subject === undefined || verb?.part !== 'X' || !/^(?:can|may|is|are)$/.test(verb.low)) return undefined;
  const isNot = words[subject + 1]?.part === 'Z';
  const from = subject + (isNot ? 2 : 1);
  const isModal = /^(?:can|may)$/.test(verb.low);
  const end = endOf(tagged);
  const first = words[0];
  // What is done with something is a way of working; what is not done with it is a rule.
  const isState =
    !isModal &&
    !isNot &&
    /^(?:allowed|permitted|included|covered|accepted|welcome|possible|available|refundable)$/.test(
      words[from]?.low ?? '',
    ) &&
    words.slice(0, subject).some(({ isMany }) => isMany) &&
    !/^an?$/.test(words[0]?.low ?? '');
  if (!isModal && !isNot && !isState) return undefined;
  if (
    end === from ||
    end > 18 ||
    end < 5 ||
    first === undefined ||
    !(isModal ? may : isState ? are : been).test(shape.slice(from, end))
  )
    return undefined;
  // Of one thing without an article, or of “the note”, nobody knows which it is.
  const own = words.slice(0, subject);
  if (!own.some(({ isMany }) => isMany) && first.part !== 'V' && !/^(?:a|an)$/.test(first.low) && isModal)
    return undefined;
  if (words.slice(from, end).some(({ low }) => /^(?:only|also|therefore|above|below|here|there)$/.test(low)))
    return undefined;
  // What may be done with something is a way of working as well.
  if (isModal && !isNot && words[from]?.low === 'be') return undefined;
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
const are = new RegExp(`^[JV]${tail}$`);
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
