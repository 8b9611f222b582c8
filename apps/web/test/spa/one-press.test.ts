import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot } from './support/browser.ts';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';
import * as testing from './support/stand-in-tests.ts';
import { until } from './support/until.ts';

inBrowser('what is one press away', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });
  const open = (path: string) => page.goto(standIn.url + path);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const [first, second, third] = testing.runs as [
    (typeof testing.runs)[0],
    (typeof testing.runs)[0],
    (typeof testing.runs)[0],
  ];
  const findByKeys = async (text: string, option: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page or name' }).fill(text);
    await page.getByRole('option', { name: option }).click();
  };

  void it('a search that is under way says so, and that nothing was found only at its end', async () => {
    await open('/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const held = Promise.withResolvers<void>();
    for (const kind of ['endpoints', 'test_sets', 'requirements', 'tests'])
      standIn.state.instead.set(`GET /${kind}`, () => []);
    await page.route(/\/tests\?.*search=/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page or name' }).fill('qxzzy');
    await page.getByText('Searching …').waitFor();
    assert.equal(await page.getByText('Nothing was found with these words.').count(), 0);
    held.resolve();
    await page.getByText('Nothing was found with these words.').waitFor();
    assert.equal(await page.getByText('Searching …').count(), 0);
  });

  void it('the cron expression of a schedule stands there for an own schedule alone, and keeps what was chosen', async () => {
    await open('/schedules');
    await press('New schedule');
    const dialog = page.getByRole('dialog', { name: 'New schedule' });
    const [often, cron] = [dialog.getByLabel('How often'), dialog.getByLabel('Cron expression')];
    await often.waitFor();
    assert.equal(await cron.count(), 0);
    await often.selectOption('Every Monday at 6:00');
    assert.equal(await cron.count(), 0);
    await often.selectOption('Own schedule, as a cron expression');
    assert.equal(await cron.inputValue(), '0 6 * * 1');
    await cron.fill('0 3 * * *');
    assert.equal(await cron.inputValue(), '0 3 * * *', 'what is typed does not take the field away');
    await often.selectOption('Every hour');
    assert.equal(await cron.count(), 0);
  });

  void it('a test is found by what it asks, and opened; each text is asked for once', async () => {
    await open('/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await findByKeys('renters insurance', /^What does renters insurance cover/);
    const dialog = page.getByRole('dialog', { name: 'Change the test' });
    assert.equal(await dialog.getByLabel('Prompt').inputValue(), 'What does renters insurance cover?');
    const asked = standIn.calls.filter((call) => /^GET .*\/tests\?.*search=/.test(call));
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /limit=4/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '', 'a test that was closed does not come back with the page');
  });

  void it('the pages become dark by a word, and the menu of the account knows it', async () => {
    await open('/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await findByKeys('dark', /^Dark appearance/);
    await until(page, "document.documentElement.dataset.theme === 'dark'");
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark', checked: true }).waitFor();
  });

  void it('a requirement is opened by its name, by a press on its row, and by the list of commands', async () => {
    await open('/requirements');
    const dialog = page.getByRole('dialog', { name: 'Change Refuses legal advice' });
    const close = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Refuses legal advice', exact: true }).click();
    await dialog.getByLabel('Description').waitFor();
    await close();
    await page
      .getByRole('row', { name: /Refuses legal advice/ })
      .getByText('safety')
      .click();
    await dialog.getByLabel('Description').waitFor();
    await close();
    await findByKeys('legal', /^Refuses legal advice/);
    await dialog.getByLabel('Description').waitFor();
  });

  void it('whoever may not change a requirement reads it', async () => {
    standIn.state.user = data.viewer;
    const [one] = data.requirements;
    standIn.state.instead.set(`GET /requirements/${one?.id}`, () => ({
      ...one,
      permitted_actions: ['read'],
    }));
    await open(`/requirements?requirement=${one?.id}`);
    const dialog = page.getByRole('dialog', { name: 'Refuses legal advice' });
    await dialog.getByText('Says that it cannot, and where to ask instead.').waitFor();
    assert.equal(await dialog.getByRole('textbox').count(), 0);
  });

  void it('all columns of the tests are in view beside the navigation', async () => {
    await open('/tests');
    const grid = page.getByRole('grid', { name: 'Tests' });
    await grid.getByText('What does renters insurance cover?').waitFor();
    await keepScreenshot(page, 'tests-grid-1280');
    const [inner, outer] = await grid.evaluate((element: { scrollWidth: number; clientWidth: number }) => [
      element.scrollWidth,
      element.clientWidth,
    ]);
    assert.ok((inner ?? 0) <= (outer ?? 0), `${inner} of ${outer} pixels`);
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[role=grid] [role=columnheader]')]
          .filter((head) => head.scrollWidth > head.clientWidth + 1).map((head) => head.textContent)`,
    );
    assert.deepEqual(cut, [], 'headings are whole');
  });

  void it('a run is compared in one press where one other run can be meant, and by choice where several can', async () => {
    const ended = {
      ...second,
      status: 'Completed' as const,
      created_at: new Date(data.now - 9e8).toISOString(),
    };
    standIn.state.instead.set('GET /test_runs', () => [ended]);
    await open(`/runs/${first.id}`);
    await press('Compare with…');
    await page.waitForURL(/\/runs\/compare/);
    assert.equal(
      new URL(page.url()).searchParams.get('runs'),
      `${ended.id},${first.id}`,
      'what was made first is what the other is held against',
    );
    standIn.state.instead.set('GET /test_runs', () => [ended, third]);
    await open(`/runs/${first.id}`);
    await press('Compare with…');
    await page.getByRole('dialog', { name: 'Compare with another run' }).waitFor();
  });

  void it('an API token is made where one was led to make it', async () => {
    await open('/connect');
    await page.getByRole('link', { name: 'Make an API token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a token' });
    await dialog.getByLabel('Name').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '');
  });

  void it('an empty list of experiments leads to the parameters that one needs first', async () => {
    standIn.state.instead.set('GET /experiments', () => []);
    await open('/experiments');
    await page.getByRole('link', { name: 'Name what experiments may change' }).click();
    await page.getByRole('heading', { name: 'Projects', level: 2 }).waitFor();
  });

  void it('what failed is reviewed by itself, and so is what nothing decided', async () => {
    await open('/home');
    await page.getByRole('heading', { name: 'Review what failed' }).waitFor();
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/review_queue/next')),
      page.getByRole('main').getByRole('link', { name: 'Review', exact: true }).click(),
    ]);
    assert.deepEqual(asked.postDataJSON(), { blind: false, failed: true, test_run_id: first.id });
    await page.getByText(/^Results of one run that failed\. Those whose score /).waitFor();
    standIn.state.instead.set('GET /test_runs', () => [{ ...first, counts: { ...first.counts, failed: 0 } }]);
    await open('/home');
    await page.getByRole('heading', { name: 'Decide what no metric decided' }).waitFor();
    const link = page.getByRole('main').getByRole('link', { name: 'Review', exact: true });
    assert.equal(await link.getAttribute('href'), `/review?run=${first.id}&open=yes`);
  });

  void it('what failed is no next step once all of it has been reviewed, and who reviewed it alone is told once', async () => {
    standIn.state.instead.set('GET /review_queue/progress', () => ({
      results: 8,
      reviewed: 1,
      remaining: 7,
      failed_unreviewed: 0,
      reviewers: [{ id: data.idOf(1, 1), name: 'Test Person', results: 1, assigned: 0, done: 0 }],
    }));
    await open('/home');
    await page.getByRole('heading', { name: 'Decide what no metric decided' }).waitFor();
    await open(`/review?run=${first.id}`);
    await page.getByText('1 of 8 results of this run are reviewed by Test Person.').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /1 result reviewed/);
  });

  void it('a column that is empty in every row is named and shown by one press, and a word explains itself', async () => {
    await open(`/test-sets/${data.idOf(11, 0)}`);
    await page.getByRole('columnheader', { name: 'Requirement' }).waitFor();
    await page.getByText('Not shown, since empty in every row: Category, Topic, Priority, Tags').waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Tags' }).count(), 0);
    await press('Show empty columns');
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    await open(`/runs/${first.id}`);
    await press('Pass rate');
    await page
      .getByText(
        'How many passed of those that passed or failed; errors are told beside it and do not count.',
      )
      .waitFor();
    const counts = await page.getByRole('main').getByRole('term').allInnerTexts();
    assert.ok(!counts.some((words) => /^(?:running|waiting)$/i.test(words)), counts.join());
  });

  void it('what nobody decided and what was checked for flags only are two numbers', async () => {
    const { whole, ...others } = testing.insights;
    standIn.state.instead.set('POST /insights/query', () => ({
      ...others,
      whole: { ...whole, rows: [{ ...whole?.rows[0], not_evaluated: 40, only_flagged: 38 }] },
    }));
    await open('/home');
    await page.getByText('2 not evaluated: no metric decided', { exact: true }).waitFor();
    await page.getByText('38 checked for flags only', { exact: true }).waitFor();
  });

  void it('before a metric is let decide, the results are counted that it looked at', async () => {
    const [verdict] = testing.results[0]?.verdicts ?? [];
    const lookedAt = (metrics: readonly string[], index: number) => ({
      ...testing.results[3],
      id: data.idOf(15, 20 + index),
      reason_code: 'no_flag',
      verdicts: metrics.map((name, at) => ({
        ...verdict,
        metric_id: data.idOf(10, name === 'Leaks' ? 7 : 8),
        name,
        verdict: 'not_evaluated',
        flag: at > 9,
      })),
    });
    const all = [
      lookedAt(['Leaks'], 0),
      lookedAt(['Leaks', 'Refuses'], 1),
      lookedAt(['Refuses'], 2),
      lookedAt(['Refuses'], 3),
    ];
    standIn.state.instead.set(`GET /test_runs/${third.id}`, () => ({
      ...third,
      only_flagged: { results: 4, raised: 0 },
    }));
    standIn.state.instead.set(`GET /test_runs/${third.id}/results`, ({ url }) => {
      const metric = url.searchParams.get('metric_id');
      return metric === null
        ? all
        : all.filter(({ verdicts }) => verdicts.some(({ metric_id: id }) => id === metric));
    });
    await open(`/runs/${third.id}`);
    await press('Let “Leaks” decide');
    await page.getByRole('alertdialog').getByText('read some of the 2 results it looked at first').waitFor();
    await press('Leave it as it is');
    await press('Let “Refuses” decide');
    await page.getByRole('alertdialog').getByText('read some of the 3 results it looked at first').waitFor();
  });

  void it('a running exploration goes on under the eyes of whoever has no socket', async () => {
    const running = data.jobs[1];
    const { conversation } = data.exploration;
    let said = 1;
    standIn.state.instead.set(`GET /jobs/${running?.task_id}`, () => ({ ...running, result: null }));
    standIn.state.instead.set(`GET /explorations/${running?.task_id}/turns`, () =>
      conversation.slice(0, said),
    );
    await open(`/jobs/${running?.task_id}`);
    await page.getByText('Turn 1', { exact: true }).waitFor();
    said = 3;
    await page.getByText(`Turn ${conversation[2]?.turn}`, { exact: true }).waitFor();
    assert.equal(await page.locator('[id^=turn-]').count(), 3);
  });

  void it('of two statements that contradict each other one is chosen, and stays chosen when it could not be saved', async () => {
    const [contested] = testing.tests;
    const either = ['You have 30 days.', 'You have 14 days.'];
    const shown = {
      ...contested,
      prompt: { content: 'How long do I have?', expected_response: either[0] },
      metadata: { either },
    };
    standIn.state.instead.set(`GET /tests/${contested?.id}`, () => shown);
    await open(`/tests?test=${contested?.id}`);
    const dialog = page.getByRole('dialog', { name: 'Change the test' });
    const choice = dialog.getByRole('group', { name: 'Which is right?' });
    await choice.getByRole('radio', { name: '30 days', checked: true }).waitFor();
    await choice.getByRole('radio', { name: '14 days' }).check();
    await keepScreenshot(page, 'which-is-right');
    assert.equal(await dialog.getByLabel('Expected answer').inputValue(), 'You have 14 days.');
    const detail = 'Somebody else has changed it meanwhile.';
    standIn.state.failing.set(`/tests/${contested?.id}`, { status: 409, code: 'http.conflict', detail });
    await dialog.getByRole('button', { name: 'Save the test' }).click();
    await dialog.getByText(detail).waitFor();
    assert.ok(await choice.getByRole('radio', { name: '14 days' }).isChecked());
    standIn.state.failing.clear();
    const [saved] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      dialog.getByRole('button', { name: 'Save the test' }).click(),
    ]);
    const { prompt } = saved.postDataJSON() as { prompt: { expected_response: string } };
    assert.equal(prompt.expected_response, 'You have 14 days.');
    await dialog.waitFor({ state: 'detached' });
  });

  void it('what stands against a run leads to the tests of its set, and the dialog gives way', async () => {
    standIn.state.instead.set('POST /preflight-checks', () => ({
      ...testing.preflight,
      checks: [
        { name: 'all_tests_judged', ok: false, severity: 'warning', message: 'One test has no metric.' },
      ],
    }));
    const set = `/test-sets/${data.idOf(11, 0)}`;
    await open(`${set}?tab=gate`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Run Cover questions' });
    await dialog.getByText('One test has no metric.').waitFor();
    await dialog.getByRole('link', { name: 'See the tests of the set' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(page.url(), standIn.url + set);
    await page.getByRole('tab', { name: 'Tests', selected: true }).waitFor();
  });

  const lackingModel = {
    ...testing.preflight,
    checks: [
      {
        name: 'models',
        ok: false,
        severity: 'warning',
        message: '1 test needs a model, and none is in use.',
      },
    ],
  };

  void it('a run that needs a model leads to where one is set up', async () => {
    standIn.state.instead.set('POST /preflight-checks', () => lackingModel);
    await open(`/test-sets/${data.idOf(11, 0)}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Run Cover questions' });
    await dialog.getByText('1 test needs a model, and none is in use.').waitFor();
    await dialog.getByRole('link', { name: 'Set up a model' }).click();
    await page.waitForURL(/\/settings\/models/);
  });

  void it('what lacks a model is offered to be tried again once there is one, and it is said which metric could not decide', async () => {
    const [verdict] = testing.results[0]?.verdicts ?? [];
    const polite = {
      ...verdict,
      metric_id: data.idOf(10, 7),
      name: 'Is polite',
      verdict: 'not_evaluated',
      automated_verdict: 'not_evaluated',
      reason_code: 'model_not_configured',
    };
    let preflight: unknown = lackingModel;
    standIn.state.instead.set('POST /preflight-checks', () => preflight);
    standIn.state.instead.set(`GET /test_runs/${first.id}`, () => ({
      ...first,
      counts: { ...first.counts, not_evaluated: 1 },
    }));
    standIn.state.instead.set(`GET /test_runs/${first.id}/results`, () => [
      { ...testing.results[3], verdicts: [verdict, polite] },
    ]);
    await open(`/runs/${first.id}`);
    await page
      .getByText('1 result is not evaluated: 1 of its 2 metrics could not decide: “Is polite”.')
      .waitFor();
    await page.getByText('a model is needed, and none is in use').waitFor();
    await page.getByRole('link', { name: 'Set up a model' }).waitFor();
    const retry = page.getByRole('button', { name: 'Retry not evaluated' });
    assert.equal(await retry.count(), 0);
    preflight = testing.preflight;
    await open(`/runs/${first.id}`);
    await retry.waitFor();
  });

  void it('a verdict that is taken back brings what was written with it back into the field', async () => {
    const reviews = `/test_results/${testing.reviewItem().result?.id}/reviews`;
    const review = { ...testing.reviews[0], status: 'Fail' };
    standIn.state.instead.set(`POST ${reviews}`, () => review);
    standIn.state.instead.set(`DELETE ${reviews}/${review.id}`, () => review);
    await open(`/review?run=${first.id}`);
    const why = page.getByLabel('Why');
    await why.fill('It gives the wrong price.');
    await why.press('Escape');
    // Whoever takes it back does so before the next result has come.
    const takenBack = Promise.withResolvers<void>();
    await page.route('**/review_queue/next', async (route) => {
      await takenBack.promise;
      await route.continue();
    });
    await page.keyboard.press('f');
    await until(page, `document.querySelector('main textarea').value === ''`);
    await page.getByText('You failed it', { exact: true }).waitFor();
    await page.keyboard.press('u');
    takenBack.resolve();
    await until(page, `document.querySelector('main textarea').value === 'It gives the wrong price.'`);
  });

  void it('a verdict on a result that somebody else took is told as not stored, and judges none in its place', async () => {
    const [one, two, three] = [0, 1, 2].map((place) => testing.wholeResult(data.idOf(15, place)));
    const asked: unknown[] = [];
    const judged: unknown[] = [];
    standIn.state.instead.set('POST /review_queue/next', ({ body }) => {
      asked.push(body);
      return { ...testing.reviewItem(), ...(asked.length === 1 ? {} : { result: three, upcoming: null }) };
    });
    for (const result of [one, two, three])
      standIn.state.instead.set(`POST /test_results/${result?.id}/reviews`, ({ body }) => {
        judged.push([result?.id, body]);
        return { ...testing.reviews[0], test_result_id: result?.id };
      });
    await open('/review');
    const about = page.getByText(/^A result of the run /);
    await about.getByRole('link', { name: 'Refuses legal advice' }).waitFor();
    assert.deepEqual(
      await Promise.all((await about.getByRole('link').all()).map((link) => link.getAttribute('href'))),
      [`/runs/${first.id}`, `/test-sets/${data.idOf(11, 0)}`, `/requirements?requirement=${data.idOf(6, 0)}`],
    );
    const arrived = Promise.withResolvers<void>();
    await page.route('**/review_queue/next', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.keyboard.press('p');
    const why = page.getByLabel('Why');
    await page
      .getByText(two?.content ?? '', { exact: true })
      .first()
      .waitFor();
    await why.fill('It names no sum.');
    await why.press('Escape');
    await page.keyboard.press('f');
    arrived.resolve();
    const notice = page.getByRole('alert').filter({ hasText: 'somebody else took' });
    await notice.getByText('You wrote: It names no sum.').waitFor();
    await notice.getByText(/Your fail of it was not stored\./).waitFor();
    assert.equal(await why.inputValue(), '');
    await page.keyboard.press('f');
    await notice.getByText(/once more/).waitFor({ state: 'detached' });
    await page.keyboard.press('f');
    await notice.waitFor({ state: 'detached' });
    await until(page, `document.querySelector('[role=status].sr-only')?.textContent?.includes('2 verdicts')`);
    assert.deepEqual(judged, [
      [one?.id, { status: 'Pass', comment: '' }],
      [three?.id, { status: 'Fail', comment: '' }],
    ]);
    assert.deepEqual(asked.slice(0, 2), [{ blind: false }, { blind: false, showing: two?.id }]);
  });

  void it('to score again is explained before it begins, and a flag that is the outcome is shown once', async () => {
    const path = `/test_runs/${first.id}/rescore`;
    standIn.state.instead.set(`POST ${path}`, () => ({ test_run_id: second.id }));
    standIn.state.instead.set(`GET /test_runs/${first.id}/results`, () =>
      testing.results.slice(3, 4).map((result) => ({ ...result, reason_code: 'flag' })),
    );
    await open(`/runs/${first.id}`);
    const row = page.getByRole('row').filter({ hasText: 'Flag: look at it' });
    await row.waitFor();
    assert.equal(((await row.innerText()).match(/⚑/g) ?? []).length, 1);
    const isAsked = () => standIn.calls.some((call) => call.endsWith(path));
    await press('Score again…');
    const dialog = page.getByRole('alertdialog', { name: 'Score the stored answers again?' });
    await dialog
      .getByText(/The application is not called\. A metric that asks a model asks it anew/)
      .waitFor();
    assert.ok(!isAsked());
    await dialog.getByRole('button', { name: 'Score them again' }).click();
    await page.waitForURL(`**/runs/${second.id}`);
    assert.ok(isAsked());
  });

  void it('a gate that the set does not ask for is told as one that came with the run', async () => {
    const given = 'Given for this run, since the test set has no gate: a pass rate of at least 90 %.';
    const note = page.getByText(given, { exact: true });
    await open(`/runs/${first.id}`);
    await page.getByText('The gate failed', { exact: true }).waitFor();
    await page.getByText('75 % of the decided passed; at least 90 % were asked for.').waitFor();
    await page.getByText('By the test set’s gate: a pass rate of at least 90 %.', { exact: true }).waitFor();
    assert.equal(await note.count(), 0, 'the set of this run has limits of its own');
    standIn.state.instead.set(`GET /test_runs/${first.id}`, () => ({ ...first, gate_limits: given }));
    await open(`/runs/${first.id}`);
    await note.waitFor();
  });

  void it('names that begin alike are told apart in lists that have no room for them', async () => {
    const name = 'Questions about what renters insurance covers and what it does not cover at all';
    const times = ['2026-01-01 10:00:00', '2026-01-02 10:00:00'];
    standIn.state.instead.set('GET /test_runs', () =>
      times.map((time, index) => ({ ...testing.runs[index], name: `${name} · ${time}` })),
    );
    for (const width of [1280, 360])
      for (const path of ['/runs', '/home']) {
        await page.setViewportSize({ width, height: 900 });
        await open(path);
        for (const time of times) {
          const end = page.getByText(`· ${time}`).last();
          await end.waitFor();
          const [beyond, right] = await end.evaluate(
            (element: {
              scrollWidth: number;
              clientWidth: number;
              getBoundingClientRect(): { right: number };
            }) => [element.scrollWidth - element.clientWidth, element.getBoundingClientRect().right] as const,
          );
          assert.ok(beyond <= 1 && right <= width, `${time} on ${path} at ${width} pixels`);
        }
        await keepScreenshot(page, `names-told-apart${path.replaceAll('/', '-')}-${width}`);
      }
  });

  void it('no two places of the navigation are called alike', async () => {
    await open('/home');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link').first().waitFor();
    const names = await navigation.getByRole('link').allInnerTexts();
    const begins = names.map((name) => name.trim().slice(0, 6).toLowerCase());
    assert.equal(new Set(begins).size, begins.length, names.join(', '));
    await page.getByRole('link', { name: 'To review' }).click();
    await page.getByRole('heading', { name: 'To review', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Past reviews' }).click();
    await page.getByRole('heading', { name: 'Past reviews', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Weak spots' }).click();
    await page.getByRole('heading', { name: 'Weak spots', level: 1 }).waitFor();
  });
});
