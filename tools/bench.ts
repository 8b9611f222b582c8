import { existsSync } from 'node:fs';
import { cpus } from 'node:os';

/** Each part names the files that measure it; every file exports `run()`. */
const parts: Readonly<Record<string, readonly string[]>> = {
  platform: ['../apps/platform/bench/platform.ts', '../apps/platform/bench/lists.ts'],
  auth: ['../apps/platform/bench/auth.ts'],
  engine: [
    '../packages/jinja/bench/render.ts',
    '../apps/platform/bench/engine-invoke.ts',
    '../apps/platform/bench/service-invoke.ts',
  ],
  autoconfigure: ['../apps/platform/bench/autoconfigure.ts'],
  jobs: ['../apps/platform/bench/jobs.ts'],
  files: ['../apps/platform/bench/files.ts'],
  insights: ['../apps/platform/bench/insights.ts'],
  runs: ['../apps/platform/bench/runs.ts'],
  tests: ['../apps/platform/bench/tests.ts'],
  generation: ['../apps/platform/bench/generation.ts'],
  telemetry: ['../apps/platform/bench/telemetry.ts'],
  exploration: ['../apps/platform/bench/exploration.ts'],
  stall: ['../apps/platform/bench/stall.ts'],
  chatbot: ['../apps/chatbot/bench/chatbot.ts'],
  web: ['../apps/web/bench/pages.ts'],
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench called ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.\n`,
  );
  process.exit(1);
}

const report: Record<string, unknown> = {
  machine: { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version },
};
for (const [name, files] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const results: Record<string, unknown> = {};
  for (const file of files) {
    const url = new URL(file, import.meta.url);
    if (!existsSync(url)) continue;
    const { run } = (await import(url.href)) as { run: () => Promise<Record<string, unknown>> };
    try {
      Object.assign(results, await run());
    } catch (error) {
      fail(name, error instanceof Error ? error.message || String(error) : String(error));
    }
  }
  report[name] = results;
  // Among all of them one may step aside; one that was asked for has not been measured.
  if (wanted.length > 0 && typeof results['skipped'] === 'string') fail(name, results['skipped']);
}
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exit(process.exitCode ?? 0);

function fail(name: string, reason: string): void {
  process.stderr.write(`The bench ${name} could not be measured. ${reason}\n`);
  process.exitCode = 1;
}
