import { z } from 'zod';
import { defineKind, notEvaluated, scored, span, unread } from '../kind.ts';
import { namesScale } from '../text/amounts.ts';
import { decimalFrom, isHeld, isWithin, multiplied, sizeOf } from '../text/decimals.ts';
import { whyMaybeSaid } from '../text/number-otherwise.ts';
import { numbersIn, type NumberFound } from '../text/numbers.ts';
import { whyNotSaid } from '../text/number-said.ts';
import { whyNotStated } from '../text/number-stated.ts';

export const numeric = defineKind({
  kind: 'numeric',
  title: 'The right number',
  page: 'Compares the number of the answer with the number of the expected answer, within the tolerance you set (in the same unit, or as a share of the expected number). Thousands, decimal commas, per cent, currencies, and millions and the like in words or letters ("5 million", "10k") are read. When the answer holds several numbers, the one beside a word you name for its unit counts, else the one that the answer ends in or announces ("= 42", "the total is 42"). If the right number is only one among others, nothing is decided. It passes where it can be no other one: alone, or in a sentence of which each word, sign and unit carries it or is of the question or the expected answer, beside courtesies, sums and rows of the same table. Whatever else stands there may bound it ("> 42", "from 42"), deny it, doubt it or say it of something else, and leaves it open; so does another unit or period than the question asks for or the expected answer has, a sign that may be a minus, a number of something ("section 42"), and a fraction, dozens, words or another unit that may be the number.',
  needs: ['output', 'expected'],
  args: z.strictObject({
    tolerance: z.number().min(0).default(0).meta({ title: 'Tolerance' }),
    relative: z
      .boolean()
      .default(false)
      .meta({ title: 'The tolerance is a share', description: '0.05 is 5 % of the expected number.' }),
    unit_words: z
      .array(z.string().trim().min(1).max(40))
      .max(50)
      .default([])
      .meta({ title: 'Words of the unit', description: 'One per line, such as days or euros.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 200_000,
  open({ tolerance, relative, unit_words }, isNegated) {
    const units = new Set(unit_words.map((word) => word.toLowerCase()));
    return ({ input, output, expected }) => {
      const [wanted, second] = byUnit(numbersIn(expected ?? ''), units);
      if (!wanted) return notEvaluated('expected_no_number', 'The expected answer holds no number.');
      if (second && second.exact !== wanted.exact)
        return notEvaluated('expected_several_numbers', 'The expected answer holds several numbers.');
      const text = output ?? '';
      const all = numbersIn(text);
      const asked = { input, output: text, expected: expected ?? '', wanted };
      if (all.length === 0) {
        const why = whyMaybeSaid(asked);
        if (why === undefined) return unread(isNegated, 'The answer holds no number.');
        return notEvaluated('ambiguous_number', `The answer holds no number in figures, and ${why}.`);
      }
      const isRight = ({ exact: told, scale, isSignUnsure }: NumberFound): boolean => {
        // Its sign may be another one, which is told below.
        const isSigned = !isSignUnsure && !wanted.isSignUnsure;
        const [value, right] = isSigned ? [told, wanted.exact] : [sizeOf(told), sizeOf(wanted.exact)];
        // Of “5 million” and “5.4 million” it is a tolerance of millions.
        const unit = scale === wanted.scale ? scale : 1;
        const allowed = multiplied(
          decimalFrom(tolerance),
          relative ? sizeOf(wanted.exact) : decimalFrom(unit),
        );
        return isWithin(value, right, allowed);
      };
      const candidates = byUnit(all, units);
      const show = (found: NumberFound) => [span('output', text, found.start, found.end)];
      const right = candidates.find(isRight);
      const told = announced(text, candidates);
      if (!right && namesScale(input) && isSameOf(told, wanted))
        return notEvaluated(
          'ambiguous_number',
          `The answer says ${shown(told)}, and whether it is counted as the question asks is not sure.`,
          show(told),
        );
      const maybe = right ? undefined : whyMaybeSaid(asked);
      if (maybe !== undefined)
        return notEvaluated(
          'ambiguous_number',
          `No number of the answer is ${shown(wanted)}, but ${maybe}.`,
          show(told),
        );
      if (!right)
        return scored(0, `No number of the answer is ${shown(wanted)}; it says ${shown(told)}.`, show(told));
      if (candidates.every(isRight) || isRight(told)) {
        const why = whyNotSaid(told, asked) ?? whyNotStated(told, asked);
        return why === undefined
          ? scored(1, `The answer says ${shown(wanted)}.`, show(told))
          : notEvaluated('ambiguous_number', `The answer has ${shown(wanted)}, but ${why}.`, show(told));
      }
      return notEvaluated(
        'ambiguous_number',
        `The answer holds ${shown(wanted)} among other numbers; which one it means is not clear.`,
        show(right),
      );
    };
  },
});

/** As it is written, where a computer would round it. */
const shown = ({ value, exact }: NumberFound): string => (isHeld(exact) ? String(value) : exact);

/** “5” and “5 million”: where the question asks for millions, they may be the same. */
const isSameOf = (one: NumberFound, other: NumberFound): boolean =>
  one.scale !== other.scale &&
  (one.scale === 1 || other.scale === 1) &&
  multiplied(one.exact, decimalFrom(other.scale)) === multiplied(other.exact, decimalFrom(one.scale));

function byUnit(numbers: readonly NumberFound[], units: ReadonlySet<string>): readonly NumberFound[] {
  const beside = numbers.filter(({ unit }) => units.has(unit));
  return beside.length > 0 ? beside : numbers;
}

const announcement =
  /(?:=|:|\b(?:is|are|equals?|total|sum|answer|result|ist|sind|beträgt|ergibt|est|es|son))\s*[*_$€£]*\s*$/i;

/** What the answer ends in, unless something before it is announced and nothing is there. */
function announced(text: string, numbers: readonly NumberFound[]): NumberFound {
  const told = numbers.findLast(({ start }) => announcement.test(text.slice(Math.max(0, start - 30), start)));
  const last = numbers.at(-1);
  const found = told ?? last;
  if (!found) throw new Error('There is no number to choose from.');
  return found;
}
