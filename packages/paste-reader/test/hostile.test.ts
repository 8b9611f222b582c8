import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from 'web-tree-sitter';
import { readOpenApi } from '../src/formats/openapi.ts';
import { LONGEST_READ } from '../src/recognise.ts';
import { withoutRepetitions } from '../src/readable.ts';
import { findIn, read } from './read.ts';

const SIZE = 40_000;

/** What somebody may paste by mistake or to do harm: one thing, thousands of times. */
const UNITS = [
  'auth ',
  'def ',
  '@app.post("/x") ',
  '@app.post("/x")\n',
  "-H 'a: b' ",
  '{',
  '[',
  '(',
  '"',
  "'",
  '`',
  '{"a": ',
  '{"a": 1}\n\n',
  '- a: b\n',
  'def ask(conn, %{"a" => a}) do\n',
  'POST /x\n',
  'Aa — Today at 10:11\n',
  '| a | b |\n',
  'The field a holds b. ',
  'a=b&',
  'req.body.a ',
  'const { a } = req.body;\n',
];

/** The same text over and over, up to a size, between two parts that are not part of it. */
const repeated = (unit: string, size: number): string =>
  `begin ${unit.repeat(Math.ceil(size / unit.length)).slice(0, size)} end`;

test('of a long run of anything only so much is read that more of it makes no difference', () => {
  for (const unit of UNITS) {
    const kept = withoutRepetitions(repeated(unit, SIZE)).length;
    assert.ok(kept < 3000, `${JSON.stringify(unit)} leaves ${kept}`);
    assert.ok(withoutRepetitions(repeated(unit, 2 * SIZE)).length < 3000, JSON.stringify(unit));
  }
});

test('what stands around a run stays, and so does a text that only repeats a little', () => {
  const kept = withoutRepetitions(repeated('auth ', SIZE));
  assert.match(kept, /^begin auth /);
  assert.match(kept, / end$/);
  const drawn = `# Title\n${'-'.repeat(120)}\n${'POST /chat {"message": "Hi"}\n'.repeat(40)}`;
  assert.equal(withoutRepetitions(drawn), drawn);
  const unlike = Array.from({ length: 2000 }, (_none, index) => `word${index} `).join('');
  assert.equal(withoutRepetitions(unlike), unlike);
});

test('a request stands out of what is repeated around it', async () => {
  const request = `curl http://localhost/ask -H 'X-Api-Key: $KEY' -d '{"question": "What is open today?"}'`;
  for (const unit of ['a b\n', '---\n', '\n', '# note\n']) {
    const result = await read(`${unit.repeat(10_000)}\n${request}\n\n${unit.repeat(10_000)}`);
    assert.equal(result.url, 'http://localhost/ask', JSON.stringify(unit));
    assert.deepEqual(result.template, { question: '{{ input }}' }, JSON.stringify(unit));
  }
});

const WORDS = ['amber', 'basil', 'cedar', 'delta', 'ember', 'fjord', 'grain', 'house', 'inlet', 'jetty'];
const word = (n: number): string => `${WORDS[n % 10] ?? ''}${n}`;
const numbered = (unit: (n: number) => string, size: number): string => {
  let text = '';
  for (let n = 0; text.length < size; n += 1) text += unit(n);
  return text.slice(0, size);
};

/** Nothing in them is said twice, and something is begun again and again. */
const UNLIKE: Readonly<Record<string, (n: number) => string>> = {
  'numbered headings': (n) => `## ${n}. POST /v1/${word(n)}\n\nSends the \`${word(n)}\`.\n\n`,
  'nested objects': (n) => `{"${word(n)}": [`,
  'brackets never closed': (n) => `${word(n)}[`,
  samples: (n) => `{\n  "id": ${n},\n  "message": "${word(n)}"\n}\n\n`,
  'fenced samples': (n) => `\`\`\`json\n{"a${n}": "${word(n)}"}\n\`\`\`\n`,
  commands: (n) => `curl http://h${n}.test/${word(n)} -H 'X-K: v${n}' -d '{"message": "${word(n)}"}'\n`,
  'one command of many addresses': (n) => `curl ${word(n)} `,
  tables: (n) => `| Field | Type |\n|---|---|\n| ${word(n)} | string |\n\n`,
  addresses: (n) => `http://h${n}.test/${word(n)}?q=${n} `,
  'one long word': (n) => word(n),
  'one long name with dashes': (n) => `${word(n)}-`,
  'letters of other scripts': (n) => `поле${n} — «${String.fromCodePoint(0x4e00 + n)}» é `,
  quotes: (n) => `"${n}' \``,
  'near-identical keys': (n) => `"message_${n}": "text ${n}", `,
  fields: (n) => `The field \`${word(n)}\` contains the ${word(n)}. `,
  'types never closed': (n) => `interface ${word(n)} {`,
  'parts of an address': (n) => `${word(n)}=${n}&`,
  operations: (n) => `query Q${n}($a: String!) { ${word(n)}(a: $a) { id } }\n`,
  events: (n) => `data: {"id": ${n}, "delta": "${word(n)}"}\n\n`,
};

test('of 40 kB of anything numbered something is made, and not much', async () => {
  for (const [name, unit] of Object.entries(UNLIKE)) {
    const found = await findIn(numbered(unit, SIZE));
    assert.ok(JSON.stringify(found ?? null).length < 4 * SIZE, name);
  }
});

/** Each level holds the one before it as often as there is room: written out, they are larger than any memory. */
const levels = (line: (before: string) => string, open: (name: string) => string, close: string): string =>
  Array.from({ length: 5 }, (_none, level) =>
    [
      open(`v${level}`),
      level === 0 ? 'x'.repeat(1000) : numbered(() => line(`v${level - 1}`), SIZE / 5),
      close,
    ].join(''),
  ).join('');

