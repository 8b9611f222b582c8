import type { Knowledge } from '../../knowledge.ts';
import { idShapeIn, madeUp } from '../../reading/facts.ts';
import { caseIn, thingOf } from '../../reading/actions.ts';
import { singular } from '../../reading/words.ts';
import { rememberedOf } from '../../reading/remembered.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { hasText } from '../../turns.ts';

/** Everything the target has said so far, in the strategy before as well. */
export const textsHeard = rememberedOf((known: Knowledge): readonly string[] =>
  known.heard.filter(hasText).map(textOf),
);

const introducing = new Set(['scope', 'capabilities', 'offer', 'calibration', 'limits']);

/** What it says of itself and puts up for choice. */
export const textsAboutItself = (known: Knowledge): string[] =>
  known.heard.filter((turn) => hasText(turn) && introducing.has(turn.probe.dimension)).map(textOf);

/** What people come with: as it calls it, or the first thing it is about. Nobody has “my neutering”: what is done is no thing. */
export const thingHeard = (known: Knowledge): string => {
  const ownTopic = known.topics.find((topic) => /^[a-z]{4,}$/.test(topic) && !isDone(topic));
  return (
    thingOf(textsAboutItself(known)) ??
    (ownTopic ? singular(ownTopic) : undefined) ??
    caseIn(textsHeard(known)) ??
    'order'
  );
};
const isDone = (topic: string): boolean => topic.endsWith('ing') && caseIn([topic]) === undefined;

/** The shape of the numbers this target uses. */
export const idShapeHeard = rememberedOf((known: Knowledge) => idShapeIn(textsHeard(known)));

/** A number of that shape; where it shows none, five digits. */
export const numberFor = (known: Knowledge, place = 0): string =>
  madeUp(idShapeHeard(known) ?? '00000', place);
