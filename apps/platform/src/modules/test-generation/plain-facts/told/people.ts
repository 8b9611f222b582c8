import { isPlural } from '../../sentence-questions.ts';
import { type Form, money } from '../patterns.ts';
import { are, isSaidOfPeople, people, said } from '../wording.ts';
import { aged, ages, asIAsk, asMine, done, named, opened, thing } from './words.ts';

export const ofPeople: readonly Form[] = [
  [
    opened(`${people} (?<aux>can|may) (?<does>(?!be\\b)[\\p{L}-]+(?: [\\p{L}'’-]+){0,4}?) by [\\p{L}]+ing`),
    ({ s = '', aux = '', does: act = '' }) =>
      isSaidOfPeople(s) ? `how ${aux.toLowerCase()} ${asIAsk(s)} ${asMine(act, s)}` : undefined,
  ],
  [
    opened(
      `(?<s>photos|pictures|videos|data|documents|results|records) (?:is|are) (?:only )?shared with [\\p{L}]+`,
    ),
    ({ s = '' }) => `who do you share ${said(s)} with`,
  ],
  [
    opened(`(?:no )?${thing} (?:is|are) (?:also )?possible$`),
    ({ s = '' }) => `${are(s)} ${named(s)} possible`,
  ],
  [
    opened(
      `(?:anyone|everyone|everybody|anybody)(?: [\\p{L}'’ -]{3,40}?)? (?<aux>can|may) (?<does>(?!be\\b)[\\p{L}]+(?: (?!with\\b|if\\b)[\\p{L}'’]+){0,4}?)(?= with| if|$|,)`,
    ),
    ({ aux = '', does: act }) => `who ${aux.toLowerCase()} ${act ?? ''}`,
  ],
  [
    opened(`${thing} (?:don['’]t|do not) (?:have|need) to (?<does>[\\p{L}]+(?: [\\p{L}'’]+){0,4}?)(?=$|,)`),
    ({ s = '', does: act }) =>
      isSaidOfPeople(s) ? `do ${asIAsk(s)} have to ${asMine(act ?? '', s)}` : undefined,
  ],
  [
    opened(`${thing} (?:is|are) only for [\\p{L}]+`),
    ({ s = '' }) => `${are(s)} ${named(s)} available to everyone`,
  ],
  [opened(`(?<s>[\\p{L}-]+(?: [\\p{L}-]+)?s) (?:are )?available$`), ({ s = '' }) => `do you have ${said(s)}`],
  [
    opened(
      `we (?:can['’]t|cannot|don['’]t|do not) guarantee (?:that )?(?<what>(?:any|an?|the) [\\p{L}]+(?: [\\p{L}]+){1,6})$`,
    ),
    ({ what = '' }) => `can you guarantee that ${what.replace(/^any /i, 'a ')}`,
  ],
  [
    opened(
      `we (?:don['’]t|do not) (?<does>(?:offer|sell|accept|treat|repair|rent out|ship|deliver|serve|take|buy|insure|cover|teach|provide|stock|hire out|lend)(?: [\\p{L}'’-]+){1,4})$`,
    ),
    ({ does: act }) => `do you ${act ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<state>allowed|welcome|permitted|accepted|refundable|transferable)(?<rest>(?: (?:in|on|at|inside) (?:the |all |our )?[\\p{L}]+(?: [\\p{L}]+)?)?)(?: for ${money}.*)?$`,
    ),
    ({ s = '', aux = '', state, rest }) => `${aux.toLowerCase()} ${said(s)} ${state ?? ''}${rest ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?:not |strictly )?(?<state>allowed|permitted|forbidden|prohibited|banned)(?<rest>(?: (?:in|on|at|inside) (?:the |all |our )?[\\p{L}]+(?: [\\p{L}]+)?)?)$`,
    ),
    ({ s = '', aux = '', rest }) => `${aux.toLowerCase()} ${said(s)} allowed${rest ?? ''}`,
  ],
  [
    opened(
      `(?<s>[\\p{L}-]+(?: [\\p{L}-]+)?) needs? (?<what>an? (?:[\\p{L}-]+ )?(?:permit|ticket|licen[cs]e|passport|visa|reservation|helmet|pass|deposit|appointment|account))`,
    ),
    ({ s = '', what }) => (isPlural(s) ? `do ${said(s)} need ${what ?? ''}` : undefined),
  ],
  [
    opened(
      `no (?<what>parking|wi-?fi|showers|toilets|lockers|breakfast|food|changing rooms|air conditioning) (?<where>(?:at|in|on) the [\\p{L}]+)`,
    ),
    ({ what = '', where = '' }) =>
      `${what.endsWith('s') ? 'are' : 'is'} there ${what.toLowerCase()} ${where}`,
  ],
  [
    opened(`${thing} (?<aux>is|are) for (?:ages|children aged|kids aged|people aged|children|kids) \\d+`),
    ({ s = '', aux = '' }) => `which ages ${aux.toLowerCase()} ${named(s)} for`,
  ],
  [
    opened(`${thing} (?<aux>can|may) only be ${done}`),
    ({ s = '', aux = '', done: act }) => `${aux.toLowerCase()} ${said(s)} be ${act ?? ''}`,
  ],
  [
    opened(
      `(?<s>[\\p{L}\\d-]+(?: (?:under|over|up to|below) \\d+)?) (?:must|have to|need to) have (?<what>(?:an?|the) [\\p{L}]+(?: (?:in|on|at|with|inside) (?:the )?[\\p{L}]+){0,2})`,
    ),
    ({ s = '', what }) =>
      isSaidOfPeople(s.replace(ages, 'children').replace(aged, ''))
        ? `do ${said(s)} have to have ${what ?? ''}`
        : undefined,
  ],
  [
    opened(
      `${people} (?:must|have to|need to) (?<does>(?:register|book|pay|wear|take|sign|show|leave|return|check in|check out|arrive|order|use|buy|bring|upload|complete|reserve|cancel|report|collect|carry|keep)(?: [\\p{L}\\d'’-]+){1,8})$`,
    ),
    ({ s = '', does: act = '' }) =>
      isSaidOfPeople(s) ? `do ${asIAsk(s)} have to ${asMine(act, s)}` : undefined,
  ],
  [
    opened(
      `${people} (?<aux>can|may) (?<does>(?:pay|use|bring|book|park|rent|hire|borrow|cancel|return|change|pause|order|renew|visit|enter|register|upgrade|transfer|exchange|swap|choose|collect|leave|stay|swim|camp|smoke|join|download|switch|freeze|try)(?: [\\p{L}'’-]+){1,8})$`,
    ),
    ({ s = '', aux = '', does: act = '' }) =>
      isSaidOfPeople(s) ? `${aux.toLowerCase()} ${asIAsk(s)} ${asMine(act, s)}` : undefined,
  ],
  [
    opened(
      `${thing} (?<aux>isn['’]t|aren['’]t|is not|are not) (?<state>provided|included|available|allowed|supplied|refundable|refunded|covered|insured|transferable|exchangeable|permitted)`,
    ),
    ({ s = '', aux = '', state }) => `${/^is/i.test(aux) ? 'is' : 'are'} ${named(s)} ${state ?? ''}`,
  ],
  [
    opened(`${thing} (?:can['’]t|cannot|(?:can|may|must) not) be ${done}`),
    ({ s = '', done: act }) => `can ${said(s)} be ${act ?? ''}`,
  ],
  [
    opened(
      `${thing} (?<aux>is|are) (?<state>communal|shared|heated|exempt|compulsory|optional|mandatory|required|accessible|insured|covered|refundable|transferable|vegan|vegetarian|halal|organic|fine|ok|okay)(?<rest>(?: without (?:an? )?[\\p{L}]+)?)$`,
    ),
    ({ s = '', aux = '', state = '', rest }) =>
      `${aux.toLowerCase()} ${named(s)} ${state.replace(/^(?:fine|ok|okay)$/i, 'allowed')}${rest ?? ''}`,
  ],
];
