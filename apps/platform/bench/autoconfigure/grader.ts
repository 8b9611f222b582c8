import { noParameters } from '#experiments';
import { createEgress } from '@sonde/egress';
import { createAutoconfigure } from '../../src/modules/autoconfigure/index.ts';
import { createInvocation } from '../../src/modules/invocation/index.ts';
import { bareEngine } from '../bare-engine.ts';
import type { Case } from './api.ts';
import { grade, type Grade, type Grader } from './grade.ts';

export type Grades = { readonly probing: Grade[]; readonly silent: Grade[] };

/** What works pastes out and calls what came of it: the parts of the platform, with no language model. */
export function openGrader(): Grader & { close(): Promise<void> } {
  const egress = createEgress();
  const engine = bareEngine();
  const autoconfigure = createAutoconfigure({
    models: { generationModel: async () => ({ source: 'builtin', model: 'builtin/reader', modelId: null }) },
    egress,
    engine,
    projects: { resolve: async () => ({ id: 'project' }) },
    parameters: { forCall: async () => noParameters },
  });
  const invocation = createInvocation({ ...engine, egress });
  return {
    run: autoconfigure.run,
    invocation,
    async close() {
      await autoconfigure.close();
      await invocation.close();
      await egress.close();
    },
  };
}

/** Each case without and with a probe. */
export async function gradeAll(cases: readonly Case[], grader: Grader): Promise<Grades> {
  const grades: Grades = { probing: [], silent: [] };
  for (const item of cases) {
    grades.silent.push(await grade(item, false, grader));
    grades.probing.push(await grade(item, true, grader));
  }
  return grades;
}

export const share = (list: readonly Grade[], holds: (grade: Grade) => boolean): number | null =>
  list.length === 0 ? null : round((100 * list.filter(holds).length) / list.length);

export const ownMsAt = (list: readonly Grade[], rank: number): number =>
  round(
    list.map(({ ownMs }) => ownMs).toSorted((left, right) => left - right)[Math.floor(list.length * rank)] ??
      0,
  );

const round = (value: number): number => Math.round(value * 10) / 10;
