import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './autoconfigure/api.ts';
import { loadCases } from './autoconfigure/cases.ts';
import type { Grade } from './autoconfigure/grade.ts';
import { gradeAll, openGrader, ownMsAt, share } from './autoconfigure/grader.ts';
import { readPaste } from './autoconfigure/pastes.ts';
import { ownFault } from './autoconfigure/right-use.ts';

/**
 * `node apps/platform/bench/autoconfigure-blind.ts <folder>`: reads every `NNNN-*.md` in the folder, pastes by people who
 * know neither the reader nor its corpora, with and without a probe and without a model. Beside them it writes
 * `result.jsonl`, a paste a line, and prints what can be counted. Heads that cannot be read, or whose own right
 * configuration their stand-in refuses, say nothing about the reader: they are named and not counted.
 */
const warmUps = 24;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Name the folder: node apps/platform/bench/autoconfigure-blind.ts <folder>\n');
  process.exit(2);
}
const grader = openGrader();
try {
  const { cases, unusable } = await casesOf(folder);
  // What is compiled once per process is no property of a paste.
  await gradeAll(loadCases().slice(0, warmUps), grader);
  const { probing, silent } = await gradeAll(cases, grader);
  writeFileSync(
    join(folder, 'result.jsonl'),
    probing.map((item, index) => `${JSON.stringify(lineOf(item, silent[index]))}\n`).join(''),
  );
  // Where the text alone cannot lead to a right configuration, only a probe is asked for one.
  const readable = silent.filter((item) => !item.case.paste?.needsProbe);
  process.stdout.write(
    `${JSON.stringify(
      {
        pastes: cases.length,
        unusable_heads: unusable,
        right_with_probe: share(probing, ({ isCorrect }) => isCorrect),
        right_without: share(readable, ({ isCorrect }) => isCorrect),
        ...countOf('high_right', probing, ({ isHigh, isCorrect }) => (isHigh ? isCorrect : undefined)),
        ...countOf('redacted', probing, ({ isRedacted }) => isRedacted),
        ...countOf('kept', probing, ({ isKept }) => isKept),
        ...countOf('address_read', silent, ({ isAddressRead }) => isAddressRead),
        own_ms_p50: ownMsAt(silent, 0.5),
        own_ms_p99: ownMsAt(silent, 0.99),
      },
      null,
      2,
    )}\n`,
  );
} finally {
  await grader.close();
}

async function casesOf(at: string): Promise<{ cases: Case[]; unusable: string[] }> {
  const cases: Case[] = [];
  const unusable: string[] = [];
  for (const name of readdirSync(at)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .toSorted()) {
    try {
      const item = readPaste(name, readFileSync(join(at, name), 'utf8'), true);
      const fault = await ownFault(item, grader.invocation);
      if (fault === undefined) cases.push(item);
      else unusable.push(`${name}: its own configuration does not serve: ${fault}`);
    } catch (error) {
      unusable.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { cases, unusable };
}

function countOf(name: string, grades: readonly Grade[], holds: (grade: Grade) => boolean | undefined) {
  const asked = grades.filter((item) => holds(item) !== undefined);
  return { [name]: `${asked.filter((item) => holds(item)).length} of ${asked.length}` };
}

function lineOf(probing: Grade, silent: Grade | undefined) {
  const { case: item, isHigh, isRedacted, isKept, note } = probing;
  return {
    id: item.id,
    kind: item.kind,
    with_probe: probing.isCorrect ? 'right' : 'wrong',
    without: silent?.isCorrect ? 'right' : 'wrong',
    needs_probe: item.paste?.needsProbe ?? false,
    is_high: isHigh,
    redacted: isRedacted,
    kept: isKept,
    note,
    note_without: silent?.note,
  };
}
