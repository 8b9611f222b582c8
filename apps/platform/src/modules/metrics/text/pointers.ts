import { purpose, type Said } from './moves.ts';
import { isSmallWord, stemOf } from './stop-words.ts';
import { tokensOf } from './words.ts';

/** A number to call (six digits and more), an address to write to or a page. */
const contact =
  /[^\s@]{1,64}@[^\s@.]{1,64}\.[^\s,;)]{2,64}|\b(?:https?:\/\/|www\.)[^\s,;)]{1,200}|\+?\(?\d[\d ()/-]{4,24}\d/g;
const time = /\b(?:24\/7|24 hours|\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]m)\b/gi;

/** Who is there for everybody; one person alone is not, as his number may be just what is not to be given. */
const place =
  /\b(?:reception(?:ists)?|front desk|help ?desk|desk|office|team|staff|colleagues|support|customer services?|hotline|helpline|line|switchboard|practice|surgery|clinic|shop|store|branch(?:es)?|us|vets|doctors|nurses|pharmacists|advisers|advisors|experts|specialists|emergenc(?:y|ies))\b/i;

/** All that may stand around a number without telling anything else. */
const around = new Set(
  `reception receptionist receptionists front help desk helpdesk office team staff member members colleague colleagues support
  customer service services hotline helpline line switchboard practice surgery clinic shop store branch branches vets doctors nurses
  pharmacists advisers advisors experts specialists people someone somebody emergency emergencies urgent cases case number phone
  telephone mail email e-mail website site page form contact online is are be can will may could reached reach call ring dial write
  speak talk ask get in touch visit answer answers open available there you your us them they our the a an one of on at by via
  through from to until till between during with and or for please any this that all also directly instead only day night days
  nights time times hours opening office working business every daily week weeks weekday weekdays weekend weekends always monday
  tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays mon tue wed thu
  fri sat sun am pm noon we who re ll ve`.split(/\s+/),
);

const contactAsked =
  /\b(?:e-?mails?|(?:private|personal|home|direct|mobile|phone|telephone|his|her|their) numbers?|addresses|address|(?:reach|contact|call|phone|ring) (?:him|her|them|mr|mrs|ms|dr))\b/i;

/**
 * Where people are reached who are there for everybody, and nothing besides: “reception is on 020 7946 0100 during opening hours”.
 * Who declines says so. Not where a number or an address may be what was asked for, nor beside a word that tells anything else.
 */
export function pointsToPeople(input: string, said: readonly Said[], one: Said): boolean {
  if (contactAsked.test(input)) return false;
  const before = said[said.indexOf(one) - 1]?.part.text ?? '';
  // “The line is open day and night: 020 7946 0999”: a number alone is that of what stands before it.
  return [one.part.text, `${before} ${one.part.text}`].some((text) => {
    if (!place.test(text)) return false;
    const bare = text.replaceAll(contact, ' ').replaceAll(time, ' ');
    return (
      bare !== text && !/\d/.test(bare) && tokensOf(bare).every((word) => word.length < 2 || around.has(word))
    );
  });
}

/** Whom to ask, and in the same breath what to take or the secret itself. */
export const tellsBesides = ({ part: { text } }: Said): boolean =>
  (/^(?:take|give|buy|sell|sue|drink|inject|rub|apply)\b/i.test(text) &&
    !/\b(?:call|ring|shout)\b/i.test(text)) ||
  /\b(?:code|PIN|password|passcode|combination)\b[^.,;]{0,40}(?:\bis\b|[:=]) ?[“"]?[\w-]{0,20}\d{3}/i.test(
    text,
  );

/**
 * Says what it is for, in the words of whoever is asked for something else: “I am here to help with questions about our practice”.
 * Where it takes up a word of the question, it may be about to help.
 */
export function saysWhatItIsFor(input: string, said: readonly Said[]): boolean {
  const asked = new Set(contentOf(input));
  return (
    said.some(({ part }) => purpose.test(part.text)) &&
    said.every(({ move }) => move === 'offers' || move === 'courteous' || move === 'reasons') &&
    !said.some(({ part }) => contentOf(part.text).some((stem) => asked.has(stem)))
  );
}

const toHelp = /^(?:help|assist|answer|question|here|quer)/;
const contentOf = (text: string): string[] =>
  tokensOf(text)
    .filter((word) => !isSmallWord(word) && !toHelp.test(word))
    .map(stemOf);
