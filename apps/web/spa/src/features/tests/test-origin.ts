import type { Test, TestSource } from '@sonde/contract';
import { keptBefore } from '@sonde/contract/kept-before';
import { beginningOf, inWords } from '../../lib/format.ts';

const kinds: Readonly<Record<TestSource['kind'], string>> = {
  manual: 'Written by hand',
  import: 'From a file',
  generation: 'Made by rules',
  exploration: 'From an exploration',
  conversation: 'From a conversation',
  trace: 'From a trace',
  mutation: 'Reworded',
};

/** What a test was changed in, where it was made of another. */
const changes: Readonly<Record<string, string>> = {
  case: 'in capitals or small letters',
  typo: 'with typing errors',
  spacing: 'with other spaces',
  unicode: 'with letters that look alike',
  paraphrase: 'in other words',
  length: 'longer',
  order: 'in another order',
  frame: 'inside a story',
  encoding: 'in a code',
  language: 'in another language',
  negation: 'asked the other way round',
};

const textIn = (value: unknown, key: string): string | null => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' && found !== '' ? found : typeof found === 'number' ? String(found) : null;
};

/** From what a test was made, in a few words. */
export function originOf({
  source,
  requirement,
  topic,
}: Pick<Test, 'source' | 'requirement' | 'topic'>): string {
  const { ref } = source;
  const finding = textIn(ref, 'finding');
  const turn = textIn(ref, 'turn');
  const relation = textIn(ref, 'relation');
  const parts = [
    kinds[source.kind],
    finding === null ? null : `the finding “${beginningOf(finding, 100)}”`,
    turn === null ? null : `turn ${turn}`,
    relation === null ? null : (changes[relation] ?? `changed: ${inWords(relation)}`),
    textIn(ref, 'requirement_id') === null || !requirement ? null : `the requirement “${requirement.name}”`,
    textIn(ref, 'passage_id') === null || !topic ? null : `a passage of “${topic.name}”`,
    textIn(ref, 'family') === null ? null : `the attack family ${textIn(ref, 'family')}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Why it should pass, as whoever made it said. */
export const reasonOf = ({ metadata }: Pick<Test, 'metadata'>): string | null => textIn(metadata, 'why');

/** What the test rests on, word for word: the answer that was observed, or the passage. */
export const evidenceOf = ({ metadata }: Pick<Test, 'metadata'>): string | null =>
  textIn(metadata, 'observed') ?? textIn(metadata, 'context');

/** Whether a test asked this already when it was proposed: keeping it as well would ask the same twice. */
export const wasKeptBefore = ({ metadata }: Pick<Test, 'metadata'>): boolean => metadata[keptBefore] === true;

/** Two statements that contradict each other, of which a person says which is right. */
export function eitherOf({ metadata }: Pick<Test, 'metadata'>): readonly [string, string] | null {
  const [one, other]: readonly unknown[] = Array.isArray(metadata['either']) ? metadata['either'] : [];
  return typeof one === 'string' && typeof other === 'string' ? [one, other] : null;
}
