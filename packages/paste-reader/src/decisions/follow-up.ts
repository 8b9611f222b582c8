import { isIdentifier } from './conversation.ts';
import type { FollowUp, SampleAnswer } from '../finding.ts';
import { leavesOf, type Path } from '../json-value.ts';

const LATER =
  /\b(?:next|follow[- ]?ups?|following|subsequent|later|second|from then on|to continue|previous|last|folge\w*|nächst\w*|weitere\w*|danach|suivant\w*|siguiente|próxim\w*)\b/iu;
const ADDS =
  /\b(?:add|adding|plus|pass|passing|send|append|include|with|same|mit|anh[äa]ngen|mitschicken|ajout\w*|añad\w*|envi\w*)\b/iu;
const PAIRS =
  /(?:^|[\s`'"?&(])(?:([A-Za-z]\w*)=(?:<([^>\n]*)>|\{+([^}\n]*)\}+|([\w.-]{4,})))|"([A-Za-z]\w*)"\s*:\s*"?(?:<([^>\n]*)>|([\w.-]{4,}))"?/g;

/** `follow-up: same request plus &thread=771a…`, `next turn: add cs=<cs of the previous reply>`. */
export const followUpsIn = (text: string): FollowUp[] =>
  text
    .split('\n')
    .filter((line) => LATER.test(line) && ADDS.test(line) && line.length < 300)
    .flatMap((line) =>
      [...line.matchAll(PAIRS)].map((match) => ({
        name: match[1] ?? match[5] ?? '',
        value: match[2] ?? match[3] ?? match[4] ?? match[6] ?? match[7] ?? '',
      })),
    );

/** The place of an answer that what is added comes from: where the same value stands, or a field that the words name. */
export function sourceOf({ name, value }: FollowUp, answers: readonly SampleAnswer[]): Path | undefined {
  const leaves = answers
    .filter(({ isError }) => !isError)
    .flatMap((answer) => leavesOf(answer.value))
    .filter((leaf) => typeof leaf.path.at(-1) === 'string' && typeof leaf.value !== 'boolean');
  const words = value.split(/[^\w]+/);
  return (
    leaves.find((leaf) => isIdentifier(value) && String(leaf.value) === value) ??
    leaves.find((leaf) => words.length > 1 && words.includes(String(leaf.path.at(-1)))) ??
    leaves.find((leaf) => words.length > 1 && leaf.path.at(-1) === name)
  )?.path;
}
