import { does, isPlural, withThe } from '../sentence-questions.ts';
import { type Form, act, form } from './patterns.ts';
import { asker, isSaidOfPeople, places, said } from './wording.ts';

/** How a thing is done, in the words of who does it. */
const ways: Readonly<Record<string, string>> = {
  payment: 'How can I pay',
  cancellation: 'How can I cancel',
  booking: 'How can I book',
  registration: 'How can I register',
  reservation: 'How can I reserve',
  rebooking: 'How can I rebook',
};

const list = String.raw`\p{L}[\p{L}’' ,-]{2,60}`;

export const ofPlace: readonly Form[] = [
  [
    form(
      `(?<s>parking|wi-?fi|lockers|showers|toilets|breakfast|food|luggage storage|data|our data) (?<aux>is|are) (?<state>available|stored|hosted|served|kept|located) (?:in|at|behind|on|next to|near|opposite) (?:the )?[\\p{L}\\d'’ -]{3,40}`,
    ),
    ({ s, aux = '', state }) => `where ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) must be (?<done>(?:kept (?:on|in|out of) (?:the |an? )?[\\p{L}]+|switched off|worn|left|washed|taken off|supervised|accompanied by [\\p{L} ]{3,20}|vaccinated|returned with an? [\\p{L}]+ [\\p{L}]+|signed|brought along)(?: (?:in|on|at|inside|during) (?:the )?[\\p{L} ]{3,30})?)`,
    ),
    ({ s, done }) => (isPlural(s ?? '') ? `do ${said(s)} have to be ${done ?? ''}` : undefined),
  ],
  [
    form(
      `(?<s>[\\p{L} -]{3,40}?) needs? (?<no>no|an?) (?<what>(?:[\\p{L}-]+ ){0,2}(?:tickets?|cards?|visas?|permits?|reservations?|appointments?|helmets?|licen[cs]es?|experience|booking|passports?|deposit|insurance))`,
    ),
    ({ s, no = '', what }) =>
      isSaidOfPeople(s)
        ? `do ${asker(s)} need ${/^no$/i.test(no) ? (/(?:experience|insurance|s)$/i.test(what ?? '') ? '' : 'a ') : `${no} `}${what ?? ''}`
        : undefined,
  ],
  [
    form(
      `we (?:do not|don['’]t) (?<done>deliver|ship|refund|exchange|cater|repair|rent out|take cash|accept cash|accept cards|take reservations|accept reservations)`,
    ),
    ({ done }) => `do you ${(done ?? '').toLowerCase()}`,
  ],
  [
    form(`(?<s>.{3,40}?) contains? (?<what>[\\p{L}]+(?: (?:and|or) [\\p{L}]+)?)`),
    ({ s, what }) => `${does(s ?? '')} ${said(s)} contain ${what ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) not (?<done>collected|paid out|refunded|exchanged|replaced|sold|lent out|accepted|delivered|shipped|insured|covered)(?<rest>(?: (?:in|for|on|to|at|as|by) [\\p{L} ]{3,30})?)`,
    ),
    ({ s, aux = '', done, rest }) => `${aux.toLowerCase()} ${said(s)} ${done ?? ''}${rest ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?<state>(?:included|available)(?: (?:in|on|at|for|to) [\\p{L} ]{3,30})?)`,
    ),
    ({ s, aux = '', state }) => `${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>(?:the |our )?(?:[\\p{L}-]+ ){0,3}[\\p{L}-]+) (?<aux>is|are) (?:located |situated )?(?:on|in|at|next to|behind|opposite|near|beside) (?:the )?[\\p{L}\\d'’ .-]{3,60}`,
    ),
    ({ s = '', aux = '' }) =>
      places.test(s) ? `where ${aux.toLowerCase()} ${/^our /i.test(s) ? said(s) : withThe(s)}` : undefined,
  ],
  [
    form(
      `(?<s>payment|cancellation|booking|registration|reservation|rebooking) is (?:only )?possible (?:by|via|with|in|through|online|at) ?.{0,60}`,
    ),
    ({ s = '' }) => ways[s.toLowerCase()],
  ],
  [
    form(
      `we (?:only )?accept (?:only )?(?=.*\\b(?:cash|cards?|visa|mastercard|paypal|invoice|apple pay|google pay|cheques?|transfer)\\b)${list}`,
    ),
    () => 'how can I pay',
  ],
  [
    form(`we (?<done>deliver|ship) (?:only )?(?:to|within|in|across|throughout) (?:the )?${list}`),
    ({ done }) =>
      `where do you ${(done ?? '').toLowerCase()}${/deliver|ship/i.test(done ?? '') ? ' to' : ''}`,
  ],
  [form(`we speak .{4,60}`), () => 'which languages do you speak'],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may|must) be (?<done>ordered|booked|cancelled|canceled|renewed|paid|requested|applied for|submitted|made|returned|extended|reported|changed|bought|reserved|picked up|collected|paused|registered) (?:only )?(?:online|by (?:phone|telephone|e-?mail|post|letter|card)|in the app|in our app|on our website|at the [\\p{L} ]{3,25}|in person|via the (?:app|website|portal))(?: or (?:online|by (?:phone|telephone|e-?mail|post|letter|card)|in the app|at the [\\p{L} ]{3,25}|in person))?`,
    ),
    ({ s, done }) =>
      /^(?:collected|picked up)/i.test(done ?? '')
        ? `where can ${said(s)} be ${done ?? ''}`
        : `how can ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${act}) without (?<what>an? (?:appointment|receipt|booking|reservation|ticket|registration|fee|account))`,
    ),
    ({ s, aux = '', done, what }) => `${aux.toLowerCase()} ${said(s)} be ${done ?? ''} without ${what ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?:strictly )?(?<not>not )?(?<state>allowed|permitted|welcome|forbidden|prohibited|refundable|transferable|required|compulsory|mandatory|wheelchair accessible|accessible by wheelchair|barrier-free|vegan|vegetarian|gluten-free|waterproof|dishwasher-safe)(?<rest>(?: (?:in|on|at|inside|during|for|to|with|without) [\\p{L} ]{3,40})?)`,
    ),
    ({ s, aux = '', state = '', rest }) =>
      `${aux.toLowerCase()} ${said(s)} ${state.replace(/forbidden|prohibited/i, 'allowed')}${rest ?? ''}`,
  ],
];
