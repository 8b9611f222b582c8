import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Test } from '@sonde/contract';
import { metricNameInUse } from '@sonde/contract/metric-name';
import {
  columnsFor,
  emptyColumns,
  emptyWords,
  judgesColumn,
  sheetColumns,
  withoutNames,
} from '../../../spa/src/features/tests/sheet/cells.ts';
import { readTsv, writeTsv } from '../../../spa/src/features/tests/sheet/clipboard-table.ts';
import {
  editOf,
  faultsIn,
  planPaste,
  sound,
  wantsJudge,
  wholeOnly,
} from '../../../spa/src/features/tests/sheet/plan-edit.ts';
import { boundsOf, nextPlace, placeAfter } from '../../../spa/src/features/tests/sheet/range.ts';
import { tests } from '../support/stand-in-tests.ts';

const [single] = tests as [Test, ...Test[]];
const talk: Test = {
  ...single,
  test_type: 'Multi-Turn',
  prompt: null,
  test_configuration: { goal: 'Get a refund', max_turns: 7, scenario: 'On the phone' },
};
const columnOf = (id: string) =>
  sheetColumns.find((column) => column.id === id) as (typeof sheetColumns)[number];

void describe('the clipboard of spreadsheets', () => {
  void it('keeps quotes, tabs and line breaks of a cell, on the way out and in', () => {
    const table = [
      ['plain', 'two\nlines', 'a "quoted" word'],
      ['tab\there', '', '"at the beginning'],
    ];
    assert.deepEqual(readTsv(writeTsv(table)), table);
  });

  void it('takes a quote inside of a text for what it is, and the last line break for none', () => {
    assert.deepEqual(readTsv('"Yes" she said\tb\r\nc\td\r\n'), [
      ['"Yes" she said', 'b'],
      ['c', 'd'],
    ]);
    assert.deepEqual(readTsv(''), []);
  });
});

void describe('a table pasted into the grid', () => {
  const paste = (table: readonly (readonly string[])[], row = 0, column = 0) =>
    planPaste(table, {
      at: { row, column },
      columns: sheetColumns,
      testAt: (at) => (at === 0 ? single : null),
    });

  void it('changes tests that are there and makes rows beyond them into new ones', () => {
    const plan = paste([
      ['Changed?', 'Yes.'],
      ['New?', 'Surely.', 'Answers'],
    ]);
    assert.deepEqual(
      plan.edits.map(({ test, input }) => [test?.id ?? null, input]),
      [
        [single.id, { prompt: { content: 'Changed?', expected_response: 'Yes.' } }],
        [null, { prompt: { content: 'New?', expected_response: 'Surely.' }, requirement: 'Answers' }],
      ],
    );
    assert.deepEqual(faultsIn(plan), []);
  });

  void it('goes by the names of its first row, in whatever order', () => {
    const plan = paste([
      ['Status', 'prompt'],
      ['approved', 'Other words?'],
    ]);
    assert.equal(plan.edits.length, 1);
    assert.deepEqual(plan.edits[0]?.input, {
      status: 'Approved',
      prompt: { content: 'Other words?', expected_response: single.prompt?.expected_response },
    });
  });

  void it('names each cell that cannot be read, and what is beyond the last column', () => {
    const plan = paste([['Fine?', '', '', '', '', 'Perhaps', 'soon', 'a', 'b', 'c']]);
    assert.deepEqual(
      faultsIn(plan).map(({ row, column, fault }) => [row, column.id, fault]),
      [
        [0, 'status', 'Status is one of New, Draft, Kept.'],
        [0, 'priority', 'Priority is Normal or a whole number from -1000 to 1000.'],
      ],
    );
    assert.equal(plan.columnsLeftOut, 2);
    assert.deepEqual(sound(plan.edits), []);
    assert.throws(() => wholeOnly(plan.edits), /Row 1: Status/);
  });

  void it('makes no test without a prompt', () => {
    const plan = paste([['only a category']], 1, 3);
    assert.deepEqual(
      faultsIn(plan).map(({ fault }) => fault),
      ['A new test needs a prompt or a goal.'],
    );
  });
});

