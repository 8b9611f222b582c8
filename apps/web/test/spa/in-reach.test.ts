import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { inBrowser } from './support/in-browser.ts';
import * as paths from './support/page-paths.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';
import * as testing from './support/stand-in-tests.ts';

const webPage = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in</body></html>';
const widths = { wide: { width: 1280, height: 860 }, phone: { width: 360, height: 740 } } as const;

inBrowser(
  'what one needs next is in reach, and nothing lies over it',
  (each) => {
    let page: Page;
    let standIn: StandIn;
    each((opened) => {
      ({ page, standIn } = opened);
    });
    const open = (path: string) => page.goto(standIn.url + path);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const press = (name: string | RegExp) => button(name).click();
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
    const boxOf = async (one: Locator) => {
      const box = await one.boundingBox();
      assert.ok(box);
      return box;
    };
    /** Whether nothing of it is beyond its right edge. */
    const isWhole = (one: Locator) =>
      one.evaluate((node) => {
        const { scrollWidth, clientWidth } = node as unknown as { scrollWidth: number; clientWidth: number };
        return scrollWidth <= clientWidth;
      });
    const instead = (call: string, answer: unknown) => standIn.state.instead.set(call, () => answer);

    void it('what was told before a dialog waits behind it, and is there again when it is closed', async () => {
      instead(`POST /test_results/${data.idOf(15, 0)}/reviews`, testing.reviews[0]);
      await open('/review');
      await page.getByRole('button', { name: 'Pass' }).click();
      const told = page.getByText('You passed it', { exact: true });
      await told.waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Page or name' }).waitFor();
      await told.waitFor({ state: 'hidden' });
      await page.keyboard.press('Escape');
      await told.waitFor();
    });

    void it('what the search lists before anything is typed stands below each other, whole', async () => {
      await page.setViewportSize({ width: 1360, height: 768 });
      await open('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      const options = page.getByRole('option');
      await options.first().waitFor();
      const spill = await options.evaluateAll((all) =>
        all.map((one) => {
          const { scrollHeight, clientHeight } = one as unknown as Record<string, number>;
          return (scrollHeight ?? 0) - (clientHeight ?? 0);
        }),
      );
      assert.ok(spill.length > 5 && spill.every((over) => over <= 0), spill.join(' '));
    });

    for (const [width, size] of Object.entries(widths))
      void it(`what a word means is told by a press of a key, and stays within the page, ${width}`, async () => {
        await page.setViewportSize(size);
        await open(`/runs/${data.idOf(13, 0)}`);
        await button('What is meant: Baseline').press('Enter');
        const told = dialog('Baseline');
        await told.getByText(/measured against/).waitFor();
        const box = await boxOf(told);
        assert.ok(box.x >= 0 && box.x + box.width <= size.width, JSON.stringify(box));
        await page.keyboard.press('Escape');
        await told.waitFor({ state: 'detached' });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      });

    void it('what Sonde put into a cell of tests is explained below the grid once one gets there', async () => {
      instead('GET /tests', [
        { ...testing.tests[0], category: { id: data.idOf(30, 0), name: 'Benign twin' }, tags: ['garak'] },
      ]);
      await open('/tests');
      await page.getByRole('gridcell', { name: 'Benign twin' }).click();
      await page
        .getByRole('note')
        .getByText(/A harmless test that looks like an attack/)
        .waitFor();
      await page
        .getByRole('gridcell', { name: /^(?:New|Draft|Kept)$/ })
        .first()
        .click();
      await page
        .getByRole('note')
        .getByText(/gone through/)
        .waitFor();
    });

    void it('the dialog of one thing does not stay open over another', async () => {
      await open(paths.testSet);
      await page.getByRole('tab', { name: 'Tests' }).waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Test sets' }).click();
      await page
        .getByRole('link', { name: testing.testSets[1]?.name ?? '' })
        .first()
        .click();
      await page.waitForURL((url) => url.pathname.endsWith(data.idOf(11, 1)));
      await page.goBack();
      await page.goBack();
      await press('Run');
      await dialog(/^Run /).waitFor();
      await page.evaluate(`history.pushState(null, '', '/test-sets/${data.idOf(11, 1)}')`);
      await dialog(/^Run /).waitFor({ state: 'detached' });
    });

    void it('findings are ticked, and those alone are kept; all of them only after a question that says what is expected then', async () => {
      const kept: unknown[] = [];
      standIn.state.instead.set(`POST /explorations/${data.idOf(5, 1)}/tests`, ({ body }) => {
        kept.push(body);
        return { tests: [{ id: data.idOf(12, 0), turns: [3] }], left_out: [] };
      });
      instead('POST /test_sets', testing.testSets[0]);
      instead(`POST /test_sets/${data.idOf(11, 0)}/associate`, {});
      await open(`${paths.endpoint}?tab=explore&run=${data.idOf(5, 1)}`);
      await press('Keep all as tests');
      const question = dialog('Keep all findings as tests?');
      await question.getByText(/5 findings: up to 5 tests/).waitFor();
      await question.getByText(/answered becomes what is expected.* correct the expected answer/).waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(kept, []);
      await page.getByRole('checkbox', { name: 'Choose It declines other fields' }).click();
      await press('Keep 1 chosen as tests');
      await page.waitForURL(/\/test-sets\//);
      assert.deepEqual(kept, [{ what: 'findings', turns: [3] }]);
    });

    void it('words that were said several times in one finding are quoted once, with every turn', async () => {
      const [job] = data.jobs;
      const [finding] = data.exploration.findings;
      const quote = 'In the story, the thief opens the lock.';
      instead(`GET /jobs/${data.idOf(5, 1)}`, {
        ...job,
        status: 'SUCCESS',
        result: {
          ...data.exploration,
          findings: [
            {
              ...finding,
              evidence: [2, 4],
              quotes: [
                { turn: 2, quote },
                { turn: 4, quote },
              ],
            },
          ],
        },
      });
      await open(`${paths.endpoint}?tab=explore&run=${data.idOf(5, 1)}`);
      const said = page.locator('blockquote').filter({ hasText: quote });
      await said.first().waitFor();
      assert.equal(await said.count(), 1);
      assert.deepEqual(await said.getByRole('link').allInnerTexts(), ['turn 2', 'turn 4']);
    });

    void it('whoever asks for the confirmation once more is told where it lies, and what else to do', async () => {
      standIn.state.user = null;
      instead('POST /auth/resend-verification', { success: true, message: 'A mail is on its way.' });
      instead('POST /auth/login/email', { success: false, auth_code: null });
      await open('/?return_to=%2Fauth%2Faccept-invitation');
      await page.getByLabel('Email').fill('vera@example.org');
      await page.getByRole('textbox', { name: 'Password' }).fill('quiet meadow lark');
      await press('Sign in');
      await press('Send the confirmation email again');
      await page.getByRole('link', { name: 'development mailbox' }).waitFor();
      const again = page.getByRole('link', { name: 'Create the account again' });
      assert.match((await again.getAttribute('href')) ?? '', /return_to=%2Fauth%2Faccept-invitation/);
    });

    void it('whoever has registered is told of one way on: of the mailbox where mail stays here, else of a second try', async () => {
      standIn.state.user = null;
      instead('POST /auth/register', {
        success: true,
        auth_code: null,
        message: 'Check your email to go on.',
      });
      const again = page.getByText(/If nothing arrives/);
      const mailbox = page.getByText('This Sonde sends no real mail.');
      const register = async () => {
        await open('/auth/register');
        await page.getByLabel('Email').fill('vera@example.org');
        await page.getByRole('textbox', { name: 'Password' }).fill('quiet meadow lark');
        await press('Create the account');
        await page.getByText('Check your email to go on.').waitFor();
      };
      await register();
      await mailbox.waitFor();
      assert.equal(await again.count(), 0);
      standIn.state.failing.set('/dev/mailbox', {
        status: 404,
        code: 'system.mailbox_unavailable',
        detail: 'There is no development mailbox in this installation.',
      });
      await register();
      await again.waitFor();
      assert.match(await again.innerText(), /register again\.$/);
      assert.equal(await mailbox.count(), 0);
    });

    void it('a gate that asks for nothing is not saved, and one that is there is taken away in as many words', async () => {
      const set = testing.testSets[0];
      const path = `/test_sets/${set?.id}`;
      const sent: unknown[] = [];
      let gates: unknown = null;
      standIn.state.instead.set(`GET ${path}`, () => ({ ...set, gates }));
      standIn.state.instead.set(`PUT ${path}`, (call) => {
        sent.push(call.body);
        return { ...set, gates: null };
      });
      await open(`${paths.testSet}?tab=gate`);
      await press('Save the gate');
      await page.getByText('There is no gate to save', { exact: true }).waitFor();
      assert.deepEqual(sent, []);
      gates = { min_pass_rate: 90 };
      await page.reload();
      await page.getByLabel(/^Pass rate at least/).fill('');
      await press('Take the gate away');
      await page.getByText('The gate is taken away', { exact: true }).waitFor();
      assert.deepEqual(
        sent.map((body) => (body as { gates: unknown }).gates),
        [null],
      );
    });

    void it('a set is run against what this person chose for it last, whatever a build has run it against since', async () => {
      instead(`POST /test_sets/${data.idOf(11, 0)}/execute/${data.idOf(4, 2)}`, {
        test_run_id: testing.runs[0]?.id,
      });
      await open(paths.testSet);
      await press('Run');
      const run = dialog('Run Cover questions');
      await run.getByText(/^What this set was run against last/).waitFor();
      await run.getByLabel('Endpoint').selectOption(data.idOf(4, 2));
      await run.getByRole('button', { name: 'Start' }).click();
      await page.waitForURL(/\/runs\//);
      await open(paths.testSet);
      await press('Run');
      await run.getByText('What you ran this set against last.').waitFor();
      assert.equal(await run.getByLabel('Endpoint').inputValue(), data.idOf(4, 2));
    });

    void it('of several endpoints none is chosen for a set that was never run', async () => {
      instead('GET /test_runs', []);
      instead('GET /jobs', []);
      await open(paths.testSet);
      await press('Run');
      const run = dialog('Run Cover questions');
      await run
        .getByRole('option', { name: 'Insurance Chatbot · Development' })
        .waitFor({ state: 'attached' });
      assert.equal(await run.getByLabel('Endpoint').inputValue(), '');
      assert.equal(await run.getByRole('button', { name: 'Start' }).isDisabled(), true);
    });

    void it('a model that was saved is tried, and one that does not work is marked', async () => {
      instead('POST /models', data.models[0]);
      instead('POST /models/test-connection', {
        success: false,
        message: 'A web page answered.',
        duration_ms: 3,
      });
      instead(`POST /models/${data.idOf(10, 1)}/test`, {
        success: false,
        message: 'A web page answered.',
        duration_ms: 3,
      });
      await open('/settings/models');
      await page.getByText('are not evaluated while none is in use').waitFor();
      await press('Add a model');
      const form = dialog('Add a model');
      await form.getByLabel('Model').fill('some-model');
      await form.getByLabel('Name').fill('House model');
      await press('Try it first');
      await form.getByText('It cannot be used like this. A web page answered.').waitFor();
      await press('Save');
      await page.getByText('Did not work when tried').waitFor();
    });

    void it('an answer that is a web page leads to the address, and is not kept as a test', async () => {
      standIn.state.testAnswer = {
        ...data.refusedByTarget,
        stage: 'parse',
        status_code: 200,
        raw_response: webPage,
        error: {
          type: 'json_parsing_error',
          message: 'The answer is not JSON.',
          hint: 'This is a web page.',
        },
      };
      await open(`${paths.endpoint}?tab=test`);
      await press('Send');
      await press('Open Connection');
      await page.getByLabel('URL').waitFor();
      await page.getByRole('tab', { name: 'Test', exact: true }).click();
      await page.getByRole('heading', { name: 'No usable answer' }).waitFor();
      assert.equal(await button('Keep as test').count(), 0);
    });

    void it('in the middle of a talk the talk up to there is kept, or the message alone', async () => {
      const extracted = {
        requirement: null,
        category: null,
        topic: null,
        source: { kind: 'conversation', ref: {} },
      };
      const sent: number[] = [];
      standIn.state.instead.set('POST /tests/extract-from-conversation', ({ body }) => {
        sent.push((body as { messages: readonly unknown[] }).messages.length);
        return {
          ...extracted,
          test_type: 'Single-Turn',
          prompt: { content: 'How many are we?', expected_response: null, language_code: null },
          test_configuration: null,
        };
      });
      await open(`${paths.endpoint}?tab=test`);
      const say = async (message: string): Promise<void> => {
        await page.getByRole('textbox', { name: 'Message' }).fill(message);
        await press('Send');
        await page.getByText(`of the answer to ${message}`).waitFor();
      };
      const keep = async (words: string, isLeftOut: boolean): Promise<void> => {
        await press(words);
        await dialog('Keep as test').getByLabel('Prompt').waitFor();
        const leftOut = page.getByText(/Only this message becomes a test/);
        assert.equal(await leftOut.count(), isLeftOut ? 1 : 0);
        await page.keyboard.press('Escape');
        await dialog('Keep as test').waitFor({ state: 'detached' });
      };
      await say('Message 1');
      assert.equal(await button('The talk up to here').count(), 0);
      await keep('Keep as test', false);
      await say('Message 2');
      await keep('The talk up to here', false);
      await keep('This message alone', true);
      assert.deepEqual(sent, [2, 4, 2]);
    });

    void it('a paste whose address answers with a web page leads back to the text', async () => {
      standIn.state.autoConfigured = {
        ...data.autoConfigured,
        probe_success: false,
        probe_attempts: 1,
        probe_status_code: 200,
        probe_response: webPage,
        probe_error: 'The address answered with a web page, not with the answer of an API.',
        warnings: ['Could not determine the output field; set response_mapping.output manually'],
      };
      await open('/endpoints/new');
      await press('Paste and analyze');
      await page
        .locator('textarea')
        .first()
        .fill('curl https://assistant.example.org/chat -d \'{"message":"Hi"}\'');
      await press('Analyze');
      await page.getByText('Go back to the text and check the address').waitFor();
      await page.getByText('No answer yet').waitFor();
      assert.equal(await page.getByText('write its place beside output').count(), 0);
    });

    void it('a result that took too long leads to where the time limit is set', async () => {
      instead(`GET /test_results/${data.idOf(15, 0)}`, {
        ...testing.wholeResult(data.idOf(15, 0)),
        status: 'Error',
        reason_code: 'timeout',
        reason:
          'The call took longer than 30 s. Raise the time limit of the endpoint (up to 3600 seconds) if the application needs longer.',
      });
      await open(`/runs/${data.idOf(13, 0)}?result=${data.idOf(15, 0)}`);
      await dialog('Result')
        .getByRole('link', { name: /^Change the time limit of / })
        .click();
      await page.getByLabel(/^Time limit/).waitFor();
      await open(`/runs/${data.idOf(13, 0)}?result=${data.idOf(15, 1)}`);
      await dialog('Result').getByText('What the metrics said').waitFor();
      assert.equal(
        await dialog('Result')
          .getByRole('link', { name: /time limit/ })
          .count(),
        0,
      );
    });

    void it('a model that is in use and does not answer says so, and when', async () => {
      instead('GET /models', [
        {
          ...data.models[0],
          is_default_generation: true,
          last_failure: {
            at: new Date(data.now - 300_000).toISOString(),
            message: 'The model did not answer within 60 seconds.',
          },
        },
      ]);
      for (const viewport of Object.values(widths)) {
        await page.setViewportSize(viewport);
        await open('/settings/models');
        await page.getByText('In use', { exact: true }).waitFor();
        await page.getByText('Last call failed').waitFor();
        await page.getByText(/Failed .* ago: The model did not answer within 60 seconds\./).waitFor();
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      }
    });

    void it('a draft without a blank in it breaks within its page', async () => {
      const encoded = 'TWFrZSBhIGRyYWZ0'.repeat(40);
      instead(`GET /test_sets/${data.idOf(11, 1)}/tests`, [
        {
          ...testing.proposed[0],
          name: null,
          prompt: { content: encoded, expected_response: encoded, language_code: null },
        },
      ]);
      for (const viewport of Object.values(widths)) {
        await page.setViewportSize(viewport);
        await open(`/test-sets/generate?set=${data.idOf(11, 1)}`);
        await page.getByText(encoded).first().waitFor();
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      }
    });

    void it('whoever is told to raise the time limit finds it open before anything is saved', async () => {
      standIn.state.autoConfigured = {
        ...data.triedInVain,
        probe_error:
          'The call ended at the stage "timeout": The call took longer than 30 s. Raise the time limit of the endpoint (up to 3600 seconds) if the application needs longer.',
      };
      await open('/endpoints/new');
      await press('Paste and analyze');
      await page
        .locator('textarea')
        .first()
        .fill('curl https://assistant.example.org/chat -d \'{"message":"Hi"}\'');
      await press('Analyze');
      await page.getByText(/under General, or under “Change the limits” before it is saved/).waitFor();
      await page.getByLabel(/^Time limit/).waitFor();
    });

    void it('a stored secret that stays behind asks for another one at once, and the bar covers little', async () => {
      await open(`/endpoints/${data.idOf(4, 1)}?tab=connection`);
      await page.getByText('Set, kept secret').first().waitFor();
      await page.getByLabel('URL').fill('https://elsewhere.example.org/v1/chat');
      await page.getByRole('textbox', { name: 'Bearer token' }).waitFor();
      await page.getByRole('textbox', { name: 'Value of X-Api-Key' }).waitFor();
      assert.equal(await page.getByText('Set, kept secret').count(), 0);
      await press('Remove bearer token');
      await page.getByText('Will be removed').waitFor();
    });

    void it('whoever may not call an endpoint sees how it is reached, and not an empty tab', async () => {
      standIn.state.user = data.viewer;
      await open(paths.endpoint);
      await page.getByRole('tab', { name: 'Connection', exact: true, selected: true }).waitFor();
    });

    void it('the only owner is told before they ask that their account cannot go', async () => {
      instead('GET /members', data.members.slice(0, 1));
      await open('/settings/profile');
      await page.getByText('You are the only owner of this organization.').waitFor();
      assert.equal(await button('Delete my account').count(), 0);
    });

    void it('an account goes only with the password, or with a code where there is a second factor', async () => {
      const asked: unknown[] = [];
      standIn.state.instead.set('DELETE /users/me', ({ body }) => {
        asked.push(body);
        return { success: true };
      });
      for (const [enabled, label, given] of [
        [false, 'Your password', { current_password: 'quiet meadow lark' }],
        [true, 'Code of your app, or a recovery code', { code: '123456' }],
      ] as const) {
        instead('GET /auth/second-factor', {
          enabled,
          enabled_at: null,
          recovery_codes_left: 3,
          required: false,
        });
        await open('/settings/profile');
        await press('Delete my account');
        const question = page.getByRole('dialog', { name: 'Delete your account?' });
        await question.getByRole('textbox', { name: label }).fill(Object.values(given)[0] ?? '');
        await question.getByRole('button', { name: 'Delete my account' }).click();
        await page.waitForURL(/force_logout/);
        assert.deepEqual(asked.pop(), given);
      }
    });

    void it('whoever compares with another run hears of the first test that got worse', async () => {
      instead(`GET /test_sets/${data.idOf(11, 0)}`, { ...testing.testSets[0], gates: null });
      await open(`${paths.testSet}?tab=gate`);
      await page.getByLabel('Not worse than').selectOption('last');
      assert.equal(await page.getByLabel(/^Tests that got worse, at most/).inputValue(), '0');
    });

    void it('nothing of a long list shows below the buttons that stay at its foot', async () => {
      await open('/requirements');
      await press('Paste requirements');
      const lines = Array.from({ length: 30 }, (_, at) => `It must answer question ${at}`);
      await dialog('Paste requirements').getByLabel('The list').fill(lines.join('\n'));
      const create = button('Create 30 requirements');
      await create.waitFor();
      const [popup, foot] = [
        await boxOf(dialog('Paste requirements')),
        await boxOf(create.locator('xpath=..')),
      ];
      assert.ok(Math.abs(popup.y + popup.height - (foot.y + foot.height)) <= 2);
    });

    void it('the hour of a schedule is shown whole, and on a phone the list does not scroll sideways', async () => {
      for (const viewport of Object.values(widths)) {
        await page.setViewportSize(viewport);
        await open('/schedules');
        const time = page.locator('time:visible').first();
        await time.waitFor();
        assert.ok(await isWhole(time));
        const list = page.getByRole('table', { name: 'Schedules' });
        assert.ok(await isWhole(list));
      }
    });

    void it('on a phone an alert rule says whom it tells and when it did last', async () => {
      await page.setViewportSize(widths.phone);
      await open('/alerts');
      const row = page.getByRole('row').filter({ hasText: 'Nine of ten' });
      await row.getByText('Notification, hooks.example.test').waitFor();
      await row.locator('time:visible').waitFor();
    });

    void it('in a grid with all of its columns the status of a test is read whole', async () => {
      instead(
        'GET /tests',
        testing.tests.map((one) => ({
          ...one,
          status: 'Review',
          category: { id: data.idOf(16, 0), name: 'Observed/Can do' },
          topic: { id: data.idOf(16, 1), name: 'Claims' },
          priority: 5,
          tags: ['claims'],
        })),
      );
      await open('/tests');
      const status = page.getByRole('gridcell', { name: 'Draft' }).first();
      await status.waitFor();
      await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
      assert.ok(await isWhole(status.locator('span').first()));
    });

    void it('what is found by a few letters says of what kind it is, however long its name', async () => {
      const name = 'Says what a name is that somebody insisted on writing to its very end '.repeat(3);
      instead('GET /requirements', [{ id: data.idOf(6, 0), name }]);
      instead('GET /test_sets', [{ id: data.idOf(11, 0), name }]);
      for (const viewport of [widths.phone, { width: 1280, height: 720 }]) {
        await page.setViewportSize(viewport);
        await open('/home');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Page or name' }).fill('somebody insisted');
        for (const kind of ['Requirements', 'Test sets']) {
          const shown = page.getByRole('option').getByText(kind, { exact: true });
          await shown.waitFor();
          assert.ok(await isWhole(shown), kind);
        }
      }
    });

    void it('how far a metric agrees with reviews is said without the words of statistics', async () => {
      await open('/metrics');
      const said = page.getByRole('link', { name: /of 40 reviews/ });
      assert.match((await said.textContent()) ?? '', /^90\s?% of 40 reviews$/u);
    });

    void it('a page of a very long name keeps its room for what it shows', async () => {
      const name = `Findings: ${'of a very long name that somebody insisted on '.repeat(3)}· 2026-11-29 01:51:20`;
      instead(`GET /test_runs/${data.idOf(13, 0)}`, {
        ...testing.runs[0],
        name,
        test_set: { id: data.idOf(11, 0), name },
      });
      await open(`/runs/${data.idOf(13, 0)}`);
      const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
      await head.getByRole('heading', { level: 1, name }).waitFor();
      assert.ok((await boxOf(head.getByRole('heading', { level: 1 }))).height <= 60);
      assert.ok((await boxOf(head.getByRole('link').first())).height <= 30);
    });
    void it('what a long dialog ends with stays in sight, and nothing that is written into is beneath it', async () => {
      for (const viewport of [{ width: 1280, height: 720 }, widths.phone]) {
        await page.setViewportSize(viewport);
        for (const [path, opens, save] of [
          ['/schedules', 'New schedule', 'Save the schedule'],
          ['/alerts', 'New alert rule', 'Save the rule'],
          ['/metrics', 'New metric', 'Save the metric'],
          ['/settings/models', 'Add a model', 'Save'],
        ] as const) {
          await open(path);
          await page.getByRole('button', { name: opens }).first().click();
          const [popup, end] = [
            dialog(opens),
            dialog(opens).getByRole('button', { name: save, exact: true }),
          ];
          await end.waitFor();
          const [outer, inner] = [await boxOf(popup), await boxOf(end)];
          assert.ok(inner.y + inner.height <= outer.y + outer.height, `${path} at ${viewport.width}`);
          assert.ok(inner.y + inner.height <= viewport.height, `${path} at ${viewport.width}`);
          const fields = await popup.locator('input:visible, textarea:visible, select:visible').all();
          for (const field of fields) {
            await field.focus();
            const box = await boxOf(field);
            assert.ok(
              box.y + Math.min(box.height, 40) <= (await boxOf(end)).y,
              `${path} at ${viewport.width}`,
            );
          }
        }
      }
    });

    void it('tests are made of the requirements that are ticked, or of all as they are now', async () => {
      const [one, two] = data.requirements;
      assert.ok(one && two && data.requirements.length === 2);
      instead('GET /requirements', [one]);
      await open('/requirements');
      await page.getByRole('link', { name: 'Make tests of all' }).click();
      const chosen = (count: number) => page.getByText(`From ${count} chosen below.`);
      await chosen(1).waitFor();
      await page.goBack();
      // Written since, in this tab or in another: what was remembered knows nothing of it.
      instead('GET /requirements', data.requirements);
      await page.getByRole('link', { name: 'Make tests of all' }).click();
      await chosen(2).waitFor();
      await open('/requirements');
      for (const { name } of [one, two]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page.getByRole('link', { name: 'Make tests of these 2' }).click();
      await chosen(2).waitFor();
      for (const { name } of [one, two]) await page.getByRole('checkbox', { name, checked: true }).waitFor();
    });

    void it('tests to choose from are no drafts, and those that are in the set already are ticked and stay', async () => {
      const [held, other] = testing.tests;
      assert.ok(held && other);
      const asked: string[] = [];
      standIn.state.instead.set('GET /tests', ({ url }) => {
        asked.push(url.searchParams.get('$filter') ?? '');
        return [held, other];
      });
      instead(`GET /test_sets/${paths.testSet.split('/').at(-1)}/tests`, [held]);
      await open(paths.testSet);
      await press('Choose existing tests');
      const dialogShown = dialog('Choose existing tests');
      await dialogShown.getByText('In the set already').waitFor();
      const boxes = dialogShown.getByRole('checkbox');
      assert.deepEqual(
        [await boxes.nth(0).isDisabled(), await boxes.nth(0).isChecked(), await boxes.nth(1).isDisabled()],
        [true, true, false],
      );
      assert.match(asked.at(-1) ?? '', /is_draft eq false/);
    });

    void it('several requirements are deleted at once', async () => {
      await open('/requirements');
      for (const { name } of data.requirements.slice(0, 2))
        await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page.getByText('2 requirements selected').waitFor();
      await press('Delete');
      await page.getByRole('alertdialog', { name: 'Delete 2 requirements?' }).waitFor();
      await press('Delete them');
      await page.getByText('2 requirements selected').waitFor({ state: 'detached' });
      assert.equal(standIn.calls.filter((call) => /^DELETE .*\/requirements\//.test(call)).length, 2);
    });

    void it('beside the gate of a set stands the line by which a build is held by it', async () => {
      await open(`${paths.testSet}?tab=gate`);
      const line = page.locator('pre', { hasText: 'npx sonde run' });
      assert.match(await line.innerText(), /--endpoint "[^"]+" --test-set "Cover questions" --junit/);
      await button('Copy the command').waitFor();
    });

    void it('an alert rule says which runs it looks at, and the audit log what was changed', async () => {
      for (const viewport of [widths.wide, widths.phone]) {
        await page.setViewportSize(viewport);
        await open('/alerts');
        await page
          .getByText(/(?:→|against) every endpoint/)
          .locator('visible=true')
          .first()
          .waitFor();
        await open('/settings/audit');
        await page.getByText('API token created: Nightly build').waitFor();
      }
    });
  },
  widths.wide,
);
