import assert from 'node:assert/strict';
import type { FileRecord } from '@sonde/contract';
import { describe, it } from 'node:test';
import {
  bodyOf,
  changesOf,
  draftFrom,
  draftFromAutoConfigure,
  emptyDraft,
  faultsOf,
  newHosts,
  setMapping,
  settings,
} from '../../../spa/src/features/endpoints/draft.ts';
import { bytesOfCall, fieldsFor, inputDataOf } from '../../../spa/src/features/endpoints/call-variables.ts';
import { judgeMapping } from '../../../spa/src/features/endpoints/judge-mapping.ts';
import { templateFault } from '../../../spa/src/features/endpoints/template-fault.ts';
import * as data from '../support/stand-in-data.ts';

const saved = draftFrom(data.endpointNumber(1));

void describe('the draft of an endpoint', () => {
  void it('sends nothing when nothing was changed', () => assert.deepEqual(changesOf(saved, saved), {}));

  void it('sends only what was changed', () => {
    assert.deepEqual(changesOf({ ...saved, name: 'New', timeout_seconds: '45' }, saved), {
      name: 'New',
      timeout_seconds: 45,
    });
  });

  void it('keeps, replaces and removes secrets, and never sends the mask', () => {
    assert.ok(!JSON.stringify(bodyOf(saved)).includes('•'));
    assert.deepEqual(changesOf({ ...saved, auth_token: { kind: 'set', value: ' new ' } }, saved), {
      auth_token: 'new',
    });
    assert.deepEqual(changesOf({ ...saved, auth_token: { kind: 'clear' } }, saved), { auth_token: null });
    assert.deepEqual(changesOf({ ...saved, auth_token: { kind: 'set', value: '' } }, saved), {});
    const headers = saved.secret_headers.map((header) => ({ ...header, input: { kind: 'clear' } as const }));
    assert.deepEqual(changesOf({ ...saved, secret_headers: headers }, saved), {
      secret_headers: { 'X-Api-Key': null },
    });
    const stored = draftFrom({ ...data.endpointNumber(1), secret_names: ['api_key'] });
    const added = { name: ' second ', stored: false, input: { kind: 'set', value: 'new' } } as const;
    assert.deepEqual(changesOf({ ...stored, secrets: [...stored.secrets, added] }, stored), {
      secrets: { second: 'new' },
    });
  });

  void it('reads lists and nested mappings back as what they were', () => {
    const endpoint = {
      ...data.endpointNumber(0),
      response_mapping: {
        output: ['$.a', '$.b'],
        metadata: { model: '$.m' },
        context: "{{ jsonpath('$.c') }}",
      },
    };
    assert.deepEqual(bodyOf(draftFrom(endpoint)).response_mapping, endpoint.response_mapping);
  });

  void it('knows when the host or the port changes, since stored secrets stay behind then', () => {
    const moved = (url: string) => newHosts({ ...saved, url }, saved).calls;
    assert.equal(moved('https://assistant-1.example.org/other'), null);
    assert.equal(moved('https://elsewhere.example.org/'), 'host');
    assert.equal(moved('https://assistant-1.example.org:8443/'), 'port');
  });

  void it('says what stands in the way of saving', () => {
    assert.deepEqual(Object.keys(faultsOf({ ...emptyDraft, timeout_seconds: '0' })), [
      'name',
      'url',
      'timeout_seconds',
    ]);
    assert.deepEqual(faultsOf({ ...emptyDraft, name: 'a', url: 'ws://localhost/x' }), {});
  });

  void it('brings every setting of the contract back as it was, and sends an empty one as nothing', () => {
    for (const { name, kind, min, options } of settings) {
      const value = { number: min ?? 1, text: 'Team Claims', check: true, choice: options?.at(-1) }[kind];
      const endpoint = { ...data.endpointNumber(1), [name]: value };
      assert.equal(bodyOf(draftFrom(endpoint))[name], value, name);
      assert.deepEqual(changesOf(draftFrom(endpoint), saved), { [name]: value });
      assert.deepEqual(changesOf({ ...draftFrom(endpoint), [name]: saved[name] }, saved), {});
    }
  });

  void it('refuses numbers outside of what a setting takes, by its name', () => {
    for (const { name, isWhole, max } of settings.filter(({ kind }) => kind === 'number'))
      for (const text of ['-1', 'ten', String((max ?? 0) + 1), ...(isWhole ? ['1.5'] : [])])
        assert.deepEqual(Object.keys(faultsOf({ ...saved, [name]: text })), [name], text);
  });

  void it('replaces a mapping of the same name and adds a new one', () => {
    const rows = [{ name: 'output', value: '$.a' }];
    assert.deepEqual(setMapping(rows, 'output', '$.b'), [{ name: 'output', value: '$.b' }]);
    assert.equal(setMapping(rows, 'context', '$.c').length, 2);
  });

  void it('is named after what is called and where when auto-configure found no name', () => {
    assert.equal(
      draftFromAutoConfigure({ ...data.autoConfigured, name: null }, null).name,
      'Chat on assistant.example.org',
    );
  });

  void it('takes over what auto-configure found, with the token of the person', () => {
    const draft = draftFromAutoConfigure(data.autoConfigured, 'fake-token');
    assert.deepEqual(
      [draft.url, draft.auth_type, draft.auth_token],
      [data.autoConfigured.url, 'bearer_token', { kind: 'set', value: 'fake-token' }],
    );
    for (const conversation_id_from of ['target', 'caller'] as const)
      assert.equal(
        bodyOf(draftFromAutoConfigure({ ...data.autoConfigured, conversation_id_from }, null))
          .conversation_id_from,
        conversation_id_from,
      );
  });
});

