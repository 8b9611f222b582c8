import type { ModelPrice } from '@sonde/contract';
import type { TraceTokens } from './store.ts';

export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where a model that was called has no price. */
  readonly costUsd: number | null;
  readonly unpricedModels: readonly string[];
}

export const nothingSpent: Spent = { inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedModels: [] };

const mostUnpriced = 20;

/** What the tokens of one trace come to; a price that is missing is told rather than taken for nothing. */
export function spentBy(tokens: readonly TraceTokens[], prices: readonly ModelPrice[]): Spent {
  const unpriced: string[] = [];
  let inputTokens = 0;
  let outputTokens = 0;
  let cost = 0;
  for (const { model, input, output } of tokens) {
    inputTokens += Number(input);
    outputTokens += Number(output);
    const price = priceOf(model, prices);
    if (price)
      cost += (Number(input) * price.input_per_million + Number(output) * price.output_per_million) / 1e6;
    else unpriced.push(model ?? 'unknown model');
  }
  return {
    inputTokens,
    outputTokens,
    costUsd: unpriced.length > 0 ? null : Math.round(cost * 1e9) / 1e9,
    unpricedModels: unpriced.slice(0, mostUnpriced),
  };
}

/** The very model first, then the longest beginning that fits. */
function priceOf(model: string | null, prices: readonly ModelPrice[]): ModelPrice | undefined {
  const wanted = model?.toLowerCase();
  if (wanted === undefined) return undefined;
  const beginnings = prices.filter(
    (price) => price.model.endsWith('*') && wanted.startsWith(price.model.slice(0, -1).toLowerCase()),
  );
  return (
    prices.find((price) => price.model.toLowerCase() === wanted) ??
    beginnings.toSorted((left, right) => right.model.length - left.model.length)[0]
  );
}
