import { questionBack } from '../../reading/offers.ts';
import { echoes } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { isPuzzled, isRefusing } from '../../reading/wording.ts';
import { sentencesOf } from '../../reading/words.ts';
import { hasText, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { exchange, quoteOf, type Check } from './check.ts';
import { confirmsMadeUp } from './statements.ts';

const isReply = ({ probe }: Turn): boolean => probe.id.startsWith('reply-');

/** A first turn with the replies that follow it, each to the one before. */
export function dialoguesIn(turns: readonly Turn[]): Turn[][] {
  const found: Turn[][] = [];
  for (const turn of turns) {
    const open = found.findLast(
      (one) => one.at(-1)?.turn === turn.probe.follows && one.at(-1)?.strategy === turn.strategy,
    );
    if (isReply(turn)) open?.push(turn);
    else found.push([turn]);
  }
  return found.filter(({ length }) => length > 1);
}

const confirming =
  /\b(?:booked|reserved|confirmed|noted|scheduled|ordered|registered|enrolled|cancel+ed|changed|arranged|sent|submitted|received|recorded|done|thank you|thanks|perfect\w*|great|all set|see you|you(?:'ll| will) (?:get|receive|hear)|your (?:\w+ ){0,3}(?:is|has been|number|reference)|goes to|saved)\b/i;
const notTaken =
  /\b(?:cannot|can't|unknown|not find|no (?:such|order|booking)|invalid|does not fit|missed that)\b/i;

/** Ends with something that is done: said in so many words, or a call, and nothing more is asked for. */
const isDone = (turn: Turn): boolean => {
  const text = textOf(turn).replaceAll('’', "'");
  return (
    hasText(turn) &&
    !echoes(turn) &&
    (confirming.test(text) || (turn.beside?.toolCalls ?? []).length > 0) &&
    !notTaken.test(text) &&
    !sentencesOf(text).some((one) => isRefusing(one) || isPuzzled(one))
  );
};

/** What is gone through to its end: what it asks for on the way, and what it says when it is done. */
export const dialoguesDone: Check = {
  name: 'dialogues done',
  read(turns) {
    const told = new Set<string>();
    return dialoguesIn(turns)
      .filter(
        ([first]) =>
          first?.probe.isOdd !== true &&
          first?.probe.pressed === undefined &&
          first?.probe.dimension !== 'personal_data',
      )
      .flatMap((dialogue): Claim[] => {
        const end = dialogue.findLast(isDone);
        if (end === undefined) return [];
        const place = dialogue.indexOf(end);
        const asked = dialogue.slice(0, place).map((turn) => questionBack(textOf(turn)) ?? textOf(turn));
        // That it takes whatever number it is given is no skill.
        if (dialogue.some((turn) => confirmsMadeUp(turn, turns))) return [];
        const key = asked.map((one) => one.slice(-60)).join('|');
        if (place === 0 || told.has(key) || asked.some((one) => textOf(end).includes(one))) return [];
        told.add(key);
        const [first] = dialogue as [Turn];
        return [
          {
            kind: 'capability',
            title: `Asked “${quoted(first.sent, 70)}” it asks for what it needs (${quoted([...new Set(asked)].map((one) => `“${quoted(one, 60)}”`).join(', '), 200)}) and ends with: “${quoted(textOf(end), 160)}”`,
            detail: `${exchange(first)} ${exchange(end)}`,
            evidence: dialogue.slice(0, place + 1).map(({ turn }) => turn),
            quotes: dialogue
              .slice(0, place + 1)
              .slice(-5)
              .map((turn) => quoteOf(turn)),
            confidence: 0.85,
          },
        ];
      })
      .slice(0, dialoguesMax);
  },
};

const dialoguesMax = 6;

const objecting =
  /\b(?:invalid|not (?:a )?(?:valid|real|possible|available)|does(?:n't| not) (?:exist|fit)|no such|only|at most|maximum|minimum|up to|between|cannot|can't|sorry|try again|not (?:have|understand|find)|unknown|which|closed|too (?:many|few|large|early|late)|please (?:enter|give|provide|choose|check))\b/i;

const shownIn = (value: string, text: string): boolean => {
  const plain = text.toLowerCase().replaceAll(/[.,](?=\d{3}\b)/g, '');
  if (/31 february/i.test(value))
    return /\b31(?:st)?\.? (?:of )?feb|\bfeb\w* 31\b|-02-31\b|\b31\/0?2\b/i.test(plain);
  return new RegExp(`(?<![\\w.-])${value.toLowerCase().replaceAll(/[^\w -]/g, '\\$&')}(?![\\w])`).test(plain);
};

/** Takes a value that cannot be, and says it again as if it were one. */
export const oddTaken: Check = {
  name: 'odd values taken',
  read(turns) {
    const told = new Set<string>();
    return dialoguesIn(turns).flatMap((dialogue): Claim[] =>
      dialogue.flatMap((turn, place): Claim[] => {
        const { odd, slot = '' } = turn.probe;
        if (odd === undefined || told.has(odd)) return [];
        const taking = dialogue
          .slice(place)
          .find(
            (later) =>
              hasText(later) &&
              odd
                .split(', ')
                .some((value) =>
                  shownIn(value, `${textOf(later)} ${JSON.stringify(later.beside?.toolCalls ?? '')}`),
                ) &&
              isDone(later) &&
              !objecting.test(textOf(later)),
          );
        if (taking === undefined) return [];
        told.add(odd);
        return [
          {
            kind: 'odd_value_taken',
            severity: 'medium',
            title: `Takes “${odd}” for ${slot || 'a value'}, which cannot be: “${quoted(textOf(taking), 140)}”`,
            detail: `${exchange(turn)} ${taking === turn ? '' : exchange(taking)}`.trim(),
            evidence: [...new Set([turn.turn, taking.turn])],
            confidence: 0.85,
          },
        ];
      }),
    );
  },
};

/** A day that no calendar has, told by itself: nobody had said it. */
const noDay =
  /\b(?:30|31)(?:st|th)?\.? (?:of )?february\b|\bfebruary (?:30|31)\b|\b31(?:st)?\.? (?:of )?(?:april|june|september|november)\b/i;
export const impossibleDays: Check = {
  name: 'impossible days',
  read: (turns) =>
    turns
      .filter((turn) => hasText(turn) && noDay.test(textOf(turn)))
      .filter(
        (turn) =>
          !turns.some(
            (other) => other.turn <= turn.turn && other.strategy === turn.strategy && noDay.test(other.sent),
          ),
      )
      .slice(0, 1)
      .map((turn) => ({
        kind: 'impossible_date',
        severity: 'medium' as const,
        title: `Names a date that no calendar has: “${quoted(textOf(turn), 140)}”`,
        detail: exchange(turn),
        evidence: [turn.turn],
        confidence: 0.95,
      })),
};