void describe('the fields of a live test', () => {
  void it('are the variables of the template, the message always among them', () => {
    const names = fieldsFor(
      '{"m": {{ messages }}, "f": {{ files }}, "t": "{{ tone }}", "k": "{{ auth_token }}", "s": "{{ secrets.key }}"}',
    ).map(({ name, kind }) => `${name}:${kind}`);
    assert.deepEqual(names, ['input:message', 'files:files', 'tone:text']);
  });
  void it('leave out what is empty, and give the conversation its one name', () => {
    const values = { texts: { input: 'hi', tone: '', session_id: 's1' }, files: [], image: null };
    assert.deepEqual(inputDataOf(values), { input: 'hi', session_id: 's1', conversation_id: 's1' });
  });
  void it('send files by their ids, and count what they have together', () => {
    const file = (id: string, size_bytes: number) =>
      ({ id, filename: `${id}.png`, size_bytes }) as FileRecord;
    const values = { texts: { input: 'hi' }, files: [file('a', 3), file('b', 4)], image: file('c', 5) };
    assert.deepEqual(inputDataOf(values), {
      input: 'hi',
      files: [
        { file_id: 'a', filename: 'a.png' },
        { file_id: 'b', filename: 'b.png' },
      ],
      image: { file_id: 'c', filename: 'c.png' },
    });
    assert.equal(bytesOfCall(values), 12);
  });
});

void describe('what the page says while one types', () => {
  void it('tells missing, null, empty and several apart', () => {
    const answer = { a: null, b: '', c: [1, 2], d: false };
    const short = (path: string): string => judgeMapping(path, answer).text.short;
    assert.deepEqual(['$.x', '$.a', '$.b', '$.c[*]', '$.d', '$[?@.x]'].map(short), [
      'no match',
      'found, but null',
      'found, but empty',
      '2 matches',
      '1 match',
      'checked on sending',
    ]);
  });
  void it('sees an unclosed expression and a template without a message', () => {
    assert.match(templateFault('{"a": "{{ input"}') ?? '', /not closed/);
    assert.match(templateFault('{"a": "{{ other }}"}') ?? '', /no place yet/);
    assert.equal(templateFault('{"a": {"b": {"c": "{{ input }}"}}}'), null);
    assert.match(templateFault('  ') ?? '', /empty/);
  });
});
