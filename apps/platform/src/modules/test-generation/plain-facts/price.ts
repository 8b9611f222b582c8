import { behind, does, withThe } from '../sentence-questions.ts';
import { ageOf } from './limit.ts';
import { type Form, type Found, clock, days, form, money, per, span } from './patterns.ts';
import { are, isSaidOfPeople, people, said } from './wording.ts';

const priceOf = ({ s, per: each, rest }: Found): string =>
  `how much ${does(s ?? '')} ${said(s)} cost${behind(each)}${behind(rest?.trim())}`;

export const ofPrice: readonly Form[] = [
  [
    form(
      `(?<s>.{3,50}(?:surcharge|fee|charge|deposit|fine|rate|price|rent|tax)): (?!.*(?:%|percent|per cent))${money}${per}`,
    ),
    ({ s, per: each }) => `how much is ${withThe(s ?? '')}${behind(each)}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) free on (?:${days}|the (?:first|last) \\p{L}+day of (?:the|each|every) month)`,
    ),
    ({ s }) => `when ${are(s ?? '')} ${said(s)} free`,
  ],
  [
    form(`(?<s>.{3,50}?) pays? (?:half price|half|nothing|the full price|a reduced price)`),
    ({ s }) => `how much ${does(s ?? '')} ${said(s)} pay`,
  ],
  [
    form(
      `(?<s>(?:the |our )?(?:deposit|security deposit|rent|commission)) is (?:one|two|three|\\d+) (?:months?['’]?|months['’]) rent`,
    ),
    ({ s }) => `how much is ${withThe(s ?? '')}`,
  ],
  [
    form(
      `(?<s>[\\p{L}-]+) (?<of>(?:under|over|from|up to|aged|between) \\d+(?: (?:and|to) \\d+)?(?: years?)?) pays? (?:only )?${money}${per}`,
    ),
    ({ s, of: age, per: each }) =>
      isSaidOfPeople(s) ? `how much do ${said(s)} ${age ?? ''} pay${behind(each)}` : undefined,
  ],
  [form(`(?<s>.{3,60}?) costs? ${money} each`), priceOf],
  [form(`(?<s>.{3,60}?) (?:is|are) free to use`), priceOf],
  [
    form(
      `(?<s>.{3,60}?) costs? (?:between )?${money.replace('(?:[€$£]', '(?:\\d+(?:[.,]\\d+)*|[€$£]')} (?:and|to) ${money}${per}`,
    ),
    priceOf,
  ],
  [
    form(
      `(?<s>.{3,50}?) can be (?<done>rented|hired|borrowed|bought|booked|used|reserved) for (?:only )?${money}${per}`,
    ),
    ({ s, done = '', per: each }) =>
      `how much does it cost to ${doneFor[done.toLowerCase()] ?? ''} ${said(s)}${behind(each)}`,
  ],
  [
    form(`(?<s>.{3,50}?) (?:gets?|receives?) an? ${money}[ -](?<what>bonus|voucher|credit|cashback)`),
    ({ s, what }) => `what ${what ?? ''} ${does(s ?? '')} ${said(s)} get`,
  ],
  [
    form(`card payments? (?:(?:is|are) )?(?:possible |accepted )?(?:from|above|over) ${money}`),
    () => 'from what amount can I pay by card',
  ],
  [
    form(`(?<s>.{3,60}?) costs? (?:only )?${money}${per}(?<rest> (?:for|in|on) [\\p{L} -]{3,40})?`),
    (found) => priceOf({ ...found, rest: found['rest']?.trim() }),
  ],
  [form(`(?<s>.{3,60}?): (?!.*(?:%|percent|per cent))${money}${per}`), priceOf],
  [
    form(
      `free (?<s>parking|wi-?fi|admission|entry|breakfast|lockers|returns)(?<rest>(?: (?:for|on|in) [\\p{L} -]{3,30})?)`,
    ),
    priceOf,
  ],
  [
    form(
      `(?<s>(?:missed|late|returned|failed|lost|damaged|cancelled) .{3,50}?) (?:is|are|will be) charged (?:at |with )?${money}${per}`,
    ),
    ({ s, per: each }) => `how much do you charge for ${said(s)}${behind(each)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<done>replaced|repaired|delivered|reissued|collected|exchanged|changed|printed|extended) for ${money}${per}`,
    ),
    ({ s, done, per: each }) => `how much does it cost to have ${said(s)} ${done ?? ''}${behind(each)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?<done>allowed|welcome|permitted|available|possible|offered|included) for ${money}${per}`,
    ),
    ({ s, aux = '', done, per: each }) =>
      `${aux} ${said(s)} ${done ?? ''}, and what does it cost${behind(each)}`,
  ],
  [
    form(
      `${people} (?<done>(?:travel|stay|ride|fly|eat|swim|park|play|train)(?: (?:in|on|at|with) (?:the )?[\\p{L}]+)?) for ${money}(?: (?<each>each way|(?:per|an?) [\\p{L}]+))?`,
    ),
    ({ s, done, each }) => `how much does it cost for ${said(s)} to ${done ?? ''}${behind(each)}`,
  ],
  [
    form(
      `${people} (?<age>under|over|from|up to|older than|younger than) (?:the age of )?\\d+(?: years?)?(?: old)? (?<done>travel|stay|ride|fly|eat|swim|park|play|train|enter|get in|go) (?:for )?free(?: of charge)?(?<rest>(?: (?:in|on|at|with) [\\p{L}'’ ]{3,40})?)`,
    ),
    ({ s, age = '', done, rest }) =>
      isSaidOfPeople(s)
        ? `${ageOf(age)} what age ${does(s ?? '')} ${said(s)} ${done ?? ''} free${rest ?? ''}`
        : undefined,
  ],
  [
    form(
      `${people} (?<done>travel|stay|ride|fly|eat|swim|park|play|train|enter|get in|go) (?:for )?free(?: of charge)?(?<rest>(?: (?:in|on|at|with) [\\p{L}'’ ]{3,40})?)`,
    ),
    ({ s, done, rest }) => (isSaidOfPeople(s) ? `do ${said(s)} ${done ?? ''} free${rest ?? ''}` : undefined),
  ],
  [
    form(
      `(?:(?<s>delivery|shipping|postage|express delivery|standard shipping|standard delivery) is free(?: of charge)?|free (?<t>delivery|shipping|postage)) (?:from|above|over|for orders (?:over|above|from|of)) ${money}(?: (?:and|or) more)?`,
    ),
    ({ s, t }) => `how much do I have to spend to get free ${(s ?? t ?? '').toLowerCase()}`,
  ],
  [
    form(
      `(?:(?<s>.{3,40}?) is free(?: of charge)?|free (?<t>cancellation|rebooking)(?: is possible)?) (?:up to|until|till) (?:${span}|${clock}) ?(?:before|prior to|in advance|on the day)?.{0,30}`,
    ),
    ({ s, t }) => `until when is ${said(s ?? t)} free`,
  ],
  [
    form(
      `(?<s>.{3,60}?) (?:is|are) (?:always )?free(?: of charge)?(?<rest>(?: (?:for|in|on|at) [\\p{L} -]{2,30})?)`,
    ),
    ({ s, rest }) => `how much ${does(s ?? '')} ${said(s)} cost${(rest ?? '').replace(/ all /, ' ')}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) included in (?:the|our) (?<in>(?:[\\p{L}]+ )?(?:price|fee|ticket|membership|rate|rent|fare))`,
    ),
    ({ s, aux = '', in: where }) => `${aux} ${said(s)} included in the ${where ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:gets?|receives?|have|has) (?:a )?(?:discount of )?\\d+(?:[.,]\\d+)? ?(?:%|percent|per cent)(?: off| discount| reduction)?(?<rest>(?: (?:on|for) [\\p{L} -]{3,30})?)`,
    ),
    ({ s, rest }) => `how much of a discount ${does(s ?? '')} ${said(s)} get${rest ?? ''}`,
  ],
  [
    form(
      `(?<s>groups) of \\d+ or more (?:gets?|receives?) (?:a )?\\d+ ?(?:%|percent)(?: off| discount| reduction)?`,
    ),
    () => 'is there a discount for groups, and how many people do we have to be',
  ],
];

const doneFor: Readonly<Record<string, string>> = {
  rented: 'rent',
  hired: 'hire',
  borrowed: 'borrow',
  bought: 'buy',
  booked: 'book',
  used: 'use',
  reserved: 'reserve',
};
