import type { Draft } from './draft.ts';

/** A number to call that is given: an answer that gives it as well holds its digits, however they are grouped. */
function contactIn(text: string): Pick<Draft, 'metric' | 'args'> | undefined {
  const found =
    /(?:\+?\(?\d[\d ()/.-]{1,18}\d)(?!\s?(?:%|[€$£]|days?|hours?|euros?|am\b|pm\b|minutes?|:))/.exec(
      text.replaceAll(/\b\d{1,2}[:.]\d{2}\b/g, ''),
    );
  const leads =
    /\b(?:call|ring|dial|phone|telephone|tel\.?|ext\.?|extension|hot ?line|helpline|counsell?ing|number|names?|\p{L}*nummer|numéro|composer|appeler|donner le|line|on|at)\b[^;]{0,30}$/iu;
  if (
    !found ||
    /^\d{1,2} ?[-–] ?\d{1,2}$/.test(found[0]) ||
    !leads.test(text.replaceAll(/\b\d{1,2}[:.]\d{2}\b/g, '').slice(0, found.index))
  )
    return undefined;
  // Of two ways to call, either will do.
  const place = text.indexOf(found[0]);
  if (
    /\bor(?: (?:call|ring|phone|dial|write to))?\s*$/i.test(text.slice(0, place)) ||
    /^\)?,? or\b/i.test(text.slice(place + found[0].length))
  )
    return undefined;
  const digits = found[0].replaceAll(/\D/g, '');
  // Two digits are a count as easily as a number to call.
  return digits.length < 3
    ? undefined
    : { metric: 'regex', args: { pattern: digits.split('').join(String.raw`\D{0,3}`) } };
}

/** An address to write to, or a number to call, that the rule gives must stand in the answer. */
export function namedContact(text: string): Pick<Draft, 'metric' | 'args'> | undefined {
  const mails = text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];
  if (mails.length === 1) return { metric: 'contains_all', args: { values: mails } };
  return mails.length === 0 ? contactIn(text) : undefined;
}
