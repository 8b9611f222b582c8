import { mutationsOf } from '#test-generation';
import { nameOf, parentOf } from './paths.ts';
import type { Judging } from './tables.ts';

/** A test as suggestions are made from it. */
export interface Example {
  readonly id: string;
  readonly topic: string | null;
  readonly input: string;
  readonly isFailing: boolean;
  readonly judging: Judging | null;
}

export interface Candidate {
  readonly topic: string | null;
  readonly input: string;
  readonly made_by: 'mutation' | 'neighbour' | 'model';
  readonly why: string;
  readonly near_test_id: string | null;
  readonly topicFailures: number;
  /** The same question said otherwise is judged like the first; another one is not. */
  readonly judging: Judging | null;
}

const candidatesMax = 400;
const longestInput = 2_000;

/** The opposite of what is asked is another question: whether it fails says nothing of the one it was made from. */
const isSameQuestion = ({ relation }: { readonly relation: string }): boolean => relation !== 'negation';

/** Ways to say the examples otherwise, and to ask in the topics beside theirs what failed in theirs. */
export function candidatesFrom(
  examples: readonly Example[],
  topics: readonly string[],
  failuresOf: (topic: string | null) => number,
): Candidate[] {
  const perExample = Math.max(2, Math.floor(candidatesMax / Math.max(1, examples.length)));
  return examples.flatMap((example) =>
    [...neighboursOf(example, topics, failuresOf), ...mutated(example, failuresOf)].slice(0, perExample),
  );
}

function mutated(example: Example, failuresOf: (topic: string | null) => number): Candidate[] {
  if (example.input.length > longestInput) return [];
  return mutationsOf(example.input)
    .filter(isSameQuestion)
    .map(({ text, why }) => ({
      topic: example.topic,
      input: text,
      made_by: 'mutation' as const,
      why,
      near_test_id: example.id,
      judging: example.judging,
      topicFailures: failuresOf(example.topic),
    }));
}

const neighboursMax = 4;

/** What stands beside a topic, above it and right below it. */
function neighboursOf(
  { id, topic, input }: Example,
  topics: readonly string[],
  failuresOf: (topic: string | null) => number,
): Candidate[] {
  if (input.length > longestInput || (topic !== null && !isSubject(nameOf(topic)))) return [];
  const parent = topic === null ? null : parentOf(topic);
  return topics
    .filter(
      (other) =>
        other !== topic &&
        isSubject(nameOf(other)) &&
        (parentOf(other) === parent || parentOf(other) === topic),
    )
    .slice(0, neighboursMax)
    .map((other) => ({
      topic: other,
      input: inTopic(input, topic, other),
      made_by: 'neighbour' as const,
      why: `It fails in ${topic === null ? 'no topic' : nameOf(topic)}; asked about ${nameOf(other)}.`,
      near_test_id: id,
      judging: null,
      topicFailures: failuresOf(other),
    }));
}

/**
 * A question can be asked about it: a few words that name something. The topics of tests that were made of requirements are their
 * wording, and “About Must not give legal advice: …” asks nothing.
 */
const isSubject = (name: string): boolean =>
  name.split(/\s+/).length <= mostWordsOfSubject && !/[.,;:!?“”"]/.test(name) && !rule.test(name);
const mostWordsOfSubject = 4;
const rule =
  /^(?:must|should|shall|will|may|can|never|always|only|no|not|do|does|if|when|is|are)\b|^\p{L}+s (?:that|how|whether|when|who|the|an?|no|not|to|it|its|in|only|politely)\b|\b(?:must|should|shall|never|cannot)\b/iu;

/** The name of the topic is replaced where the text says it; elsewhere the other topic is named in front. */
function inTopic(input: string, from: string | null, to: string): string {
  const name = nameOf(to);
  const own = from === null ? '' : nameOf(from);
  if (own !== '' && input.toLowerCase().includes(own.toLowerCase())) {
    const at = input.toLowerCase().indexOf(own.toLowerCase());
    return `${input.slice(0, at)}${name}${input.slice(at + own.length)}`;
  }
  return `About ${name}: ${input}`;
}
