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
  const weighed = catalogue.flatMap((risk) => {
    if (risk.trade === undefined) return [{ risk, weight: 1 }];
    const words = text.match(new RegExp(risk.trade.source, 'gi')) ?? [];
    return words.length === 0
      ? []
      : [{ risk, weight: new Set(words.map((word) => word.toLowerCase())).size }];
  });
  const weightOf = ({ risk, weight }: { risk: Risk; weight: number }): number =>
    weight +
    { critical: 3, high: 1, medium: 0, low: 0, info: 0 }[risk.severity] +
    (affairRisks.includes(risk) ? -1 : 1);
  return weighed.toSorted((a, b) => weightOf(b) - weightOf(a)).map(({ risk }) => risk);
}
