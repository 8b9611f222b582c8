import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findingKindWords } from '@sonde/contract/finding-words';
import { meaningOfRisk, meaningOfTag } from '../../spa/src/ui/terms.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

test('every kind of finding is called by words that say what was found', () => {
  const source = read('apps/platform/src/modules/exploration/findings/**/*.ts');
  const kinds = new Set(
    [...source.matchAll(/\bkind: (?!string)([^\n]*)/g)]
      // Behind the condition, where there is one.
      .map(([, said = '']) => said.replace(/^[^?]*\?/, ''))
      .flatMap((said) => [...said.matchAll(/'([a-z_]+)'/g)].map(([, kind = '']) => kind)),
  );
  for (const kind of ['instruction_leak', 'memory_kept', 'open_boundary', 'statement', 'unsafe_answer'])
    assert.ok(kinds.has(kind), `${kind} of ${[...kinds].join(', ')}`);
  assert.deepEqual(
    [...kinds].filter((kind) => findingKindWords(kind) === undefined),
    [],
  );
});

test('every field of what an exploration noted has a name of its own on its page', () => {
  const facts = read('apps/web/spa/src/features/explore/strategy-facts.tsx');
  const source = read(
    'apps/platform/src/modules/exploration/findings/{boundary,capability,confidentiality,domain,goal}.ts',
  );
  const fields = [...source.matchAll(/^ {4,6}([a-z]+_[a-z_]+): /gm)].map(([, name = '']) => name);
  assert.ok(fields.includes('safety_guardrails'), fields.join(', '));
  assert.deepEqual(
    [...new Set(fields)].filter((name) => !new RegExp(`^ {2}${name}: '`, 'm').test(facts)),
    [],
  );
});

test('every tag that Sonde itself sets on tests is explained where it is shown', () => {
  const source = read('apps/platform/src/modules/{probes,test-generation}/**/*.ts');
  const tags = [
    ...[...source.matchAll(/\btags: ([^\n]*)/g)].flatMap(([, said = '']) =>
      [...said.matchAll(/'([a-z-]+)'/g)].map(([, tag = '']) => tag),
    ),
    ...[...source.matchAll(/\w+Tag = '([a-z-]+)'/g)].map(([, tag = '']) => tag),
  ];
  for (const tag of ['benign-twin', 'garak-hit', 'owasp', 'robustness']) assert.ok(tags.includes(tag), tag);
  assert.deepEqual(
    [...new Set(tags)].filter((tag) => meaningOfTag(tag) === undefined),
    [],
  );
});

test('every risk of OWASP that a probe or a test names is explained where it is shown', () => {
  const ids = [
    ...read('apps/platform/src/modules/probes/owasp.ts').matchAll(/^ {2}((?:llm|asi)\d\d): /gm),
  ].map(([, id = '']) => id.toUpperCase());
  assert.equal(ids.length, 20, ids.join(', '));
  assert.deepEqual(
    ids.filter((id) => meaningOfRisk(id) === undefined),
    [],
  );
});

test('what a field shows as an example belongs to no trade', () => {
  const shown = globSync('apps/web/spa/src/**/*.tsx', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /\bplaceholder=(?:"([^"]*)"|\{?'([^']*)')|\b-d '([^\n]*)'/g,
      ),
    ].map(([, plain = '', quoted = '', sent = '']) => `${file}: ${plain}${quoted}${sent}`),
  );
  assert.ok(shown.length > 20, shown.join('\n'));
  assert.deepEqual(
    shown.filter((one) => /: .*(?:policy|claim|premium|insur|deductible)/i.test(one)),
    [],
  );
});

test('what explains something is no hover text alone: a finger and a keyboard reach it', () => {
  // There the text repeats what stands there shortened, or names a button by its own words.
  const repeated = new Set([
    'app/navigation.tsx',
    'features/alerts/alert-columns.tsx',
    'features/architect/thing-name.tsx',
    'features/notifications/bell.tsx',
    'features/schedules/schedule-columns.tsx',
    'features/settings/audit.tsx',
    'features/test-runs/run-marks.tsx',
    'features/tests/sheet/sheet-row.tsx',
    'ui/button.tsx',
    'ui/middle-cut.tsx',
    'ui/time.tsx',
  ]);
  const hovered = globSync('apps/web/spa/src/**/*.tsx', { cwd: root }).flatMap((file) => {
    const name = file.replace('apps/web/spa/src/', '');
    const source = readFileSync(join(root, file), 'utf8');
    const found = /<(?:[a-z]\w*|Link|LinkButton|Button|Chip)\b(?:[^<>]|=>)*?\btitle=/.exec(source);
    return found && !repeated.has(name) ? [`${name}: ${found[0].slice(-60)}`] : [];
  });
  assert.deepEqual(hovered, []);
  // What the menu says when it is pointed at is told where pages are searched as well.
  assert.match(read('apps/web/spa/src/app/command-palette.tsx'), /\{command\.says\}/);
});

test('the button and the metric that the editor of a conversation names for its answers are there under these names', () => {
  const editor = read('apps/web/spa/src/features/tests/test-dialog.tsx').replaceAll(/\s+/g, ' ');
  const kinds = read('apps/platform/src/modules/metrics/builtin/*.ts');
  const named = /What its last answer must say(.*?)set that up/.exec(editor)?.[1] ?? '';
  const names = [...named.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
  assert.equal(names.length, 2, named);
  const [button = '', metric = ''] = names;
  assert.ok(editor.includes(`> ${button} </Button>`), button);
  assert.ok(kinds.includes(`title: '${metric}'`), metric);
});
