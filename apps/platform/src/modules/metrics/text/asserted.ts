import { isDenied, isDoubted, isUnreal, withoutAsides } from './polarity.ts';
import { saysSo } from './said-so-forms.ts';

/** A condition, what somebody else says or wants, what was so once, or what it is kept from. */
const setAside =
  /(?<!\p{L})(?:if|whether|unless|once|when|until|in case|would|could|should|instead|rather|used to|formerly|previously|unfortunately|regret|sorry|afraid|refus\p{L}*|declin\p{L}*|reject\p{L}*|den(?:y|ied|ies)|question|impossible|hardly|false|untrue|wrong|elsewhere|believe|believes|think|thinks|rumou?rs?|supposedly|allegedly|you (?:have |had )?(?:ask|want|say|said|mention|request|told|tell|wrote|claim|wish|need|like)\p{L}*|your (?:request|question|wish|claim)|wenn|falls|ob|sobald|leider|angeblich|sie (?:wollten|wünschen|fragten|sagten))(?!\p{L})/iu;

const courtesies = [
  String.raw`(?:yes|ok|okay|sure|certainly|of course|absolutely|gladly|great(?: news)?|good news|perfect|done|all done|all right|alright|thank you|thanks|hello|hi|dear|you're welcome|no problem|no worries|understood|noted|confirmed|confirmation|update|as requested|as a thank you|as an apology|to make up for (?:it|this)|here you go|finally|also|ja|gerne?|natürlich|selbstverständlich|klar|erledigt|danke|vielen dank|hallo|gute nachrichten|guten tag)(?: (?:\p{L}+)(?= ?[,!:]))?[,:!.–—-]+ `,
  String.raw`(?:i am|i'm|we are|we're) (?:very |so |really |truly )?sorry (?:for|about) (?:the|this|that|your|any) \p{L}+(?: \p{L}+)?(?:,| and|, so|, but|, and| so) `,
  String.raw`(?:please )?(?:note|rest assured)(?: that)?,? `,
  String.raw`(?:as (?:compensation|an apology|a thank you|a gesture(?: of goodwill)?)|if you (?:like|want|wish|prefer)|that(?:'s| is) done|you can relax)[,:]? `,
  String.raw`(?:and|so|but|therefore|und|daher) `,
  String.raw`(?:(?:i|we) (?:can |hereby |gladly |can gladly |can hereby |do )?confirm|(?:i am|i'm|we are|we're) (?:happy|glad|pleased|delighted) to (?:confirm|tell you|let you know|inform you|say|report|announce)|this is to (?:confirm|let you know)|it is confirmed)(?: to you)?(?: that|:) `,
  String.raw`(?:ich (?:kann )?(?:ihnen |hiermit )*bestätigen?(?: ihnen| hiermit)*|wir bestätigen(?: ihnen| hiermit)*), dass `,
].map((source) => new RegExp(`^${source}`, 'iu'));

/** A polite wish to do it is the will to. */
const wish =
  /(?: would|['’]d) (?:be (?:very |more than )?(?:happy|glad|pleased|delighted) to|(?:like|love) to)(?!\p{L})/giu;
/** What whoever asks need not do nor pay, beside it. */
const spared =
  /(?<!\p{L})you (?:will not|won't|do not|don't) (?:be charged|pay|have to|need to)(?: [\p{L}\p{N}]+){0,3}(?=[,;]|$)/giu;

const beginning = String.raw`(?=(?:i|we|you|it|your|the|this|everything|there|here|please|ich|wir|sie|du|ihre?|die|der|das|es)['’ ])`;
const between = new RegExp(
  String.raw`[,;] (?:and |so |but |und |daher |also )?${beginning}| (?:and|so|und) ${beginning}|; | [–—-] `,
  'iu',
);
const charactersMax = 400;

export interface Placed {
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a sentence says of what stands at a place that it is so, or gives it: the clause has a form in which it does, and
 * nothing beside it asks, doubts, denies, or tells what somebody else said. Any other clause says something of it, and who knows what.
 */
export function isSaidSo({ sentence, start, end }: Placed, manner: 'asserted' | 'offered'): boolean {
  if (sentence.length > charactersMax || /\?["'”’)\]*_]*$/.test(sentence)) return false;
  const wanted = sentence.slice(start, end);
  const marked = `${sentence.slice(0, start)}¤${sentence.slice(end)}`
    .replaceAll('’', "'")
    .replaceAll(/["“”„«»*_`#~✅🎉]+/gu, '')
    .replace(/^(?:[-•–]|\d{1,2}[.)])\s+/, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!…)]+$/, '')
    .trim();
  const bare = withoutCourtesies(marked).replaceAll(wish, ' will').replaceAll(/  +/g, ' ');
  const around = bare.replaceAll(spared, ' ').replace('¤', ' ');
  if (isDenied(withoutAsides(around)) || isDoubted(around) || isUnreal(around) || setAside.test(around))
    return false;
  // Of a value it is said in whatever words: “returns must be sent within 30 days” says 30 days.
  if (manner === 'asserted' && /\d/.test(wanted)) return true;
  const clause = withoutCourtesies(bare.split(between).find((part) => part.includes('¤')) ?? bare)
    .replace(/[,;]$/, '')
    .toLowerCase();
  return saysSo(clause, wanted, manner);
}

function withoutCourtesies(text: string): string {
  let rest = text;
  for (let count = 0; count < 6; count += 1) {
    const begun = courtesies.find((courtesy) => courtesy.test(rest));
    if (!begun) break;
    rest = rest.replace(begun, '');
  }
  return rest;
}
