import { isPlural, isSubject, leansOnCase, lowerThe, withThe } from '../sentence-questions.ts';
import { isUncounted } from '../subject.ts';

/** Who or what it is said of, in a few words that need nothing before them. */
export const isNamed = (subject: string): boolean =>
  /^(?:you|everyone|everybody|anyone|anybody)$/i.test(subject) ||
  (!mayBeName(subject) &&
    isSubject(subject.replace(ofDay, '')) &&
    subject.split(' ').length <= 6 &&
    !/^(?:(?:the )?(?:rest|following|above|same|latter|former|whole|result)|no\w*|there|here|what|which|who|all|both|some|many|most|several|few|every\w*|any\w*|some\w*|only|free|up|one)\b/i.test(
      subject,
    ) &&
    (!leansOnCase(`${subject} is`) ||
      ofDay.test(subject) ||
      /^(?:additional|extra) [\p{L}]+(?: [\p{L}]+)?$|^(?:the )?(?:daily|weekly|monthly|yearly|annual) (?:fee|rate|charge|price|rent)$|^the first (?!hours?|days?|time|months?|weeks?|nights?|minutes?|ones?)[\p{L}]+$/iu.test(
        subject,
      )));

/** One word without an article may be the name of whoever answers: “Tilda is free of charge”. */
const mayBeName = (subject: string): boolean =>
  /^\p{Lu}[\p{L}-]+$/u.test(subject) &&
  !isPlural(subject) &&
  !isUncounted(subject.toLowerCase()) &&
  !/-(?:in|out|up|off|fi)$|^(?:breakfast|lunch|dinner|alcohol|arrival|departure|pickup|support|photography|swimwear|data|electricity|wifi|food|luggage|baggage|cash|post|water|bread|mail|payment|coffee|tea|glass|paper|cardboard|entry|entrance|reception|storage)$/i.test(
    subject,
  );

/** “Last admission” is one thing, and no case of several. */
const ofDay = /^(?:the )?last (?=(?:admission|entry|orders?|check-in|bus|train|tour)$)/i;

export const are = (subject: string): string => (isPlural(subject) ? 'are' : 'is');

/** “our pool” is “your pool” to who asks, and a place has its article. */
export const said = (subject = ''): string =>
  /^our /i.test(subject)
    ? `your ${subject.slice(4)}`
    : places.test(subject) && !isPlural(subject)
      ? withThe(subject)
      : /^\p{Lu}\p{Ll}*-\p{Lu}|^(?:Christmas|Easter|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|English|German|French|Italian|Spanish|European|British|American|Indian|Chinese|Visa|Mastercard)\b/u.test(
            subject,
          )
        ? subject
        : lowerThe(subject);

export const places =
  /\b(?:practice|office|shop|store|pool|gym|restaurant|entrance|car park|parking garage|toilets?|reception|desk|bar|library|museum|clinic|studio|kitchen|spa|sauna|lift|station|stop|hall|counter|lockers|cloakroom|caf[eé]|terrace|playground|branch|warehouse|surgery|pharmacy|school|garden|hotline|helpline|town hall|canteen|shuttle|bus stop|depot|workshop|showroom|gallery|theatre|cinema)$/i;

/** Who is served, as he asks himself. */
export const asker = (subject = ''): string =>
  /^(?:you|customers|users|clients|people|everyone|everybody|anyone|anybody)$/i.test(subject)
    ? 'I'
    : said(subject);
export const mine = (rest: string, subject = ''): string =>
  asker(subject) === 'I' ? rest.replaceAll(/\b(?:your|their)\b/gi, 'my') : rest;
export const isSaidOfPeople = (subject = ''): boolean =>
  /^(?:you|everyone|everybody|anyone|anybody)$/i.test(subject) ||
  /\b(?:customers|users|clients|people|members|guests|visitors|residents|students|children|kids|parents|patients|passengers|tenants|pupils|seniors|adults|readers|subscribers|families|groups|teams|companies|dogs|pets|beginners|borrowers|players|travellers|travelers|siblings|minors|teenagers|babies|infants|pensioners|companions|owners|participants|bikes|bicycles)$/i.test(
    subject,
  );
export const people = String.raw`(?<s>(?:[\p{L}-]+ ){0,3}[\p{L}-]+)`;
