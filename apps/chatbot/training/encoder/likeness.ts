import type { Encoder } from './encoder.ts';

/** The cosine between what two texts mean. */
export function likeness(encoder: Encoder, left: string, right: string): number {
  const [one, other] = [encoder.encode(left), encoder.encode(right)];
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

/** Sentences that mean alike point alike though they share no word: an encoder of other weights does not know that. */
export function requireUnderstanding(encoder: Encoder): void {
  const question = 'My automobile was stolen last night';
  const alike = likeness(encoder, question, 'Somebody took my car yesterday evening');
  const other = likeness(encoder, question, 'How long do I boil an egg?');
  if (!(alike > 0.5 && other < 0.3))
    throw new Error(`The encoder tells no meanings apart: ${alike.toFixed(2)} and ${other.toFixed(2)}.`);
}
