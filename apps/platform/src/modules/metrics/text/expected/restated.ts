import { any, restraint } from './phrases.ts';
import type { Matter } from './pointers.ts';

/** Whether a run of words only says what a value is good for: “so you have plenty of time to read them”, “this helps us plan ahead”. */
export function isPurpose(words: string, matter: Matter): boolean {
  return (
    matter.isOfValue &&
    !matter.isDenied &&
    !restraint.test(words) &&
    (leaving.test(words) || helping.test(words) || coming.test(words))
  );
}

const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'u');
const so = `(?:so|so that|that way|this way|and)`;
const leaving = whole(
  `(?:${so} you(?:'ll| will)? (?:have|get)|(?:this|that|which) (?:gives|leaves) you) (?:plenty of |enough |lots of |ample |some )?time to ${any('read return enjoy prepare finish decide unpack pack plan watch pack')}(?: (?:it|them|everything|ahead))?`,
);
const helping = whole(
  `(?:${so} )?(?:this|that|which|it|the (?:fee|rule|deadline|limit|notice|time)) (?:helps|allows|enables|lets) us(?: to)? (?:(?:plan|prepare)(?: ahead| better| everything| for your \\p{L}+)?|(?:plan|organise|organize) (?:our|the) (?:day|work|team|visits|schedule|stock|deliveries))`,
);
const coming = whole(
  `(?:${so} )?(?:it|your (?:order|parcel|delivery|package|item|items)) (?:should|will) (?:be (?:with you|there|on its way|at your door)|arrive|reach you) (?:soon|in no time|shortly|before you know it)`,
);
