import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/operating.md'), 'utf8');

/** A span of text that is a command and no name of something: its first word is a program. */
const isCommand = (text: string): boolean =>
  /^(?:npm|docker|runuser|systemctl|journalctl|alter role|grant|GET) \S/.test(text);

/** Every line of every block of the page, and every command within its sentences. Comments at their ends are left away. */
export const pageCommands: readonly string[] = [
  ...new Set(
    page.split(/^```.*$/m).flatMap((part, index) =>
      index % 2 === 1
        ? part
            .split('\n')
            .map((line) => line.replace(/\s+#.*$/, '').trim())
            .filter(Boolean)
        : [...part.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text).filter(isCommand),
    ),
  ),
];
