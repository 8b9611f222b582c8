import { does, isPlural, withThe } from '../../sentence-questions.ts';
import { isUncounted } from '../../subject.ts';
import { act, clock } from '../patterns.ts';
import { asker, isNamed, mine, said } from '../wording.ts';

export const aged =
  / (?:under|over|up to|from|aged|below) \d+(?: (?:to|and|or) (?:\d+|over|older|under))?(?: years)?(?: old)?$/i;
export const ages = /\b(?:under|over)[- ]\d+s?\b/gi;
/** A few words that name something by themselves: with an age, a list of two or three, or of what it is. */
export function isSaidOf(subject: string): boolean {
  const bare = subject
    .replace(ages, 'children')
    .replace(aged, '')
    .replace(/(?<=^(?:an? |the )?[\p{L}-]+), (?=[\p{L}-]+ [\p{L}-]+$)/u, ' ')
    .replaceAll(/, [\p{L}-]+(?: [\p{L}-]+)?(?= and )/gu, '');
  const head = bare.replace(/ (?:of|with) .*$/i, '');
  return (
    !/^(?:single|double|first|last|next|each|every|half|part|most|some)$/i.test(bare) &&
    !/\b(?:only|up|down|off|as|than|too|still|always|usually|normally|so|be|by|at|with|without)$/i.test(
      bare,
    ) &&
    !/\b(?:costs?|runs?|gets?|opens?|closes?|starts?|stays?|asks?|says?|tells?|goes|go|be|don['’]t|isn['’]t|aren['’]t|can['’]t|won['’]t|ours|us)\b/i.test(
      bare,
    ) &&
    (isNamed(head.split(' ').length <= 6 ? (bare.split(' ').length <= 6 ? bare : head) : bare) ||
      // One word with which a line begins is no name where it is one of these.
      /^(?:service|cancellation|delivery|shipping|tax|tourist tax|insurance|membership|pool|desk|rent|shuttle|spa|sauna|gym|bar|shop|office|reception|restaurant|kitchen|library|museum|clinic|pharmacy|hotline|helpline|practice|return|registration|installation|training|tuition)$/i.test(
        bare,
      ))
  );
}

/** “Children under 7” are many, whatever stands last. */
export const doThey = (subject: string): string => does(subject.replace(aged, ''));

export const opened = (pattern: string): RegExp => new RegExp(String.raw`^${pattern}(?![\p{L}\d])`, 'iu');
export const thing = String.raw`(?<s>[\p{L}\d][\p{L}\d'’, -]{2,60}?)`;
export const small = String.raw`(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)`;
export const most = String.raw`(?:up to|at most|no more than|not more than|a maximum of|max(?:imum)?\.?|at least)`;
export const weekday = String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*`;
const date = String.raw`(?:(?:\d{1,2}(?:st|nd|rd|th)? )?(?:(?:early|mid|late|the end of)[- ])?(?:January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|autumn|winter))`;
const moment = String.raw`(?:daily|24/7|24 hours|around the clock|round the clock|all year|every [\p{L}]+|weekdays|weekends|hourly|${weekday}|${clock}(?! ?(?:[€$£%]|cents?|euros?|pounds?|dollars?|percent|km|kg|people|minutes?|hours?|days?|weeks?|months?|years?|per)\b)|${date})`;
export const sometime = String.raw`(?:(?:on|at|from|between|until|till|by|in|during|before) )?(?:the )?${moment}`;
export const done = String.raw`(?<done>(?:${act}|chosen|lent|frozen|swapped)(?:(?:, | or | and |, or )(?:${act}|swapped|frozen)){0,3}(?: (?:free of charge|for free|at no cost|without charge|online))?)`;

/** “The day pass”, “a day pass”, “parking”, “our pool”: with the article that whoever asks gives it. */
export const named = (subject = '', article = 'the'): string => {
  const whole = subject.replace(/^our /i, 'your ');
  const last =
    subject
      .split(/ (?:of|for|in|on|at|with|behind|from|to) /i)[0]
      ?.split(' ')
      .at(-1) ?? '';
  if (whole.startsWith('your ')) return whole;
  const one = withThe(
    subject,
    isPlural(subject) ? 'the' : article === 'a' && /^[aeiou]/i.test(subject) ? 'an' : article,
  );
  return isPlural(subject) ||
    isUncounted(last.toLowerCase()) ||
    /^(?:an?|the) /i.test(subject) ||
    /^(?:breakfast|lunch|dinner|check-?in|check-?out|parking|delivery|shipping|entry|admission|wi-?fi|tourist tax|data|luggage|insurance|cancellation|support|everything)$/i.test(
      subject,
    ) ||
    /\b(?:delivery|shipping|postage|cancellation|parking|luggage|baggage|property|equipment|storage|entry|admission|insurance|furniture|food|waste|water|hire|travel)$/i.test(
      last,
    )
    ? said(subject)
    : one;
};
export const base = (verb = ''): string =>
  verb
    .toLowerCase()
    .replace(/^(?:has|have)$/, 'have')
    .replace(/(?<=ch|sh)es$|(?<!s)s$/, '');

/** People of every kind ask of themselves. */
export const served =
  /^(?:you|customers|users|guests|members|visitors|people|clients|travellers|riders|shoppers|everyone|everybody|anyone|anybody)$/i;
export const asIAsk = (subject = ''): string => (served.test(subject) ? 'I' : asker(subject));
export const asMine = (rest: string, subject = ''): string =>
  served.test(subject) ? rest.replaceAll(/\b(?:your|their)\b/gi, 'my') : mine(rest, subject);
