import type { Said } from '../moves.ts';
import { polarityOf } from '../polarity.ts';
import { sentencesIn } from '../words.ts';
import { neutral } from './lexicon.ts';
import { weigh, type Weighed } from './weighed.ts';

/** A clause of a text: what stands between commas, brackets and dashes. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: readonly Weighed[];
  /** Which sentence it is of. */
  readonly sentence: number;
  /** How it is tied to the clause before it. */
  readonly joint: 'start' | ',' | ';' | 'but';
  readonly said: Said;
  readonly isAsking: boolean;
  /** It says yes or no, and nothing else. */
  readonly isPolar: boolean;
  /** Not all of it was read. */
  readonly isCut: boolean;
}

const but =
  /^\W*(?:but|however|yet|though|although|aber|jedoch|allerdings|sondern|mais|cependant|toutefois|pero|sino|sin embargo)(?!\p{L})/iu;

/** The clauses of an expected answer: what it does is not asked, only what it says. */
export const clausesExpected = (text: string): Piece[] =>
  piecesOf(
    text,
    sentencesIn(text.slice(0, expectedMax)).map((part) => ({ part, move: 'gives', words: 0 })),
  );
const expectedMax = 48_000;

export function piecesOf(text: string, said: readonly Said[]): Piece[] {
  let sentence = -1;
  return said.flatMap((one, at) => {
    const { part, move } = one;
    const former = said[at - 1]?.part;
    const gap = former ? text.slice(former.start + former.text.length, part.start) : '';
    const isNew =
      !former ||
      /[.!?…]["'”’)\]*_]*$/.test(former.text) ||
      (gap.includes('\n') && !former.text.endsWith(':'));
    if (isNew) sentence += 1;
    const isCut = part.end - part.start > part.text.length + 4;
    return clausesOf(withoutExceptions(part.text)).map(({ start, end, text: clause }, place): Piece => {
      const all = weigh(clause);
      const isTurned = but.test(clause);
      return {
        text: clause,
        start: part.start + start,
        end: part.start + end,
        words: isTurned ? all.slice(1) : all,
        sentence,
        joint: isTurned ? 'but' : place > 0 ? ',' : isNew ? 'start' : gap.includes(';') ? ';' : ',',
        said: one,
        isAsking: move === 'asks' || /\?\W*$/.test(clause),
        isPolar: isPolarAlone(clause, all),
        isCut,
      };
    });
  });
}

/** “Not quite”, “that is right” */
const isPolarAlone = (clause: string, words: readonly Weighed[]): boolean => {
  const polarity = polarityOf(clause);
  return (
    (polarity === 'yes' || polarity === 'no') &&
    words.every(({ key }) => neutral.has(key) || ofPolarity.has(key))
  );
};
const ofPolarity: ReadonlySet<string> = new Set(
  'not quite entirely really true wrong false heard you correctly case yep nope nein ja non oui sí stimmt richtig falsch'.split(
    ' ',
  ),
);

/** A comma within a number parts nothing. */
function clausesOf(text: string): { text: string; start: number; end: number }[] {
  const clauses: { text: string; start: number; end: number }[] = [];
  let from = 0;
  const take = (to: number): void => {
    const raw = text.slice(from, to);
    const start = from + raw.length - raw.trimStart().length;
    const trimmed = raw.trim();
    if (/[\p{L}\p{N}]/u.test(trimmed)) clauses.push({ text: trimmed, start, end: start + trimmed.length });
  };
  for (const { index, 0: sign } of text.matchAll(parting)) {
    take(index);
    from = index + sign.length;
  }
  take(text.length);
  return clauses;
}

/** “No. Dogs …” is no abbreviation. */
const parting =
  /,(?!\d)|[()]|\s[–—-]\s|[:;]\s|(?<=^no)\.\s|\s(?=(?:but|however|aber|jedoch|sondern|mais|pero|sino)\s)/giu;

const exception = String.raw`(?:except(?:ing)?(?: for)?|with the exception of|apart from|aside from|other than|außer|ausgenommen|mit ausnahme von|bis auf|sauf|excepté|hormis|à l['’]exception de|à part|excepto|salvo|menos)(?!\p{L})`;
const excepted = new RegExp(
  String.raw`(?:^|,\s*|\s+\(?)${exception}\s+([\p{L}’'-]+(?:\s[\p{L}’'-]+){0,3})(?=$|[,.!)])(?:,\s*(?:which|who|die|der|das|qui|que)(?!\p{L})[^,.!?]*|,\s)?`,
  'giu',
);

/** An exception of one kind of what is spoken of leaves the rule as it is, and what is said of that kind belongs to it. */
const withoutExceptions = (part: string): string =>
  part.replaceAll(excepted, (all, kind: string) => (ofCase.test(kind) ? all : ' '.repeat(all.length)));
/** What holds on some days, or for whoever asks, is no kind of a thing. */
const ofCase =
  /(?<!\p{L})(?:\p{L}*days?|\p{L}*tags?|week\p{L}*|woch\p{L}*|semaine|semana|month\p{L}*|on|in|at|for|if|when|with|during|from|you|your|ours?|yours|this|that|today|all|everybody|everyone|here|alle[sn]?|wenn|falls|bei|am|an|im|mit|für|si|quand|le|dans|pour|avec|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|los|cuando|para|con|summer|winter|sommer|été|hiver|verano|invierno)(?!\p{L})/iu;
