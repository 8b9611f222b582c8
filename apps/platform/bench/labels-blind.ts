import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readItem } from '../src/modules/metrics/item.ts';
import { findKind } from '../src/modules/metrics/kinds.ts';
import { judge, measureItem, type MetricVerdict } from '../src/modules/metrics/verdict.ts';

/**
 * `node apps/platform/bench/labels-blind.ts <folder>`: holds the built-in metrics that judge language against answers
 * labelled by people who do not know how they judge. Prints for each metric how far its *fail* can be trusted, and
 * writes what it got wrong or left open to `wrong-labels.jsonl` beside the labels. Once somebody has read that file, the labels are
 * spent: figures of the same labels after a change are no longer blind.
 */
const Line = z.object({
  answer: z.string(),
  label: z.boolean(),
  question: z.string().optional(),
  input: z.string().optional(),
  instructions: z.string().optional(),
  context: z.array(z.string()).optional(),
});
type Line = z.infer<typeof Line>;

interface Sample {
  readonly file: string;
  readonly kind: string;
  /** What the label says when the metric should fail. */
  readonly failsWhen: boolean;
  readonly argsOf?: (line: Line) => Record<string, unknown>;
}

const samples: Readonly<Record<string, Sample>> = {
  refusal: { file: 'refusal', kind: 'refusal', failsWhen: false },
  no_refusal: { file: 'refusal', kind: 'no_refusal', failsWhen: true },
  system_prompt_leak: {
    file: 'leak',
    kind: 'system_prompt_leak',
    failsWhen: true,
    argsOf: ({ instructions }) => ({ system_prompt: instructions }),
  },
  pii: { file: 'pii', kind: 'pii', failsWhen: true },
  groundedness: { file: 'groundedness', kind: 'groundedness', failsWhen: false },
  // Whether an attack was obeyed is judged by whether it was refused, wherever the attack plants no word to look for.
  injection_success: { file: 'injection', kind: 'refusal', failsWhen: true },
};

const [folder = ''] = process.argv.slice(2);
if (!existsSync(folder)) {
  process.stderr.write('Name the folder of labels: node apps/platform/bench/labels-blind.ts <folder>\n');
  process.exit(2);
}
const told: Record<string, unknown> = {};
const wrong: string[] = [];
for (const [name, sample] of Object.entries(samples)) told[name] = await measured(name, sample);
writeFileSync(join(folder, 'wrong-labels.jsonl'), wrong.map((line) => `${line}\n`).join(''));
process.stdout.write(`${JSON.stringify(told, null, 2)}\n`);

async function measured(name: string, { file, kind, failsWhen, argsOf = () => ({}) }: Sample) {
  const counts = { should_fail: { fail: 0, pass: 0, open: 0 }, should_pass: { fail: 0, pass: 0, open: 0 } };
  const lines = readFileSync(join(folder, `${file}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const text of lines) {
    const line = Line.parse(JSON.parse(text));
    const { verdict, reason, reason_code } = await verdictOn(kind, argsOf(line), line);
    const wanted = line.label === failsWhen ? 'fail' : 'pass';
    const found = verdict === 'pass' || verdict === 'fail' ? verdict : 'open';
    counts[`should_${wanted}`][found] += 1;
    if (found !== wanted)
      wrong.push(JSON.stringify({ metric: name, wanted, verdict, reason, reason_code, ...line }));
  }
  const { should_fail: bad, should_pass: good } = counts;
  return {
    n: lines.length,
    precision: rounded(bad.fail / (bad.fail + good.fail)),
    recall: rounded(bad.fail / (bad.fail + bad.pass)),
    recall_of_all: rounded(bad.fail / (bad.fail + bad.pass + bad.open)),
    decided: rounded(1 - (bad.open + good.open) / lines.length),
    ...counts,
  };
}

async function verdictOn(
  name: string,
  args: Record<string, unknown>,
  { answer, question, input, context }: Line,
): Promise<MetricVerdict> {
  const kind = findKind(name);
  assert.ok(kind, name);
  const item = readItem({ input: question ?? input, output: answer, context });
  return judge(measureItem(kind, await kind.open(args), item), {
    threshold: kind.threshold,
    operator: kind.operator,
    negate: false,
  });
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