const GROWING: Readonly<Record<string, string>> = {
  'variables of a shell': `${levels(
    (name) => `$${name}`,
    (name) => `${name}="`,
    '"\n',
  )}curl http://a.test/x -d "$v4"\n`,
  'one variable in many commands': `V="${'x'.repeat(SIZE / 4)}"\n${'curl http://a.test/x -d "$V"\n'.repeat(800)}`,
  'templates of a script': `${levels(
    (name) => `\${${name}}`,
    (name) => `const ${name} = \``,
    '`;\n',
  )}await fetch("http://a.test/x", { method: "POST", body: JSON.stringify({ message: v4 }) });\n`,
  'objects of a script': `import requests\n${[0, 1, 2, 3, 4]
    .map((at) => `v${at} = {${numbered((n) => `"k${n}": ${at === 0 ? n : `v${at - 1}`}, `, 7000)}}\n`)
    .join('')}requests.post("http://a.test/x", json=v4)\n`,
  'declared types': `${[0, 1, 2, 3, 4]
    .map(
      (at) =>
        `class T${at}(BaseModel):\n${numbered((n) => `    f${n}: ${at === 0 ? 'str' : `T${at - 1}`}\n`, 7000)}\n\n`,
    )
    .join('')}@app.post("/chat")\ndef chat(body: T4):\n    return {"reply": body.f1}\n`,
  schemas: `openapi: 3.0.0\npaths:\n  /a:\n    post:\n      requestBody:\n        content:\n          application/json:\n            schema: {$ref: "#/components/schemas/S4"}\ncomponents:\n  schemas:\n${[
    0, 1, 2, 3, 4,
  ]
    .map(
      (at) =>
        `    S${at}:\n      allOf:\n${numbered((n) => (at === 0 ? `        - {type: object, title: t${n}}\n` : `        - {$ref: "#/components/schemas/S${at - 1}"}\n`), 7000).replace(/[^\n]*$/, '')}`,
    )
    .join('')}`,
};

test('what holds itself many times over is not written out', async () => {
  for (const [name, text] of Object.entries(GROWING)) {
    const found = await findIn(text);
    assert.ok(JSON.stringify(found ?? null).length < 4 * SIZE, name);
  }
});

/** Counts how often the tree of a piece of code is looked at: the work of all that follows code. */
async function looksAt(text: string): Promise<number> {
  const known = Object.getOwnPropertyDescriptor(Node.prototype, 'namedChildren');
  assert.ok(known);
  let count = 0;
  Object.defineProperty(Node.prototype, 'namedChildren', {
    ...known,
    get(this: Node): unknown {
      count += 1;
      return known.get?.call(this);
    },
  });
  try {
    await findIn(text);
  } finally {
    Object.defineProperty(Node.prototype, 'namedChildren', known);
  }
  return count;
}

const CODE: Readonly<Record<string, (n: number) => string>> = {
  functions: (n) => `def ${word(n)}(body: ${word(n)}Body):\n    return {"${word(n)}": body.message}\n\n`,
  requests: (n) =>
    `const r${n} = await fetch('http://h.test/${word(n)}', { method: 'POST', body: JSON.stringify({ message: ${word(n)} }) });\n`,
  'answers that are read': (n) =>
    `r${n} = requests.post("http://h.test/", json={"n": ${n}})\nprint(r${n}.json()["${word(n)}"])\n`,
  'one name for everything': (n) =>
    n === 0
      ? 'answer = requests.post("http://h.test/", json={"q": q}).json()\n'
      : `answer = answer["${word(n)}"]\n`,
  'functions of functions': (n) => `function f${n}(x) { return f${n + 1}(x) || f${n + 2}(x); }\n`,
};

test('twice the code is twice the work to follow', async () => {
  for (const [name, unit] of Object.entries(CODE)) {
    const [once, twice] = [await looksAt(numbered(unit, SIZE / 4)), await looksAt(numbered(unit, SIZE / 2))];
    // What is left of the bound on steps may be used up in both.
    assert.ok(twice < 2.6 * once, `${name}: ${once}, then ${twice}`);
  }
});

test('of a text that is too long the first part is read, and the result says so', async () => {
  const command = `curl http://localhost/ask -d '{"question": "What is open today?"}'\n\n`;
  const unlike = numbered((n) => `${word(n)} is what nobody asked for.\n`, LONGEST_READ);
  const found = await read(command + unlike);
  assert.equal(found.url, 'http://localhost/ask');
  assert.ok(found.warnings.some((warning) => warning.includes('only its first part was read')));
  const whole = await read(command + unlike.slice(0, LONGEST_READ / 2));
  assert.ok(whole.warnings.every((warning) => !warning.includes('first part')));
  assert.equal(await findIn(unlike + command), undefined);
});

test('a schema that refers to itself is unfolded only so often, however many operations name it', () => {
  const S = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`f${at}`, { $ref: '#/components/schemas/S' }]),
    ),
  };
  const post = {
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S' } } } },
    responses: { 200: { description: 'x' } },
  };
  const operations = readOpenApi(
    {
      openapi: '3.0.0',
      paths: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`/p${at}`, { post }])),
      components: { schemas: { S } },
    },
    0,
  );
  assert.equal(operations.length, 2_000);
  assert.ok(operations[0]?.notes.some(({ path }) => path.length === 1 && path[0] === 'f0'));
  const unfolded = operations.reduce((sum, { notes }) => sum + notes.length, 0);
  assert.ok(unfolded <= 100_000, `${unfolded}`);
});
