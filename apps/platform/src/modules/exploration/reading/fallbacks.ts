import { hasText, isAtTheEdge, type Turn } from '../turns.ts';
import { saysTheSame } from './same-words.ts';
import { textOf } from './text-of-turn.ts';
import { isPuzzled, isRefusing } from './wording.ts';
import { contentWords, sentencesOf } from './words.ts';

/** What it says when it has no answer, in other words than that it did not understand. */
const knowsNothing =
  /\b(?:(?:do not|don't|not sure i|that i don't) know\b|no (?:answer|information|idea)|(?:tell me|describe|say) (?:a little |a bit )?(?:more|it differently|it another way)|is it about|do you mean|more specific|other words|what is it about|can i help with)\b/i;
const sameMin = 3;
const anythingMin = 4;
const phraseLength = 160;

/**
 * Said to many questions of several kinds of which it takes up no word. What nobody should be given is one kind: a phrase
 * that comes to that alone declines it.
 */
function saidToAnything(text: string, same: readonly Turn[]): boolean {
  if (/\d/.test(text) || text.length > phraseLength) return false;
  const words = new Set(contentWords(text));
  const apart = same.filter(
    ({ sent, probe }) =>
      probe.pressed === undefined &&
      !probe.aboutLimits &&
      !contentWords(sent).some((word) => words.has(word)),
  );
  return (
    apart.length >= anythingMin &&
    apart.length >= same.length * 0.8 &&
    new Set(apart.map((turn) => (isAtTheEdge(turn) ? 'edge' : turn.probe.dimension))).size >= 3 &&
    !sentencesOf(text).some(isRefusing)
  );
}

/**
 * The phrases this target has for what it has no answer to: they came to words that mean nothing, or to several questions
 * of which they take up no word. Targets have more than one of them, and say them in turn.
 */
export function fallbacksIn(turns: readonly Turn[]): readonly string[] {
  const found: string[] = turns
    .filter((turn) => turn.probe.dimension === 'calibration' && hasText(turn))
    .map(textOf);
  const groups: { text: string; turns: Turn[] }[] = [];
  const byText = Map.groupBy(
    turns.filter((one) => hasText(one) && one.outcome !== 'error'),
    textOf,
  );
  for (const [text, same] of byText) {
    const plain = text.replaceAll('’', "'");
    const isEmptyHanded = sentencesOf(plain)
      .slice(0, 2)
      .some((one) => isPuzzled(one) || knowsNothing.test(one));
    if (!isEmptyHanded && !saidToAnything(text, same)) continue;
    const group = groups.find((one) => saysTheSame(one.text, text));
    if (group) group.turns.push(...same);
    else groups.push({ text, turns: [...same] });
  }
  for (const { text, turns: said } of groups) {
    if (new Set(said.map(({ sent }) => sent)).size < sameMin) continue;
    const words = new Set(contentWords(text));
    const aside = said.filter(({ sent }) => !contentWords(sent).some((word) => words.has(word)));
    if (aside.length >= sameMin - 1) found.push(text);
  }
  return found;
}

export const isFallback = (turn: Turn, fallbacks: readonly string[]): boolean =>
  hasText(turn) && fallbacks.some((phrase) => saysTheSame(phrase, textOf(turn)));
