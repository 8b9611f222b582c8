import { parseArgs } from 'node:util';
import { seedResults } from '../apps/platform/bench/past-results.ts';
import { loadConfig } from '../apps/platform/src/config.ts';
import { createLog } from '../apps/platform/src/kernel/log.ts';
import { migrate } from '../apps/platform/src/kernel/migrate.ts';
import { openDatabase } from '../apps/platform/src/mechanisms.ts';

const { values } = parseArgs({
  options: {
    results: { type: 'string', default: '100000' },
    months: { type: 'string', default: '12' },
    organization: { type: 'string' },
  },
});
const [results, months] = [Number(values.results), Number(values.months)];
if (!(Number.isInteger(results) && results >= 1 && months >= 1)) {
  process.stderr.write(
    'Say how many: npm run seed -- --results 100000 [--months 12] [--organization <id>]\n',
  );
  process.exit(1);
}
const database = await openDatabase(loadConfig(process.env), createLog('warn'));
try {
  await migrate(database, new URL('../apps/platform/migrations/', import.meta.url));
  const { rows } = await database.executeSql('select id, name from organizations order by created_at');
  const chosen = rows.find(({ id }) => values.organization === undefined || id === values.organization);
  if (!chosen) {
    process.stderr.write(
      rows.length === 0
        ? 'There is no organization yet: start Sonde and create one first.\n'
        : `There is no such organization. There are: ${rows.map(({ id, name }) => `${String(id)} (${String(name)})`).join(', ')}.\n`,
    );
    process.exitCode = 1;
  } else {
    const started = Date.now();
    let told = 0;
    const past = await seedResults(database, {
      organizationId: String(chosen['id']),
      results,
      months,
      now: started,
      onProgress(done) {
        if (done - told < 50_000) return;
        told = done;
        process.stdout.write(`${done} of ${results} results …\n`);
      },
    });
    await database.executeSql('analyze');
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(`${past.results} results in ${past.runs} runs, in ${seconds} s.\n`);
  }
} finally {
  await database.close();
}