void describe('one cell', () => {
  void it('changes what it shows and keeps the rest of the test', () => {
    const edit = editOf(0, talk, [{ column: columnOf('content'), text: 'Get it replaced' }]);
    assert.deepEqual(edit?.input, {
      test_configuration: { goal: 'Get it replaced', max_turns: 7, scenario: 'On the phone' },
    });
    assert.equal(editOf(0, talk, [{ column: columnOf('content'), text: 'Get a refund' }]), undefined);
    assert.deepEqual(editOf(0, single, [{ column: columnOf('tags'), text: 'b, a; b' }])?.input, {
      tags: ['b', 'a'],
    });
    assert.equal(
      columnsFor('Multi-Turn').some(({ id }) => id === 'expected'),
      false,
    );
  });
});

void describe('what judges a test', () => {
  void it('is missing where an expected answer is written that nothing holds an answer against', () => {
    const bare: Test = { ...single, prompt: { content: 'Is it?' }, metrics: [] };
    const wants = (test: Test | null, id: string, text: string) => {
      const edit = editOf(0, test, [{ column: columnOf(id), text }]);
      return edit !== undefined && wantsJudge(edit);
    };
    assert.equal(wants(bare, 'expected', 'It is.'), true);
    assert.equal(wants(bare, 'content', 'Is it so?'), false);
    assert.equal(wants({ ...bare, metrics: [{ metric: 'm1' }] }, 'expected', 'It is.'), false);
    // Whoever took its metric away from it meant that as well.
    assert.equal(
      wants({ ...bare, prompt: { content: 'Is it?', expected_response: 'No.' } }, 'expected', 'It is.'),
      false,
    );
  });

  const names = new Map([['m1', { name: 'Says what is expected', negate: false }]]);
  const judges = judgesColumn(
    (use) => {
      const metric = names.get(use.metric);
      return metric && metricNameInUse(metric, use);
    },
    (id) =>
      id === 'polite'
        ? [
            { id: 'm1', name: 'Says what is expected' },
            { id: 'm2', name: 'Is polite' },
          ]
        : [],
  );
  const judged = (...metrics: Test['metrics']) => judges.textOf({ ...single, requirement: null, metrics });
  const columns = columnsFor('Single-Turn', judges);

  void it('is told by name beside the expected answer', () => {
    assert.equal(columns[columns.findIndex(({ id }) => id === 'expected') + 1], judges);
    assert.equal(judged(), '');
    assert.equal(judged({ metric: 'm1' }), 'Says what is expected');
    assert.equal(judged({ metric: 'm1', negate: true }), 'Does not say what is expected');
    assert.equal(judged({ metric: 'm1' }, { metric: 'unknown' }), '2 metrics');
  });

  void it('is a metric of the set where the test names none, and a person where the set has none either', () => {
    const alone = (ofSet?: readonly string[]) =>
      judgesColumn(
        () => undefined,
        () => [],
        ofSet,
      ).whereEmpty;
    assert.equal(alone([]), 'A person');
    assert.equal(alone(['Is polite', 'Is valid JSON']), 'Is polite, Is valid JSON (of its set)');
    assert.equal(alone(), 'A metric of its set, or a person');
  });

  void it('is told of the requirement too, each metric once', () => {
    const under = (id: string, ...metrics: Test['metrics']) =>
      judges.textOf({ ...single, metrics, requirement: { id, name: 'Polite' } });
    assert.equal(under('polite'), 'Says what is expected, Is polite (of its requirement)');
    assert.equal(
      under('polite', { metric: 'm1', negate: true }),
      'Does not say what is expected, Is polite (of its requirement)',
    );
    assert.equal(under('another'), '');
  });

  void it('is neither written nor in the way of a table that is pasted', () => {
    assert.equal(editOf(0, single, [{ column: judges, text: 'Something else' }]), undefined);
    const plan = planPaste([['Asked?', 'Yes.', 'Answers']], {
      at: { row: 1, column: 0 },
      columns,
      testAt: () => null,
    });
    assert.deepEqual(
      plan.edits[0]?.cells.map(({ column, after }) => [column.id, after]),
      [
        ['content', 'Asked?'],
        ['expected', 'Yes.'],
        ['requirement', 'Answers'],
      ],
    );
  });
});

