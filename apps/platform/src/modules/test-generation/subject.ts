import type { Draft } from './draft.ts';
import { isPerson, runAt, small, thing } from './phrases.ts';
import { headingOf } from './requirement-wording.ts';
import type { Tagged, Tagger } from './tagger.ts';

/**
 * Each message carries the subject of its requirement: where no word of the title stands in it, the title is said first,
 * and where the title names nothing, the message must name two things itself. “Can you promise me a cure?” does not say
 * of what.
 */
export function withSubject(tagger: Tagger, title: string, text: string, drafts: readonly Draft[]): Draft[] {
  const heading = tagger(
    headingOf(title)
      .replace(/\s*\([^()]*\)/g, '')
      .replace(/\s*[:,–—].*$/, ''),
  );
  const lead = leadOf(heading, text);
  const own = stemsOf(heading);
  return drafts.flatMap((draft): Draft[] => {
    const first = draft.prompt ?? draft.script?.[0] ?? '';
    const said = tagger(first);
    if ([...stemsOf(said)].some((stem) => own.has(stem))) return [draft];
    if (lead === undefined) return isNamed(said) ? [draft] : [];
    return [
      {
        ...draft,
        ...(draft.prompt === undefined ? {} : { prompt: `${lead} ${draft.prompt}` }),
        ...(draft.script === undefined
          ? {}
          : { script: draft.script.map((turn, place) => (place === 0 ? `${lead} ${turn}` : turn)) }),
      },
    ];
  });
}

const stemsOf = ({ words }: Tagged): ReadonlySet<string> =>
  new Set(
    words
      .filter(
        ({ part, low }) =>
          /[NVJ]/.test(part) && low.length >= 3 && !/^(?:have|tell|read|right|question)$/.test(low),
      )
      .map(({ low }) => low.slice(0, 5).replace(/(?<=^.{3,})(?:es|s|e)$/, '')),
  );

/** Two things, or one with what is done to it. */
function isNamed({ text, words, shape }: Tagged): boolean {
  // Behind the question it is only insisted.
  const end = words.findIndex((word) => word.text === '?');
  const asked = end === -1 ? words : words.slice(0, end);
  const things = asked.filter((word) => word.part === 'N' && !isPerson(word)).length;
  // “why my account was flagged”: what is done to one thing says as much as a second.
  const clause = asked.findIndex(({ part }, place) => place > 0 && /[WS]/.test(part));
  const done = clause === -1 ? 0 : asked.slice(clause).filter(({ part }) => /[VJ]/.test(part)).length;
  // What is quoted as read must be a statement, with somebody or something that does or is something.
  const quoted = shape.indexOf('V');
  const isRead = words[quoted]?.low === 'read';
  const from = words.findIndex(({ text }) => text === '“') + 1;
  return (
    things >= 1 &&
    things + done >= 2 &&
    (!isRead || from === 0 || isStatement(shape.slice(from), text.slice(text.indexOf('“'))))
  );
}
/** “Rabbits and guinea pigs are seen …” has a subject of its own; “Illness: pro rata refund …” and “Pictures are kept …” lean on theirs. */
const isStatement = (shape: string, quoted: string): boolean =>
  !quoted.includes(': ') && /^S|^[^XV]*[NJVMD][^XV]*[NJVM][^XV]*[XV]/.test(shape);

/** “I have a question about home visits.” Of one thing without its article, as the text says it. */
function leadOf(heading: Tagged, text: string): string | undefined {
  const { words } = heading;
  const last = words.at(-1);
  const isThing = runAt(heading, 0, `(?:${thing}(?:C${thing})?|V(?:D?N+)?)`) === words.length;
  if (
    last === undefined ||
    !isThing ||
    words.length > 5 ||
    words[0]?.part === 'M' ||
    aside.test(heading.text)
  )
    return undefined;
  const name = small(heading.text);
  if (last.low === 'questions') return `I have ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.slice(0, -1)}.`;
  if (last.isMany || notCounted.test(last.low) || words[0]?.low.endsWith('ing') === true)
    return `I have a question about ${name}.`;
  const said = new RegExp(
    String.raw`\b(?:the|an?|your|our|their|each) ${name.replaceAll(/[^\p{L} -]/gu, '.')}\b`,
    'iu',
  );
  return said.test(text.slice(heading.text.length)) ? `I have a question about the ${name}.` : undefined;
}
/** Titles that say how something is done, and not what. */
const aside =
  /\b(?:no|never|not|only|always|tone|style|voice|wording|bot|assistant|agent|rule|scope|check|verification|privacy|confidential\w*|handover|escalation|intake|access|first|before|after|answers?|replies|responses?|messages?|information|statements?|promises?|requests?|handling)\b/i;
/** Without an article one of these is named as well as many. */
const notCounted = /(?:ing|age|ance|ence|ity|ery|sion|tion|ment|ship|ancy|itus|ness|housing|advice)$/;
