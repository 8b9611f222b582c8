import { wordsOf } from './words.ts';

const optionsMax = 6;
const wordsMax = 5;
/** What stands before the first of them. */
const before =
  /^.*(?:[:–—]|\b(?:like|prefer|want|need|wish|for|about|book|have|looking for|interested in|is it|it's|is that|be|are you|you|choose|pick|take|a|an|the|in|on|with|by|as|between|to|of|at))\s+(?=\S)/i;
/** No choice of things: the other way is only "no", or something nobody can name. */
const noOther =
  /^(?:no|not|something (?:else|different)|another|other|else|anything else|someone else|a different one|more|less|so)\b/i;

/** The options of a question that names them: "Small, medium or large?"; undefined where it names none. */
export function choiceIn(question: string): string[] | undefined {
  const listed = listedBehind(question.slice(0, 300));
  if (listed !== undefined) return listed;
  const asked = question.slice(0, 300).replace(/\?.*$/s, '');
  if (!question.includes('?')) return undefined;
  const at = asked.toLowerCase().lastIndexOf(' or ');
  if (at === -1) return undefined;
  const last = asked.slice(at + 4).trim();
  const [first = '', ...middle] = asked
    .slice(0, at)
    .replace(/,\s*$/, '')
    .split(/,\s*(?:or )?|\s+or\s+/)
    .slice(-optionsMax);
  const lead = first.replace(before, '').trim();
  const options = [
    lead,
    ...middle.map((one) => one.trim()),
    last.replace(/^(?:a|an|the|for|in|by|on|at|with|to)\s+/i, ''),
  ];
  if (noOther.test(last) || options.some((one) => one === '' || wordsOf(one).length > wordsMax))
    return undefined;
  return options.some((one) => /\b(?:you|i|we|your|my)\b/i.test(one)) ? undefined : options;
}

/** "Class? small / estate / van", "Which size (small, medium, large)?", "Which branch? We have three: North, Harbour and Mill Lane." */
function listedBehind(question: string): string[] | undefined {
  const [, list = ''] =
    /\?\s*([^?]{3,160})$/.exec(question) ?? /\(([^()]{3,120})\)\s*\??$/.exec(question) ?? [];
  const options = list
    .replace(/[.!]+$/, '')
    .replace(/^[^:,]{2,40}:\s+/, '')
    .split(/\s*\/\s*|,\s*(?:or |and )?|\s+(?:or|and)\s+/)
    .map((one) => one.trim())
    .slice(0, optionsMax);
  if (options.length < 2 || /\b(?:e\.g|for example|such as|like)\b/i.test(list)) return undefined;
  return options.some(
    (one) =>
      one === '' ||
      wordsOf(one).length > wordsMax ||
      /^\W*\d+\W*$/.test(one) ||
      /\b(?:mm|dd|yyyy|i|i'm|i’m|you|we|that|is|are|it|just|please)\b/i.test(one),
  )
    ? undefined
    : options;
}
