import { createEgress } from '@sonde/egress';
import { createAutoconfigure } from '../src/modules/autoconfigure/index.ts';
import { createInvocation } from '../src/modules/invocation/index.ts';
import { loadCases } from './autoconfigure/cases.ts';
import { grade, type Grade } from './autoconfigure/grade.ts';

/** Pastes of public kinds of API, each against a loopback server that behaves like that API; no language model. */
export async function run(): Promise<Record<string, unknown>> {
  const egress = createEgress();
  const engine = {
    clock: { now: () => Date.now() },
    newId: () => 'conversation',
    conversations: { load: async () => undefined, append: async () => {} },
    tokenCache: {
      find: async () => undefined,
      refresh: (_organization: string, _recipe: string, _isUsable: unknown, fetch: () => Promise<never>) =>
        fetch(),
    },
    traces: { record: async () => {} },
  };
  const autoconfigure = createAutoconfigure({
    models: { generationModel: async () => ({ source: 'builtin', model: 'builtin/reader', modelId: null }) },
    egress,
    engine,
    projects: { resolve: async () => ({ id: 'project' }), resolveParameters: async () => ({}) },
  });
  const invocation = createInvocation({ ...engine, egress });
  const cases = loadCases();
  const grades: { probing: Grade[]; silent: Grade[] } = { probing: [], silent: [] };
  try {
    for (const item of cases) {
      grades.silent.push(await grade(item, false, { run: autoconfigure.run, invocation }));
      grades.probing.push(await grade(item, true, { run: autoconfigure.run, invocation }));
    }
  } finally {
    await invocation.close();
    await egress.close();
  }
  const part = (isUnseen: boolean) =>
    summary(
      grades.probing.filter((item) => item.case.isUnseen === isUnseen),
      grades.silent.filter((item) => item.case.isUnseen === isUnseen),
    );
  if (process.env['BENCH_VERBOSE'])
    for (const [mode, list] of Object.entries(grades))
      for (const item of list)
        if (!item.isCorrect)
          process.stderr.write(
            `${mode} ${item.case.isUnseen ? 'unseen' : 'tuning'} ${item.case.id} (${item.case.api.name}): ${item.note}\n`,
          );
  return { tuning: part(false), unseen: part(true) };
}

function summary(probing: readonly Grade[], silent: readonly Grade[]) {
  const kinds = [...new Set(probing.map((item) => item.case.kind))].toSorted();
  const high = probing.filter(({ isHigh }) => isHigh);
  const secret = probing.filter(({ isRedacted }) => isRedacted !== undefined);
  const kept = probing.filter(({ isKept }) => isKept !== undefined);
  return {
    cases: probing.length,
    all_correct_with_probe: share(probing, ({ isCorrect }) => isCorrect),
    all_correct_without: share(silent, ({ isCorrect }) => isCorrect),
    input_arrives: share(probing, ({ inputArrives }) => inputArrives),
    output_extracted: share(
      probing.filter(({ outputTaken }) => outputTaken !== undefined),
      ({ outputTaken }) => outputTaken === true,
    ),
    mode_right: share(probing, ({ modeRight }) => modeRight),
    high_confidence: high.length,
    high_confidence_precision: share(high, ({ isCorrect }) => isCorrect),
    high_without_probe: silent.filter(({ isHigh }) => isHigh).length,
    redaction_recall: share(secret, ({ isRedacted }) => isRedacted === true),
    placeholders_kept: share(kept, ({ isKept }) => isKept === true),
    false_redactions: probing.reduce((sum, item) => sum + item.falseRedactions, 0),
    most_calls: Math.max(...probing.map(({ calls }) => calls)),
    own_ms_median: round(percentile(silent, 0.5)),
    own_ms_p95: round(percentile(silent, 0.95)),
    by_kind: Object.fromEntries(
      kinds.map((kind) => {
        const of = (list: readonly Grade[]) => list.filter((item) => item.case.kind === kind);
        return [
          kind,
          {
            cases: of(probing).length,
            with_probe: share(of(probing), ({ isCorrect }) => isCorrect),
            without: share(of(silent), ({ isCorrect }) => isCorrect),
          },
        ];
      }),
    ),
  };
}

const share = (list: readonly Grade[], holds: (grade: Grade) => boolean): number | null =>
  list.length === 0 ? null : round((100 * list.filter(holds).length) / list.length);

const percentile = (list: readonly Grade[], rank: number): number =>
  list.map(({ ownMs }) => ownMs).toSorted((left, right) => left - right)[Math.floor(list.length * rank)] ?? 0;

const round = (value: number): number => Math.round(value * 10) / 10;
