/** A call that tries to stop the process, by what it makes large. */
export type Attack = { kind: string; path: string; body: object; times?: number };

const draft = (targetUrl: string, changes: object): object => ({
  url: `${targetUrl}/ok`,
  input_data: { input: 'hi' },
  response_mapping: { output: '$.reply' },
  ...changes,
});

const inLoop = (value: string, work: string): string =>
  `{"m": "{{ input }}{% set s = ${value} %}{% set t = ${value} %}{% for i in range(100000) %}{% set x = ${work} %}{% endfor %}"}`;

const templates = [
  inLoop("'😀' * 15000000", 's|length'),
  inLoop("'a' * 30000000", 's < t'),
  inLoop("'a' * 30000000", 's == t'),
  inLoop("'a' * 30000000", 's.format()'),
  inLoop("'a' * 30000000", 's is upper'),
  inLoop('range(90000)|list', 's|list|length'),
  inLoop('dict(range(50000)|batch(2))', 's|urlencode'),
  inLoop('2 ** 30000', 's ~ t'),
  ...['urlencode', 'upper|length', 'wordcount', 'title', 'tojson', 'pprint', 'list|length'].map(
    (filter) => `{"m": {% set s = ('é<' * 15000000)|${filter} %}1}`,
  ),
  `{"m": {% set s = ('<' * 30000000)|forceescape %}1}`,
  `{"m": {% set s = ('a b ' * 7000000).split() %}1}`,
];

const many = (count: number, value: (index: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, value(index)]));

/** Every class of work that a member or a target can make large, against a target that answers as `stall-client.ts` does. */
export function attacksOn(target: string): Attack[] {
  const test = '/endpoints/test';
  const configure = (path: string): Attack['body'] => ({
    input_text: `curl -X POST ${target}${path} -H 'Content-Type: application/json' -d '{"message":"hi"}'`,
    probe: true,
  });
  const attack = (kind: string, changes: object): Attack => ({
    kind,
    path: test,
    body: draft(target, changes),
  });
  return [
    ...templates.map((request_mapping) => attack('templates', { request_mapping })),
    attack('templates', {
      query_params: { a: 'session_id', ...many(90, () => '{'.repeat(8000)) },
    }),
    ...['$..a..zzz', '$..*', '$..a[?@..zzz]'].map((output) =>
      attack('paths', { url: `${target}/nested`, response_mapping: { output } }),
    ),
    attack('paths', {
      url: `${target}/nested`,
      response_mapping: { output: "{{ jsonpath('$..a..zzz') }}" },
    }),
    attack('paths', {
      url: `${target}/nested`,
      response_mapping: many(100, () => '$..end'),
    }),
    ...['((a?b?){1,30}){1,30}[c-z][d-z][0-9]', '(a|b|ab)*[c-z][d-z]'].map((pattern) =>
      attack('patterns', {
        url: `${target}/long`,
        response_mapping: { output: `$[?search(@,'${pattern}')]` },
      }),
    ),
    attack('masks', {
      url: `${target}/masked`,
      secret_headers: Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`X-S${index}`, `a${index}`]),
      ),
      response_mapping: { output: '$.t', again: '$.t', third: '$' },
    }),
    { kind: 'corrections', path: '/endpoints/auto-configure', body: configure('/missing-fields') },
    { kind: 'judging', path: '/endpoints/auto-configure', body: configure('/events') },
    { kind: 'judging', path: '/endpoints/auto-configure', body: configure('/wide') },
    {
      kind: 'passwords',
      path: '/auth/check-password',
      body: { password: '35%1|4<2@&!4%%(0+$24+3<$@4/$!<@5'.repeat(4) },
    },
  ];
}