void describe('where keys lead', () => {
  const extent = { rows: 3, columns: 2 };
  void it('stays within the grid, and Tab leaves it at its ends alone', () => {
    const at = (key: string, isControl = false) =>
      placeAfter({ row: 1, column: 0 }, { key, isControl }, extent, 10);
    assert.deepEqual(at('ArrowLeft'), { row: 1, column: 0 });
    assert.deepEqual(at('PageDown'), { row: 2, column: 0 });
    assert.deepEqual(at('End', true), { row: 2, column: 1 });
    assert.equal(at('x'), undefined);
    assert.deepEqual(nextPlace({ row: 0, column: 1 }, 1, extent), { row: 1, column: 0 });
    assert.equal(nextPlace({ row: 2, column: 1 }, 1, extent), undefined);
    assert.deepEqual(boundsOf({ from: { row: 2, column: 0 }, to: { row: 0, column: 1 } }), {
      first: { row: 0, column: 0 },
      last: { row: 2, column: 1 },
    });
  });
});

void describe('the words of a cell', () => {
  void it('a proposed test is to be checked and 0 is the usual priority, and the words of the API are read too', () => {
    const status = columnOf('status');
    const priority = columnOf('priority');
    assert.equal(status.textOf({ ...single, status: 'Review' }), 'Draft');
    for (const text of ['Draft', 'review']) assert.deepEqual(status.read(text, single), { status: 'Review' });
    assert.equal(priority.textOf({ ...single, priority: 0 }), 'Normal');
    assert.equal(priority.textOf({ ...single, priority: -3 }), '-3');
    for (const text of ['Normal', '0', '']) assert.deepEqual(priority.read(text, single), { priority: 0 });
  });
});

void describe('columns that say nothing', () => {
  const plain: Test = { ...single, requirement: null, category: null, topic: null, tags: [], priority: 0 };
  const headers = (tests: readonly Test[]) => emptyColumns(sheetColumns, tests).map(({ header }) => header);

  void it('are those that are empty, or as in a new test, in every row', () => {
    assert.deepEqual(headers([plain, plain]), ['Requirement', 'Category', 'Topic', 'Priority', 'Tags']);
    assert.deepEqual(headers([plain, { ...plain, tags: ['billing'], priority: 5 }]), [
      'Requirement',
      'Category',
      'Topic',
    ]);
  });

  void it('of names is there where a test has one, is written nowhere, and moves no pasted column', () => {
    const named = { ...plain, metadata: { description: 'Asks what is covered' } } as Test;
    const shown = (tests: readonly Test[]) => withoutNames(sheetColumns, tests).map(({ header }) => header);
    assert.ok(!shown([]).includes('Name') && !shown([plain]).includes('Name'));
    assert.deepEqual(shown([plain, named]).slice(0, 3), ['Prompt or goal', 'Name', 'Expected answer']);
    assert.equal(columnOf('name').textOf(named), 'Asks what is covered');
    const plan = planPaste([['Is it so?', 'It is.']], {
      at: { row: 0, column: 0 },
      columns: sheetColumns,
      testAt: () => named,
    });
    assert.deepEqual(plan.edits[0]?.input, { prompt: { content: 'Is it so?', expected_response: 'It is.' } });
  });

  void it('are topics that say what the requirements say, and the words tell so', () => {
    const made: Test = {
      ...plain,
      requirement: { id: 'r', name: 'Says when it is open' },
      topic: { id: 't', name: 'Says when it is open' },
    };
    const hidden = emptyColumns(sheetColumns, [made]);
    assert.equal(
      emptyWords(hidden, [made], false),
      'Not shown, since empty in every row: Category, Priority, Tags. Not shown: Topic is the same as Requirement',
    );
    const other = { ...made, topic: { id: 'o', name: 'Bank holidays' } };
    assert.ok(!headers([made, other]).includes('Topic'));
  });

  void it('are none where there is no row yet, nor ever what the grid is about', () => {
    assert.deepEqual(headers([]), []);
    const bare = { ...plain, prompt: { content: 'Is it?', expected_response: null } } as Test;
    assert.ok(!headers([bare]).includes('Expected answer'));
  });

  void it('are written by a table that names them', () => {
    const hidden = emptyColumns(sheetColumns, [plain]);
    const plan = planPaste(
      [
        ['Prompt', 'Tags'],
        ['Is it so?', 'new'],
      ],
      {
        at: { row: 0, column: 0 },
        columns: sheetColumns.filter((column) => !hidden.includes(column)),
        hidden,
        testAt: () => plain,
      },
    );
    assert.deepEqual(plan.edits[0]?.input.tags, ['new']);
    assert.equal(plan.columnsLeftOut, 0);
  });
});
