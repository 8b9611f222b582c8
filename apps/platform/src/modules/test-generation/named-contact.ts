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

const mailsIn = (text: string): readonly string[] => text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];

/** An address to write to, or a number to call, that the rule gives must stand in the answer. */
export function namedContact(text: string): Pick<Draft, 'metric' | 'args'> | undefined {
  const mails = mailsIn(text);
  if (mails.length === 1) return { metric: 'contains_all', args: { values: mails } };
  return mails.length === 0 ? contactIn(text) : undefined;
}

/**
 * What a rule quotes that an answer must hold, where it wants nothing else: a number to call, an address, a link or words in
 * quotation marks. “When a card is lost, the answer must contain the number 0800 555 010.”
 */
export function mustHold(sentences: readonly string[]): Pick<Draft, 'metric' | 'args'> | undefined {
  const [sentence = '', ...others] = sentences;
  if (others.length > 0 || denied.test(sentence.replaceAll(quotedWords, ' '))) return undefined;
  const [, wanted = ''] = holding.exec(sentence) ?? [];
  const held = wanted.replace(occasionBehind, '').replace(/[.!]$/, '').trim();
  const links = held.match(/https?:\/\/[^\s"“”]+[\p{L}\p{N}/]|\bwww\.[^\s"“”]+[\p{L}\p{N}/]/giu) ?? [];
  const quoted = [...held.matchAll(quotedWords)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? '').trim(),
  );
  const contact = quoted.length + links.length === 0 ? namedContact(`names ${held}`) : undefined;
  const values = [...links, ...quoted.filter((one) => one !== '')];
  // Nothing but these, and what they are called: what else is wanted, no such check sees.
  const rest = [...values, ...(contact?.metric === 'contains_all' ? mailsIn(held) : [])]
    .reduce((text, value) => text.replace(value, ' '), held)
    .replaceAll(/["“”'‘’,:()]/g, ' ')
    .replaceAll(contact?.metric === 'regex' ? /[+\d ()/.-]*\d/g : /(?!)/g, ' ')
    .trim();
  if (!isNothingElse.test(rest)) return undefined;
  return values.length > 0 ? { metric: 'contains_all', args: { values } } : contact;
}

const quotedWords = /"([^"]{2,120})"|“([^”]{2,120})”|(?<!\p{L})['‘]([^'’]{2,120})['’](?!\p{L})/gu;
const denied = /\b(?:not|never|no|without|nor|unless|except|or)\b|n['’]t\b/i;
const holding =
  /\b(?:(?:answers?|repl(?:y|ies)|responses?|it|assistant|bot|chatbot|must|should|shall|always|,) )(?:must |should |shall |has to |have to |always )*(?:contains?|includes?|names?|mentions?|gives?|states?|says?|quotes?|shows?|tells?|links? to|points? to|refers? to) (.+)$/i;
const occasionBehind = /,? (?:when|whenever|if|where|in case|once|as soon as) .+$/i;
const isNothingElse =
  /^(?:(?:the|a|an|our|its|this|exact|phone|telephone|hot ?line|help ?line|emergency|service|support|card|blocking|free|number|numbers|words?|phrase|sentence|text|term|link|links|url|page|website|address|e-?mail|mail|and|at|on|to|of|customers?|users?|people|them)(?:\s+|$))*$/i;
