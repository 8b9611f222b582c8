import { does, withThe } from '../sentence-questions.ts';
import {
  type Form,
  type Found,
  act,
  clock,
  count,
  days,
  doing,
  form,
  often,
  span,
  times,
} from './patterns.ts';
import { are, asker, isSaidOfPeople, mine, people, said } from './wording.ts';

const untilWhen = ({ s = '', aux = '', done = '' }: Found): string =>
  `until when ${aux.toLowerCase()} ${said(s)} be ${done}`;

export const ofTime: readonly Form[] = [
  [
    form(
      `(?<s>.{3,40}?) (?<done>start|begin|leave|depart|open)s? at ${clock}(?:, ${clock}){0,3} and ${clock}`,
    ),
    ({ s, done }) => `when ${does(s ?? '')} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<done>run|leave|depart|operate)s? every (?:\\d+ )?(?:minutes|half(?: an)? hour|hour|day|week)`,
    ),
    ({ s = '', done }) => `how often ${does(s)} ${said(s.replace(/^an? /i, 'the '))} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?:offered|available|given) in (?:English|German|French|Spanish|Italian|Dutch|Polish)(?:(?:,| and|, and) (?:English|German|French|Spanish|Italian|Dutch|Polish)){1,4}`,
    ),
    ({ s, aux = '' }) => `in which languages ${aux.toLowerCase()} ${said(s)} offered`,
  ],
  [
    form(`(?<s>.{3,40}?) (?<aux>can|may) be (?<done>${act}) (?:${times})`),
    ({ s, aux = '', done }) => `when ${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) possible (?:up to|until|till) (?:${span}|${clock}) ?(?:before|prior to|in advance).{0,30}`,
    ),
    ({ s }) => `until when ${are(s ?? '')} ${said(s)} possible`,
  ],
  [
    form(`(?<s>.{3,40}?) expires? (?:after|on|at) .{3,30}`),
    ({ s }) => `when ${does(s ?? '')} ${said(s)} expire`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<done>held|taught|given) in (?:English|German|French|Spanish|Italian|Dutch|Polish)(?: and (?:English|German|French|Spanish|Italian|Dutch|Polish))?`,
    ),
    ({ s, aux = '', done }) => `in which language ${aux.toLowerCase()} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>check-in|check-out|breakfast|lunch|dinner|last admission|closing time|opening time): (?:from |until |till |by )?${clock}(?: (?:to|-|–|until) ${clock})?`,
    ),
    ({ s }) => `when is ${s?.toLowerCase().replace(/^(?=last|closing|opening)/, 'the ') ?? ''}`,
  ],
  [
    form(`(?:the |our )?minimum (?<what>contract|stay|rental|term|booking|rental period) is ${span}`),
    ({ what }) => `how long is the minimum ${what ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<state>collected|held|delivered|due|published|emptied) on \\d{1,2}(?:st|nd|rd|th)? (?:January|February|March|April|May|June|July|August|September|October|November|December)`,
    ),
    ({ s, aux = '', state }) => `when ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(`(?<s>[\\p{L} -]{3,40} (?:period|term|time|deadline|warranty|notice)): ${span}`),
    ({ s }) => `how long is ${withThe(s ?? '')}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) (?<state>open|served|available) (?:until|till) ${clock} (?<on>(?:on|at) ${days})`,
    ),
    ({ s, state, on }) => `until when ${are(s ?? '')} ${said(s)} ${state ?? ''} ${on ?? ''}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>(?:borrow|keep|rent|pause|use|book|hire|reserve) [\\p{L}]+(?: [\\p{L}]+)?) for (?:up to )?${span}`,
    ),
    ({ s, aux = '', done }) =>
      isSaidOfPeople(s) ? `for how long ${aux.toLowerCase()} ${asker(s)} ${mine(done ?? '', s)}` : undefined,
  ],
  [
    form(
      `(?:our |the )?(?<of>opening hours|opening times|office hours|business hours|visiting hours|service hours|reception hours)(?::| are) .{0,60}\\d.{0,40}`,
    ),
    ({ of }) => `what are your ${(of ?? '').toLowerCase()}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) (?:possible |available |open )?from ${clock}(?: onwards)?`),
    ({ s }) => `from what time ${are(s ?? '')} ${said(s)}${/open/.test(s ?? '') ? '' : ' possible'}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) (?<state>open |possible |available )?(?:until|till|by) ${clock}`),
    ({ s, state }) => `until what time ${are(s ?? '')} ${said(s)} ${state?.trim() ?? 'possible'}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) open (?<on>on ${days}) (?:until|till) ${clock}`),
    ({ s, on }) => `until when ${are(s ?? '')} ${said(s)} open ${on ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<state>held|kept|served|accepted|open|available|valid|reserved) (?:until|till) (?:${clock}|the end of .{3,20}|\\d{1,2} [\\p{L}]+)`,
    ),
    ({ s, aux = '', state }) => `until when ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) ${span} (?:before|after) [\\p{L} ]{3,30}`),
    ({ s }) =>
      /\b(?:admission|entry|orders?|check-in|boarding|departure|arrival)$/i.test(s ?? '')
        ? `when is ${withThe(s ?? '')}`
        : undefined,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) only (?<state>admitted|allowed|open|sold|served|available|possible|accepted) (?:${times}|during (?:the )?[\\p{L}]+(?: [\\p{L}]+)?)`,
    ),
    ({ s, aux = '', state }) => `when ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(`(?<s>.{3,50}?) (?:is|are) due (?:within|in|on|by|at) .{3,50}`),
    ({ s }) => `when ${are(s ?? '')} ${said(s)} due`,
  ],
  [
    form(
      `(?<s>.{3,50}?) must be (?<done>renewed|changed|checked|serviced|cleaned|paid|repeated) (?:${often})`,
    ),
    ({ s, done }) => `how often must ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(`(?<s>.{3,50}?) takes? place (?:${often}|weekly|monthly|yearly|annually)`),
    ({ s }) => `how often ${does(s ?? '')} ${said(s)} take place`,
  ],
  [
    form(`we (?<done>open|close|start) at ${clock}(?<rest>(?: on ${days})?)`),
    ({ done, rest }) => `when do you ${(done ?? '').toLowerCase()}${rest ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:can|may) be (?<done>cancelled|canceled|terminated|ended) with (?:a )?(?:notice of )?${span}['’]?s?(?: notice)?`,
    ),
    ({ s, done = '' }) =>
      `how much notice do I have to give to ${/^cancel/i.test(done) ? 'cancel' : done.toLowerCase().replace(/(?:at)?ed$/, (tail) => (tail === 'ated' ? 'ate' : ''))} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) ha(?:s|ve) an? (?<what>minimum term|minimum period|notice period|trial period|cooling-off period) of ${span}`,
    ),
    ({ s, what }) => `how long is the ${what ?? ''} of ${said(s)}`,
  ],
  [form(`(?<s>.{3,40}?) (?:is|are) at ${clock}`), ({ s }) => `when is ${withThe(s ?? '')}`],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<state>(?:open|served|seen|available|offered|reachable|possible|collected|delivered|staffed|held|shown|accepted|picked up|emptied|taught|treated|closed)(?: (?:by (?:phone|telephone|e-?mail)|online|in person))?) (?<at>${times})(?: (?:at|under|on) [\\d +()/-]{5,25})?`,
    ),
    ({ s, aux = '', state = '', at = '' }) =>
      /^closed/i.test(state)
        ? /^on /i.test(at)
          ? `on which days ${aux.toLowerCase()} ${said(s)} closed`
          : undefined
        : `when ${aux.toLowerCase()} ${said(s)} ${state}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?<aux>takes?|runs?|starts?|meets?|leaves?|departs?) place? ?(?<at>${times})`),
    ({ s, aux = '' }) =>
      `when ${does(s ?? '')} ${said(s)} ${aux.toLowerCase().replace(/s$/, '')}${/^take/i.test(aux) ? ' place' : ''}`,
  ],
  [
    form(`we (?:are|['’]re) (?<state>open|closed) (?<at>${times})`),
    ({ state = '', at = '' }) =>
      /^on /i.test(at) && /closed/i.test(state)
        ? 'on which days are you closed'
        : `when are you ${state.toLowerCase()}`,
  ],
  [
    form(`we (?:are|['’]re) closed for ${span} (?<rest>(?:in|over|at|around) [\\p{L} ]{3,30})`),
    ({ rest }) => `how long are you closed ${rest ?? ''}`,
  ],
  [
    form(
      `we (?<done>deliver|ship|open|close|collect|answer the phone|serve (?:food|lunch|dinner|breakfast)) (?:until|till) ${clock}`,
    ),
    ({ done }) => `until when do you ${(done ?? '').toLowerCase()}`,
  ],
  [
    form(
      `we (?<done>deliver|ship|open|collect|serve (?:food|lunch|dinner|breakfast)|offer [\\p{L} ]{3,30}?) (?<at>${times})`,
    ),
    ({ done }) => `when do you ${(done ?? '').toLowerCase()}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<done>opens?|closes?|starts?|begins?|ends?) ${span} (?<rest>before|after) (?<what>departure|closing(?: time)?|check-in|arrival|kick-off|takeoff|the (?:performance|show|start|appointment|event|match|film|lesson|tour|concert|game|course))`,
    ),
    ({ s, done = '', rest, what }) =>
      `how long ${rest ?? ''} ${what ?? ''} ${does(s ?? '')} ${said(s)} ${done.toLowerCase().replace(/s$/, '')}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>visit|come|join|train|book|swim|pick up [\\p{L} ]{3,20}|drop off [\\p{L} ]{3,20}) (?<at>${times})`,
    ),
    ({ s, aux = '', done }) =>
      isSaidOfPeople(s) ? `when ${aux.toLowerCase()} ${asker(s)} ${mine(done ?? '', s)}` : undefined,
  ],
  [
    form(`(?<s>.{3,50}?) (?<done>takes?|lasts?|runs?) (?:for )?${span}`),
    ({ s, done = '' }) => `how long ${does(s ?? '')} ${said(s)} ${done.toLowerCase().replace(/s$/, '')}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?:about |around |at most |up to )?${count} (?:minutes?|hours?|days?|weeks?|months?) long`,
    ),
    ({ s }) => `how long ${are(s ?? '')} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?<state>available|valid|kept|stored|saved|guaranteed|open) for (?:up to )?${span}`,
    ),
    ({ s, aux = '', state }) => `for how long ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:has|have|comes? with|carry|carries) an? ${span.replace('(?:about', '(?:about')} (?<what>warranty|guarantee|trial|money-back guarantee|notice period|cooling-off period)`,
    ),
    ({ s, what }) =>
      `how long is the ${what ?? ''} ${/notice|cooling/.test(what ?? '') ? 'of' : 'on'} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${doing}) for (?:up to |at most |a maximum of )?${span}(?: (?:an?|per) [\\p{L}]+| at a time)?`,
    ),
    ({ s, aux = '', done }) => `for how long ${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<state>ready|available|processed|finished|repaired) (?:after|in|within) ${span}`,
    ),
    ({ s, state }) => `how long does it take until ${said(s)} ${are(s ?? '')} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<done>delivered|shipped|sent|repaired|answered|processed|refunded|paid|fixed|posted|issued|collected|installed) (?:after|in|within) ${span}(?: (?:of|after) [\\p{L} ]{3,30})?`,
    ),
    ({ s, done }) => `how long does it take until ${said(s)} ${are(s ?? '')} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>must) be (?<done>reported|registered|returned|paid|cancelled|canceled|made|submitted|claimed|declared|renewed|handed in|filed|collected|picked up|brought back|sent back|booked|ordered) (?:(?:within|in|at least|no later than) )?${span}(?<rest> (?:of|after|before|from|in advance).{0,30})?`,
    ),
    ({ s, done, rest = '' }) =>
      /before|in advance/i.test(rest)
        ? `how long ${/in advance/i.test(rest) ? 'in advance' : rest.trim()} must ${said(s)} be ${done ?? ''}`
        : `within what time must ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may|must) be (?<done>${act}) (?:free of charge )?(?:up to|until|till|by|no later than|at least) (?:${span}|${clock}) ?(?:before|prior to|in advance|on the).{0,30}`,
    ),
    untilWhen,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${act}) within ${span}(?: (?:of|after) [\\p{L} ]{3,30})?`,
    ),
    ({ s, aux = '', done }) => `how long do I have until ${said(s)} ${aux} no longer be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<done>collected|emptied|cleaned|delivered|published|updated|billed|sent|issued|read|inspected|changed|paid|sent out|held) (?:${often}|weekly|monthly|daily|quarterly|yearly|annually)`,
    ),
    ({ s, done }) => `how often ${are(s ?? '')} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${act}) (?:up to |at most |a maximum of |only )?(?:once|twice|(?:two|three|four|five|\\d+) times)(?: .{3,20})?`,
    ),
    ({ s, aux = '', done }) => `how often ${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>(?!be\\b)[\\p{L}]+(?: [\\p{L}'’]+){0,4}?) (?:up to )?(?:${often})`,
    ),
    ({ s, aux = '', done }) =>
      isSaidOfPeople(s) ? `how often ${aux.toLowerCase()} ${asker(s)} ${mine(done ?? '', s)}` : undefined,
  ],
  [
    form(
      `${people} (?:should|must|have to|need to) arrive (?:at least )?${span} (?<rest>early|before [\\p{L} ]{3,30}|in advance)`,
    ),
    ({ s, rest = '' }) =>
      isSaidOfPeople(s)
        ? /^before/i.test(rest)
          ? `how long ${rest} ${/^I$/.test(asker(s)) ? 'do' : 'do'} ${asker(s)} have to arrive`
          : `how early do ${asker(s)} have to arrive`
        : undefined,
  ],
  [
    form(
      `${people} (?<aux>can|may|must|have to|need to) (?<done>(?!be\\b|only\\b|not\\b)[\\p{L}-]+(?: [\\p{L}'’-]+){0,4}?) within (?:${count}) (?:(?:working|business|calendar|full) )?(?<unit>hours|days|weeks|months|years)(?<rest>(?: (?:of|after|from) [\\p{L} ]{3,30})?)`,
    ),
    ({ s, aux = '', done, unit, rest = '' }) =>
      isSaidOfPeople(s)
        ? `within how many ${unit ?? ''}${mine(rest, s)} ${/ /.test(aux) ? 'do' : aux.toLowerCase()} ${asker(s)} ${/ /.test(aux) ? `${aux.toLowerCase()} ` : ''}${mine(done ?? '', s)}`
        : undefined,
  ],
  [
    form(
      `${people} (?:can|may|must) (?<done>cancel|leave|give notice|terminate) with (?:a )?(?:notice of )?${span}['’]?s?(?: notice)?`,
    ),
    ({ s, done }) =>
      isSaidOfPeople(s)
        ? `how much notice do ${asker(s)} have to give to ${/notice/.test(done ?? '') ? 'leave' : (done ?? '')}`
        : undefined,
  ],
];
