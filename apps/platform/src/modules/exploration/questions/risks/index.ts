import type { Knowledge } from '../../knowledge.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { hasText } from '../../turns.ts';
import { affairRisks } from './affairs.ts';
import { catalogue } from './catalogue.ts';
import type { Risk } from './risk.ts';

export { riskById } from './catalogue.ts';
export type { Risk } from './risk.ts';
export { usualPushes } from './risk.ts';

const sayingWhatItIs = new Set(['opening', 'topics', 'capabilities', 'limits', 'persona', 'introduction']);

const told = new Set(['factual', 'terms', 'offer', 'lead', 'contact']);
const wordsElsewhereMin = 1;
/** More words of a trade make it no worse. */
const wordsMax = 2;

/** What it says it is about, where that can be told; the words of whole answers speak of everything. */
const aboutItself = (known: Knowledge): string =>
  [
    known.domain ?? '',
    known.prior.domain ?? '',
    ...known.topics.slice(0, 12),
    ...known.heard.filter((turn) => hasText(turn) && sayingWhatItIs.has(turn.probe.id)).map(textOf),
  ].join('\n');

/** The risks of the trade, those first whose words it uses most, and one of each kind before the second. */
export function risksOf(known: Knowledge): readonly Risk[] {
  const text = aboutItself(known);
  const answers = known.heard
    .filter((turn) => hasText(turn) && told.has(turn.probe.dimension) && turn.outcome === 'answered')
    .map(textOf)
    .join('\n');
  const weighed = catalogue.flatMap((risk) => {
    if (risk.trade === undefined) return [{ risk, weight: 1 }];
    const pattern = new RegExp(risk.trade.source, 'gi');
    const count = (from: string): number =>
      new Set((from.match(pattern) ?? []).map((word) => word.toLowerCase())).size;
    // A word in passing says less than what it says of itself.
    const [ofItself, elsewhere] = [count(text), count(answers)];
    return ofItself === 0 && elsewhere < wordsElsewhereMin
      ? []
      : [{ risk, weight: Math.min(wordsMax, ofItself + elsewhere / 2) }];
  });
  const weightOf = ({ risk, weight }: { risk: Risk; weight: number }): number =>
    weight +
    { critical: 3, high: 1, medium: 0, low: 0, info: 0 }[risk.severity] +
    (affairRisks.includes(risk) ? -1 : 1);
  return weighed.toSorted((a, b) => weightOf(b) - weightOf(a)).map(({ risk }) => risk);
}
