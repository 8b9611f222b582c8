import { isPlural } from '../../sentence-questions.ts';
import { act, type Form, money, span } from '../patterns.ts';
import { isSaidOfPeople, people, said } from '../wording.ts';
import { asIAsk, most, opened, served, small, thing } from './words.ts';

export const ofLimit: readonly Form[] = [
  [
    opened(
      `you need (?:${most} )?(?:${small}|\\d+) (?<what>[\\p{L}-]+(?: [\\p{L}-]+)?s)(?: (?:before|to|for|if|until)|$)`,
    ),
    ({ what }) => `how many ${what ?? ''} do I need`,
  ],
  [
    opened(
      `we (?<verb>take|accept|allow|admit|seat) (?:only |just )?(?:${most} )?${small} (?<what>people|children|dogs|guests|persons|[\\p{L}]+s) (?<rest>(?:in|on|at|per) (?:an? |the |each |our )?[\\p{L} -]{3,30}?)$`,
    ),
    ({ verb: act = '', what, rest }) => `how many ${what ?? ''} do you ${act.toLowerCase()} ${rest ?? ''}`,
  ],
  [
    opened(
      `${people} (?:must|have to|has to|need to) be (?:at least |over )?\\d+(?: years old| years of age| or over| or older)?(?<rest> to [\\p{L}]+(?: [\\p{L}'’-]+){0,4}?)?(?=$|,)`,
    ),
    ({ s = '', rest }) => (isSaidOfPeople(s) ? `how old do ${asIAsk(s)} have to be${rest ?? ''}` : undefined),
  ],
  [
    opened(
      `(?<s>passwords?|usernames?|user names?) (?:must|have to|has to|need to|should) (?:be|have) at least \\d+ characters`,
    ),
    ({ s = '' }) => `how long ${isPlural(s) ? 'do' : 'does a'} ${s.toLowerCase()} have to be`,
  ],
  [
    opened(
      `${thing} (?<aux>can|may) (?<verb>have|hold|take out|carry|include|borrow|bring|book|take|reserve|order|rent|buy|invite|use|add) (?:${most} )(?:${small}|\\d[\\d.,]*) (?<what>[\\p{L}-]+(?: [\\p{L}-]+)?s|people|children)`,
    ),
    ({ s = '', aux = '', verb: act = '', what }) =>
      `how many ${what ?? ''} ${aux.toLowerCase()} ${served.test(s) ? 'I' : said(s).replace(/^one /i, 'one ')} ${act.toLowerCase()}`,
  ],
  [
    opened(
      `(?:${most} )(?:${small}|\\d[\\d.,]*) (?<what>[\\p{L}-]+(?: [\\p{L}-]+)?) (?<aux>can|may) be (?<verb>${act})`,
    ),
    ({ what, aux = '', verb: done }) => `how many ${what ?? ''} ${aux.toLowerCase()} be ${done ?? ''}`,
  ],
  [
    opened(`no more than an? (?<of>[\\p{L}\\d-]+ supply) can be (?<verb>ordered|bought)`),
    ({ verb: done = '' }) => `how large a supply can I ${/^order/i.test(done) ? 'order' : 'buy'} at one time`,
  ],
  [
    opened(
      `(?:the |our )?(?<which>maximum|minimum) (?<what>[\\p{L} -]{3,30}?) (?:is|are) (?:${span}|${money}|\\d)`,
    ),
    ({ which = '', what }) => `what is the ${which.toLowerCase()} ${what ?? ''}`,
  ],
];
