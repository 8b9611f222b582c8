import type { Case } from './autoconfigure/api.ts';
import { loadCases } from './autoconfigure/cases.ts';
import { firstUse } from './autoconfigure/first-use.ts';
import type { Grade } from './autoconfigure/grade.ts';
import { gradeAll, openGrader, ownMsAt, share, type Grades } from './autoconfigure/grader.ts';
import { loadPastes } from './autoconfigure/pastes.ts';

/** Pastes of public kinds of API, each against a loopback server that behaves like that API; no language model. */
export async function run(): Promise<Record<string, unknown>> {
  const firstPastes = await firstUse();
  const rendered = loadCases();
  const grader = openGrader();
  const grades = await gradeAll(
    [...rendered, ...loadPastes('tuning'), ...loadPastes('held-out')],
    grader,
  ).finally(() => grader.close());
  const part = (belongs: (item: Case) => boolean) =>
    summary(
      grades.probing.filter((item) => belongs(item.case)),
      grades.silent.filter((item) => belongs(item.case)),
    );
  explain(grades, process.env['BENCH_VERBOSE'] ?? '');
  const isRendered = (item: Case): boolean => item.paste === undefined;
  return {
    pastes_tuning: part((item) => !isRendered(item) && !item.isUnseen),
    pastes_held_out: part((item) => !isRendered(item) && item.isUnseen),
    rendered_tuning: part((item) => isRendered(item) && !item.isUnseen),
    // Kept out of sight once; it has been looked at since and proves nothing about new pastes.
    rendered_unseen_once: part((item) => isRendered(item) && item.isUnseen),
    overall: part(() => true),
    first_paste_ms: firstPastes,
  };
}

/** Says of every case that failed what came of it: of held-out pastes only when asked for them by name. */
function explain(grades: Grades, wanted: string): void {
  if (wanted === '') return;
  for (const [mode, list] of Object.entries(grades))
    for (const item of list) {
      const isHeldOut = item.case.paste !== undefined && item.case.isUnseen;
      if (item.isCorrect || isHeldOut !== (wanted === 'held-out')) continue;
      const place = item.case.isUnseen ? 'unseen' : 'tuning';
      process.stderr.write(`${mode} ${place} ${item.case.id} (${item.case.api.name}): ${item.note}\n`);
    }
}

function summary(probing: readonly Grade[], all: readonly Grade[]) {
  // Where the text alone cannot lead to a right configuration, only a probe is asked for one.
  const silent = all.filter((item) => !item.case.paste?.needsProbe);
  const withAddress = all.filter(({ isAddressRead }) => isAddressRead !== undefined);
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
    address_read_from_text: share(withAddress, ({ isAddressRead }) => isAddressRead === true),
    mode_right: share(probing, ({ modeRight }) => modeRight),
    high_confidence: high.length,
    high_confidence_precision: share(high, ({ isCorrect }) => isCorrect),
    high_without_probe: all.filter(({ isHigh }) => isHigh).length,
    redaction_recall: share(secret, ({ isRedacted }) => isRedacted === true),
    placeholders_kept: share(kept, ({ isKept }) => isKept === true),
    false_redactions: probing.reduce((sum, item) => sum + item.falseRedactions, 0),
    most_calls: Math.max(...probing.map(({ calls }) => calls)),
    own_ms_median: ownMsAt(silent, 0.5),
    own_ms_p95: ownMsAt(silent, 0.95),
    own_ms_most: ownMsAt(silent, 1 - 1 / silent.length),
    live_test_of_verified_succeeds: share(
      probing.filter(({ isVerified }) => isVerified),
      ({ isAnswered }) => isAnswered,
    ),
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
