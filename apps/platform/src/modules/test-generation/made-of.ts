import type { TestInput } from '@sonde/contract';
import { plural } from '#kernel/plural';

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
      'asks what an exploration asked in other words',
      'ask what an exploration asked in other words',
    ],
    [
      (kind) => kind === 'mutation',
      'asks what a test you have asks in other words',
      'ask what tests you have ask in other words',
    ],
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
  const counts = origins.map(() => 0);
  for (const { source } of tests) {
    const ref: object = source?.ref ?? {};
    const place = origins.findIndex(([is]) => is(source?.kind ?? '', ref));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const told = origins.flatMap(([, one, many], place) => {
    const count = counts[place] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const joined =
    originals === 0
      ? ''
      : ` ${plural(originals, 'test')} you have ${originals === 1 ? 'is' : 'are'} in the set as well, for the others to be compared with.`;
  return `${plural(tests.length, 'test was', 'tests were')} made${told.length > 0 ? `: ${told.join('; ')}` : ''}.${joined}`;
}
