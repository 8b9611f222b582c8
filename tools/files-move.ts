import { parseArgs } from 'node:util';
import { loadConfig } from '../apps/platform/src/config.ts';
import { systemClock } from '../apps/platform/src/kernel/clock.ts';
import {
  moveObjects,
  openObjectStore,
  type MoveReport,
} from '../apps/platform/src/kernel/object-store/index.ts';

const line = ({ copied, alreadyThere, bytes }: MoveReport): string =>
  `${copied} copied (${Math.round(bytes / 1024 / 1024)} MB), ${alreadyThere} already there`;

async function moveFiles(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (!values.to)
    throw new Error(
      'Say where to: npm run files:move -- --to s3://bucket/prefix (or file:///folder). Without --from the files of FILES_URL are moved.',
    );
  // Checked as settings are, so that a mistake is told in the same words.
  const { files } = loadConfig({ ...process.env, ...(values.from ? { FILES_URL: values.from } : {}) });
  const target = loadConfig({ ...process.env, FILES_URL: values.to }).files;
  const from = openObjectStore(files, systemClock);
  const to = openObjectStore(target, systemClock);
  let told = 0;
  try {
    const report = await moveObjects({
      from,
      to,
      directory: files.incomingDirectory,
      onProgress(state) {
        if (state.copied + state.alreadyThere - told < 100) return;
        told = state.copied + state.alreadyThere;
        process.stdout.write(`${line(state)} …\n`);
      },
    });
    process.stdout.write(`${line(report)}. Now set FILES_URL to ${values.to} and start Sonde again.\n`);
  } finally {
    await from.close();
    await to.close();
  }
}

try {
  await moveFiles();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
