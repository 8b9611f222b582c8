import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config.ts';
import { backUp } from './backup.ts';
import { readManifest } from './manifest.ts';
import { restore } from './restore.ts';
import { placeKeys } from './kept-keys.ts';
import { rotateKey } from './rotate-key.ts';
import type { Environment, Output } from './surroundings.ts';

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  'without-keys': { type: 'boolean', default: false },
} as const;

export async function operate(
  command: string,
  args: readonly string[],
  environment: Environment,
  output: Output,
): Promise<void> {
  const { values } = parseArgs({ args: [...args], options });
  if (command === 'rotate-key') return rotateKey(loadConfig(environment), output);
  if (command === 'backup') {
    if (!values.to) throw new Error('Say where to: npm run backup -- --to /folder/of/this/backup');
    const withKeys = !values['without-keys'];
    return backUp(loadConfig(environment), { folder: resolve(values.to), withKeys, environment, output });
  }
  if (command !== 'restore') throw new Error(`There is no command "${command}".`);
  if (!values.from) throw new Error('Say where from: npm run restore -- --from /folder/of/a/backup');
  const folder = resolve(values.from);
  const manifest = await readManifest(folder);
  // Before the settings are read: a data folder without keys would get new ones, which open nothing of the backup.
  await placeKeys(folder, environment);
  return restore(loadConfig(environment), { folder, manifest, environment, output });
}
