import { behind, does, isPlural, withThe } from '../sentence-questions.ts';
import { type Form, act, form, weight } from './patterns.ts';
import { are, asker, isSaidOfPeople, people, said } from './wording.ts';

/** “Under 6” is asked for with its own word: “up to” would be answered with 5. */
export const ageOf = (said: string): string =>
  /^(?:under|younger than)$/i.test(said)
    ? 'under'
    : /^(?:over|older than)$/i.test(said)
      ? 'over'
      : /^up to$/i.test(said)
        ? 'up to'
        : 'from';

const boughtBy: Readonly<Record<string, string>> = {
  sold: 'to buy',
  rented: 'to rent',
  'rented out': 'to rent',
  lent: 'to borrow',
  'lent out': 'to borrow',
  'hired out': 'to hire',
};

export const ofLimit: readonly Form[] = [
  [
    form(`(?:the )?(?<what>age limit|minimum age|maximum age)(?::| is) \\d+(?: years)?`),
    ({ what }) => `what is the ${what?.toLowerCase() ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<verb>ha(?:s|ve)|includes?|contains?|holds?|seats?|takes?|covers?|allows?)(?<most> at most| up to| a maximum of)? \\d+ (?<what>[\\p{L}]+s|people|children)`,
    ),
    ({ s, verb = '', most, what }) =>
      /\b(?:minutes?|hours?|days?|weeks?|months?|years?|points)$/i.test(what ?? '')
        ? undefined
        : `how many ${what ?? ''} ${does(s ?? '')} ${said(s)} ${/^ha/i.test(verb) ? 'have' : verb.toLowerCase().replace(/s$/, '')}${most === undefined ? '' : ' at most'}`,
  ],
  [form(`(?<s>.{3,40}?) (?:is|are) limited to \\d.{0,30}`), ({ s }) => `what is the limit for ${said(s)}`],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) (?:about |only )?\\d+(?:[.,]\\d+)? (?:metres|meters|km|kilometres|kilometers|miles|minutes) away`,
    ),
    ({ s }) => `how far away ${are(s ?? '')} ${said(s)}`,
  ],
  [
    form(`(?<s>passwords?|usernames?|user names?) must (?:be|have) at least \\d+ characters(?: long)?`),
    ({ s }) => `how long must ${isPlural(s ?? '') ? '' : 'a '}${(s ?? '').toLowerCase()} be`,
  ],
  [
    form(`(?:the )?minimum age (?<for>for [\\p{L} ]{3,30} )?is \\d+(?: years)?`),
    ({ for: what }) => `what is the minimum age${behind(what?.trim())}`,
  ],
  [
    form(
      `${people} must be (?:at least |over |older than )\\d+(?: years)?(?: old)?(?<rest>(?: to [\\p{L} ]{3,40})?)`,
    ),
    ({ s, rest }) =>
      isSaidOfPeople(s) || /\b(?:drivers|hirers|renters|applicants|buyers)$/i.test(s ?? '')
        ? asker(s) === 'I'
          ? `how old do I have to be${rest ?? ''}`
          : `how old must ${said(s)} be${rest ?? ''}`
        : undefined,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>can be|is|are|may be) (?<done>opened|admitted|accepted|allowed|taken|possible|used|rented|sold|booked) from (?:the )?(?:age (?:of )?)?\\d+(?: months?| years?)?(?: of age| old)?`,
    ),
    ({ s, aux = '', done }) =>
      /\s/.test(aux)
        ? `from what age ${aux.split(' ')[0]?.toLowerCase() ?? ''} ${said(s)} be ${done ?? ''}`
        : `from what age ${aux.toLowerCase()} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>[\\p{L} -]{3,30}?) (?:is|are) only (?<done>sold|rented|rented out|lent|lent out|hired out) to (?:adults|people|persons|customers|members)?(?: (?:over|aged|from|above|older than) ?(?:the age of )?\\d+(?: years)?| aged \\d+ (?:and|or) (?:over|older))`,
    ),
    ({ s, done }) => `how old do I have to be ${boughtBy[(done ?? '').toLowerCase()] ?? ''} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>may|can|must not) weigh (?:up to|at most|no more than|a maximum of|more than) ${weight}`,
    ),
    ({ s }) => `how heavy may ${said(s)} be`,
  ],
  [
    form(
      `up to \\d+ (?<what>[\\p{L}]+(?: [\\p{L}]+)?) (?<aux>can|may) be (?<done>${act})(?<rest>(?: (?:at once|at a time|at the same time|per [\\p{L}]+))?)`,
    ),
    ({ what, aux = '', done, rest }) =>
      `how many ${what ?? ''} ${aux.toLowerCase()} be ${done ?? ''}${rest ?? ''}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>borrow|bring|book|take|reserve|order|rent|buy|invite|use|add) (?:up to |at most |a maximum of |only )?(?:\\d+|one|two|three|four|five|ten) (?<what>[\\p{L}]+s)(?<rest>(?: (?:at once|at a time|at the same time|(?:per|an?) [\\p{L}]+))?)`,
    ),
    ({ s, aux = '', done, what, rest }) =>
      isSaidOfPeople(s)
        ? `how many ${(what ?? '').replace(/^(?!.*ss$)/, '')} ${aux.toLowerCase()} ${asker(s)} ${done ?? ''}${rest ?? ''}`
        : undefined,
  ],
  [
    form(
      `(?<s>(?:the |our )?[\\p{L} -]{0,30}?(?:speed|limit|capacity|size|height|weight|depth|temperature|length|width|allowance|minimum|maximum|deposit|fee)) (?:is|are) (?:at most |up to |at least )?\\d+(?:[.,]\\d+)* ?(?:[\\p{L}°%€$£/]+)(?: per [\\p{L}]+)?`,
    ),
    ({ s }) => `what is ${withThe(s ?? '').replace(/^our /i, 'your ')}`,
  ],
];
