import type { TestInput } from '@sonde/contract';
import { listInWords, plural } from '#kernel/plural';
import { changeOf } from './mutations.ts';

type Source = Pick<TestInput, 'source'>;

/** Of what each test was made, the first that fits; in the order in which it is told. */
const origins: readonly (readonly [is: (kind: string, ref: object) => boolean, one: string, many: string])[] =
  [
    [
      (kind) => kind === 'exploration',
      'asks what an exploration asked, word for word',
      'ask what an exploration asked, word for word',
    ],
    [
      (kind, ref) => kind === 'mutation' && 'task_id' in ref,
      'asks what an exploration asked',
      'ask what an exploration asked',
    ],
    [(kind) => kind === 'mutation', 'asks what a test you have asks', 'ask what tests you have ask'],
    [(_kind, ref) => 'requirement_id' in ref, 'is about a requirement', 'are about requirements'],
    [
      (_kind, ref) => 'passage_id' in ref,
      'is answered by a passage of a document',
      'are answered by passages of documents',
    ],
    [() => true, 'was made by the model', 'were made by the model'],
  ];

/** How many tests were made, and of what, for whoever expected one for each finding. */
export function madeOf(tests: readonly Source[], originals: number): string {
  const byOrigin = Map.groupBy(tests, ({ source }) =>
    origins.findIndex(([is]) => is(source?.kind ?? '', source?.ref ?? {})),
  );
  const told = origins.flatMap(([, one, many], place) => {
    const made = byOrigin.get(place) ?? [];
    return made.length === 0 ? [] : [`${made.length} ${made.length === 1 ? one : many}${changesIn(made)}`];
  });
  const joined =
    originals === 0
      ? ''
      : ` ${plural(originals, 'test')} you have ${originals === 1 ? 'is' : 'are'} in the set as well, for the others to be compared with.`;
  return `${plural(tests.length, 'test was', 'tests were')} made${told.length > 0 ? `: ${told.join('; ')}` : ''}.${joined}`;
}

/** “, 3 written in capitals and 2 with slips of the finger”: what was changed of the questions. */
function changesIn(tests: readonly Source[]): string {
  const changed = tests.filter(({ source }) => source?.kind === 'mutation');
  const kinds = [...Map.groupBy(changed, ({ source }) => changeOf(relationOf(source)))];
  const told = kinds.map(([words, some]) => (tests.length === 1 ? words : `${some.length} ${words}`));
  return told.length === 0 ? '' : `, ${listInWords(told)}`;
}

const relationOf = (source: Source['source']): unknown => {
  const ref: object = source?.ref ?? {};
  return 'relation' in ref ? ref.relation : undefined;
};
