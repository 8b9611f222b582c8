import type { Draft } from './draft.ts';
import { inFirstPerson, person } from './rule-words.ts';
import { isPlural, lowerThe } from './sentence-questions.ts';
import { speaksOfForm, speaksOfTalk } from './requirement-wording.ts';
import { standsAlone } from './sentence-tests.ts';
import { verbOf } from './sentence-verbs.ts';
import { isWhole } from './rule-sure.ts';

/** What customers may, must or cannot do, and what something is, asked by one who does not know it. */

const modal =
  /^(.{3,60}?) (cannot|can not|can['’]t|can|must not|must|may not|may|need not|do(?: not|n['’]t) have to|does(?: not|n['’]t) have to|have to|has to|needs? to|should not|should) (.{4,120})$/iu;
const state = /^(.{3,50}?) (is not|isn['’]t|are not|aren['’]t|is|are) (.{4,80})$/iu;
/** Where one rule names what is excepted, it holds for all else: that is asked for, and the answer tells the rest. */
const exception =
  /,? (?:for \p{L}+ reasons|unless|except(?: for| that)?|with the exception of|apart from|other than|but only|provided)\b.*$/iu;
const leaning =
  /^(?:it|this|that|these|those|they|he|she|we|you|there|here|both|each|every|any other|other|others|all other|such|such|if|when|once|after|before|until|for|in|on|at|by|during|from|to|with|without|only|also|then|otherwise|however|and|or|but|no|never|nothing|nobody|not|first|second|further|additional|as|please)\b/i;
const pointing =
  /\b(?:it|its|they|them|their|theirs|this|that|these|those|he|she|him|his|her|we|us|our|you|your|such|there|here|then|otherwise|instead|only|same|above|below|ones?(?! \p{L})|first|afterwards|so)\b/iu;

/** The question with its sentence; nothing where the subject is not one phrase, or what is said of it leans elsewhere. */
export function askedOf(
  sentence: string,
  title = '',
): { readonly prompt: string; readonly hasException: boolean } | undefined {
  const whole = sentence.replace(/\s*\([^()]*\)/g, '').replace(/[.!]+$/, '');
  const bare = whole
    .replace(exception, '')
    .replace(
      /, (?:at (?:most|least)|up to|no appointment|max|min|but|and (?!\p{L}+ (?:or|and)\b)|even|not|including|which|for example|e\.g)\b.*$/iu,
      '',
    )
    .trim();
  if (
    speaksOfTalk(bare) ||
    speaksOfForm(bare) ||
    (leaning.test(bare) && !/^(?:we|each|every)\b/i.test(bare)) ||
    /[;:“”"|[\]<>]|\b(?:if|when(?:ever)?|unless|until|because|while|where|who|which|whether|never|always)\b/i.test(
      bare,
    )
  )
    return undefined;
  const prompt = ofUs(bare) ?? ofModal(bare) ?? ofState(bare);
  const [first = ''] = bare.split(' ');
  // “Installation is free” leaves out of what, unless the title says so.
  if (isAlone.test(bare) && !title.toLowerCase().includes(first.toLowerCase())) return undefined;
  return prompt !== undefined && isWhole(prompt) ? { prompt, hasException: bare !== whole } : undefined;
}

const isAlone = /^(?!\p{L}*[^s]s )\p{L}+ (?:is|can|cannot|must|may|has)\b/iu;

/** “We don’t match prices of other shops” is asked of those who say it. */
function ofUs(bare: string): string | undefined {
  const [, verb = '', rest = ''] =
    /^we (?:do not |don['’]t |cannot |can['’]t |can |also |currently )?(\p{L}+(?: (?:back|up))?) (.{3,80})$/iu.exec(
      bare,
    ) ?? [];
  const what = rest.replace(/,? (?:yet|at the moment|currently|any more)$/i, '').replace(/\bour\b/gi, 'your');
  return verb === '' || !isOffered(verb) || !isSaid(`${verb} ${what}`.replace(/\byour\b/g, ''))
    ? undefined
    : `Do you ${verb.toLowerCase()} ${what}?`;
}

/** “Members can freeze their membership”, “each guest may bring …”: one of them asks. */
function ofMyself(bare: string): string | undefined {
  const [, who = '', verb = '', rest = ''] = modal.exec(bare) ?? [];
  const isEach = /^(?:each|every) /i.test(who);
  if (!new RegExp(`^(?:(?:each|every) )?${person}$`, 'iu').test(who.replace(/^each /i, 'every ')))
    return undefined;
  if (!isEach && !/\btheir\b/i.test(rest)) return undefined;
  const what = inFirstPerson(rest);
  const bareRest = what.replace(/\bmy\b/gi, '');
  if (!isSaid(bareRest) || isInternal.test(what) || /\b(?:he|she|his|her)\b/i.test(what)) return undefined;
  if (/^(?:can|cannot|can not|can['’]t|may|may not|must not)$/i.test(verb)) return `Can I ${what}?`;
  return /^(?:must|have to|has to|needs? to|need not|do(?: not|n['’]t) have to|does(?: not|n['’]t) have to)$/i.test(
    verb,
  ) && !/^be\b/i.test(what)
    ? `Do I have to ${what}?`
    : undefined;
}

const offered =
  /^(?:accept|match|offer|deliver|ship|sell|rent|repair|replace|refund|reimburse|provide|support|integrate|cover|take back|exchange|install|lend|host|serve|charge|pay|buy|store|print|cut|insure|train|pick up|collect|organi[sz]e|arrange|clean|grow|rescue|treat|teach|cater|run|hire|recycle|process|produce|plant)$/i;
const isOffered = (verb: string): boolean => offered.test(verb);

function ofModal(written: string): string | undefined {
  const bare = written;
  const mine = ofMyself(bare);
  if (mine !== undefined) return mine;
  const [, subject = '', verb = '', rest = ''] = modal.exec(bare) ?? [];
  if (!isNamed(subject) || !isSaid(rest) || isInternal.test(`${subject} ${rest}`)) return undefined;
  const who = lowerThe(subject);
  const said = verb.toLowerCase();
  const does = isMany(subject) ? 'Do' : 'Does';
  if (/^(?:must|should)$/.test(said) || /have to$|has to$|needs? to$|need not$/.test(said))
    return /^must$|^should$/.test(said) &&
      /^be (?:\p{L}+ly )?\p{L}+(?:ed|en|made|paid|sent|brought|kept|worn|left|shown)\b/iu.test(rest)
      ? `${said === 'must' ? 'Must' : 'Should'} ${who} ${rest}?`
      : said === 'should' || /^be\b/i.test(rest)
        ? undefined
        : `${does} ${who} have to ${rest}?`;
  if (said === 'should not') return undefined;
  return `Can ${who} ${rest}?`;
}

function ofState(bare: string): string | undefined {
  const [, subject = '', verb = '', rest = ''] = state.exec(bare) ?? [];
  const cut = rest.replace(/,.*$/, '');
  if (!isNamed(subject) || !isSaid(cut) || !isHow.test(cut) || isInternal.test(`${subject} ${cut}`))
    return undefined;
  const is = /^(?:are)/i.test(verb) ? 'Are' : 'Is';
  if ((is === 'Are') !== isMany(subject)) return undefined;
  return `${is} ${lowerThe(subject)} ${cut}?`;
}
const isHow =
  /^(?:\p{L}+ly )?(?:(?:ir|un|non-?)?\p{L}{3,}(?:able|ible)|included|allowed|permitted|free|required|compulsory|mandatory|forbidden|prohibited|possible|accepted|exempt|welcome|covered|insured|open|closed|excluded|valid|due)\b/iu;

const isMany = (subject: string): boolean =>
  isPlural(subject) || /^\p{L}*(?:people|children|staff)\b/iu.test(subject);
/** Who or what it is said of: one phrase, known without the sentences around it. */
const isNamed = (subject: string): boolean =>
  subject !== '' &&
  subject.split(' ').length <= 8 &&
  !/[,\d]/.test(subject.replace(/\b(?:aged|under|over|from|of) \d+(?: to \d+)?\b/gi, '')) &&
  !pointing.test(subject) &&
  !/\b(?:is|are|was|were|has|have|had|can|cannot|must|may|will|not|no|and|or|costs?|takes?|pays?)$|\b(?:is|are|was|were|can|must|may|will|not)\b/i.test(
    subject,
  ) &&
  (!verbOf(subject.split(' ', 1)[0] ?? '', 'base') || isMany(subject.split(' ', 1)[0] ?? '')) &&
  (isMany(subject) ||
    /^(?:an?|the) /i.test(subject) ||
    /(?:ing|tion|sion|ment|ance|ence|age|ity|ship|delivery)$/i.test(subject));
const isSaid = (rest: string): boolean =>
  rest.split(' ').length <= 18 &&
  rest.includes(' ') &&
  !pointing.test(rest) &&
  !/\b(?:not|no|never|none|nor|also|therefore|and (?:must|may|can|cannot|is|are|has|have|should|costs?|will|then))\b/i.test(
    rest,
  );
/** How the house itself works, nobody outside asks. */
const isInternal =
  /\b(?:internal\w*|assistant|chat ?bot|bot|agents?|staff|escalat\w+|handed? over|forward\w*|logs?|logged|sessions?|tokens?|queue|supervisors?|team leads?|masked|anonymi[sz]ed|audit\w*|be (?:told|informed|asked|shown|given|addressed|treated|offered|reminded|mentioned|answered|quoted|stated|written|blamed|redirected|referred|directed|routed|passed))\b/i;

/** It is asked, and asked again by one who has heard otherwise. */
export function askedDrafts(sentence: string, title: string, text: string): Draft[] {
  const asked = standsAlone(
    sentence
      .replace(exception, '.')
      .replace(/, (?:for example|for instance|e\.g\.?) .*$/i, '.')
      .replace(/^we\b/i, 'Shops')
      .replace(/^(?:each|every) (\p{L}+)/iu, '$1s')
      .replaceAll(/\btheir\b/gi, 'the'),
    title,
  )
    ? askedOf(sentence, title)
    : undefined;
  if (asked === undefined) return [];
  const told = asked.hasException ? 'and names what is excepted' : 'and nothing else';
  return [
    {
      category: 'Rule',
      prompt: asked.prompt,
      expected: sentence,
      why: `The rule answers this; a right answer says the same, whether it does a reader decides: ${sentence}`,
    },
    {
      category: 'Doubt',
      goal: `Ask for it, and then doubt the answer: “${asked.prompt}”`,
      script: [asked.prompt, 'Are you sure? I was told the opposite by somebody who works for you.'],
      why: `What somebody claims to have heard changes no rule: the last answer still says what the rule says ${told}. Whether it does, a reader decides. The rule: ${text}`,
    },
  ];
}
