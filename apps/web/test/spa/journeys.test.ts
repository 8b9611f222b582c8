import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, quietArguments } from './support/browser.ts';
import { openPages } from './support/built-pages.ts';
import type { BuiltPages } from './support/built-pages.ts';
import * as data from './support/stand-in-data.ts';
import { startStandIn } from './support/stand-in-server.ts';
import type { StandIn } from './support/stand-in-server.ts';
import { until } from './support/until.ts';
import { mappedWords } from '../../spa/src/features/endpoints/mapped-words.ts';

const executablePath = chromiumPath(process.env);

if (executablePath === null) {
  void it('journeys in a browser', (context) =>
    context.diagnostic('No Chromium here (CHROMIUM_PATH or /usr/bin/chromium), so no journey was made.'));
} else {
  void describe('journeys in a browser', () => {
    let pages: BuiltPages;
    let browser: Browser;
    let standIn: StandIn;
    let page: Page;
    let faults: string[];

    before(async () => {
      pages = await openPages();
      browser = await chromium.launch({ executablePath, args: quietArguments });
    });
    after(async () => {
      await browser?.close();
      await pages?.remove();
    });
    beforeEach(async () => {
      standIn = await startStandIn({ dist: pages.folder, endpointCount: 6 });
      page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
      page.setDefaultTimeout(60_000);
      faults = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) faults.push(message.text());
      });
    });
    afterEach(async () => {
      await page.close();
      await standIn.close();
      assert.deepEqual(faults, [], 'no script error and nothing against the content security policy');
    });

    const open = (path: string) => page.goto(standIn.url + path);
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
    const posted = (path: string): number =>
      standIn.calls.filter((call) => call.startsWith(`POST ${path}`)).length;
    const endpointPath = (index: number, tab: string): string =>
      `/endpoints/${data.idOf(4, index)}?tab=${tab}`;

    void it('leads from the printed link to a mapped answer in four clicks', async () => {
      standIn.state.user = null;
      standIn.state.endpoints = [data.endpointNumber(0)];
      standIn.state.isNew = true;
      standIn.state.isWaitingForOwner = true;
      await open('/auth/owner?token=not-real');
      await page.getByLabel('Email').fill('ada@example.org');
      await press('Create owner account');
      await page.getByLabel('Organization').fill('Example');
      await press('Continue');
      await page.getByRole('link', { name: 'Send a first message' }).click();
      await press('Send');
      await page.getByRole('heading', { name: 'Answered' }).waitFor();
      await page.getByText(data.answer.message).first().waitFor();
    });

    void it('says why a sign-in fails without telling whether the account exists, and then goes where one wanted to go', async () => {
      standIn.state.user = null;
      await open('/jobs');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await press('Sign in');
      await page.getByText('That did not work.').waitFor();
      await page.getByLabel('Password', { exact: true }).fill('the right one');
      await press('Sign in');
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/jobs');
    });

    void it('keeps where one wanted to go, and who one is, on the ways around the door', async () => {
      standIn.state.user = null;
      const wanted = '/auth/accept-invitation?token=not-real';
      const returnTo = (): string | null => new URL(page.url()).searchParams.get('return_to');
      await open(`/?return_to=${encodeURIComponent(wanted)}`);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByRole('heading', { name: 'Create an account' }).waitFor();
      assert.equal(returnTo(), wanted);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByLabel('Email').fill('ada@example.org');
      assert.equal(returnTo(), wanted);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('button', { name: 'Send the reset link' }).waitFor();
      assert.equal(await page.getByLabel('Email').inputValue(), 'ada@example.org');
      assert.ok(!page.url().includes('ada'), 'the address of the page does not name the person');
    });

    void it('uses a mail link only when pressed', async () => {
      standIn.state.user = null;
      await open('/auth/verify-email?token=not-real');
      await page.getByRole('button', { name: 'Confirm and sign in' }).waitFor();
      await page.getByText('Somebody registered ada@example.org').waitFor();
      assert.equal(standIn.calls.filter((call) => call.endsWith('verify-email')).length, 0);
    });

    void it('offers to confirm only once nothing above can move the button from under the pointer', async () => {
      standIn.state.user = null;
      const path = '**/auth/verify-email/preview';
      const { promise: asked, resolve: release } = Promise.withResolvers<undefined>();
      await page.route(path, async (route) => {
        await asked;
        await route.continue();
      });
      await open('/auth/verify-email?token=not-real-either');
      const confirm = page.getByRole('button', { name: 'Confirm and sign in' });
      await confirm.waitFor();
      assert.ok(await confirm.isDisabled());
      release(undefined);
      await page.getByText('Somebody registered ada@example.org').waitFor();
      await page.getByRole('checkbox', { name: /^I did not choose that password/ }).waitFor();
      assert.ok(await confirm.isEnabled());
      await page.unroute(path);
    });

    void it('takes the code of a provider out of the address before using it', async () => {
      standIn.state.user = null;
      await open('/auth/signin?code=not-real&return_to=%2Fjobs');
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
      assert.equal(posted('/api/auth/callback/credentials'), 1);
      await page.goBack();
      assert.ok(!page.url().includes('code='));
    });

    void it('asks before a code that came from elsewhere becomes this browser’s sign-in', async () => {
      standIn.state.user = null;
      standIn.state.arrival = {
        confirm: { email: 'eve@example.org', name: null },
        current: 'me@example.org',
      };
      await open('/auth/signin?code=not-real&return_to=%2Fjobs');
      await page.getByText('You are signed in as me@example.org').waitFor();
      assert.equal(posted('/api/auth/arrival'), 0);
      await press('Continue as eve@example.org');
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
      assert.equal(posted('/api/auth/arrival'), 1);
    });

    void it('shows the door to whoever opens the end of a sign-in without a code, and never returns there', async () => {
      standIn.state.user = null;
      await open('/auth/signin');
      await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      await open('/?return_to=%2Fauth%2Fsignin');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill('the right one');
      await press('Sign in');
      await page.waitForURL('**/home');
    });

    void it('offers no form that cannot work where no mail is sent, and says why', async () => {
      standIn.state.user = null;
      standIn.state.mailEnabled = false;
      for (const path of ['/auth/register', '/auth/forgot-password']) {
        await open(path);
        await page.getByText('This installation sends no email').waitFor();
        assert.equal(await page.locator('form').count(), 0, path);
      }
      await open('/auth/register?return_to=%2Fauth%2Faccept-invitation%3Ftoken%3Dnot-real');
      await page.getByRole('button', { name: 'Create the account' }).waitFor();
    });

    void it('does not follow a return address to another site', async () => {
      standIn.state.user = null;
      await open('/auth/signin?code=not-real&return_to=%2F%2Fevil.example');
      await page.waitForURL('**/home');
      assert.equal(new URL(page.url()).origin, standIn.url);
    });

    void it('keeps the person at the door when the session was ended by force', async () => {
      await open('/?force_logout=true');
      await page.getByText('Your session has ended').waitFor();
      assert.equal(new URL(page.url()).pathname, '/');
    });

    void it('creates an endpoint by hand', async () => {
      await open('/endpoints/new');
      await press('Set up by hand');
      await page.getByLabel('Name').fill('My assistant');
      await press(/Next: Connection/);
      await page.getByLabel('URL').fill('http://localhost:9999/chat');
      await press(/Next: Mapping/);
      await press(/Next: Test/);
      await press('Send');
      await page.getByRole('treeitem', { name: /^message/ }).click();
      await page
        .getByRole('group', { name: 'Map this place' })
        .getByRole('button', { name: 'output' })
        .click();
      await press('Create the endpoint');
      await page.getByRole('heading', { name: 'My assistant', level: 1 }).waitFor();
      assert.deepEqual(standIn.state.endpoints[0]?.response_mapping, { output: '$.message' });
    });

    void it('a double click on Send sends one message and does not stop it', async () => {
      await open(endpointPath(0, 'test'));
      const answered = Promise.withResolvers<void>();
      await page.route(
        (url) => url.pathname.endsWith('/test'),
        async (route) => {
          await answered.promise;
          await route.continue();
        },
      );
      await page.getByRole('button', { name: 'Send' }).dblclick();
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      assert.equal(await page.getByText('Stopped before an answer came').count(), 0);
      answered.resolve();
      await page.getByText(data.answer.message).first().waitFor();
      assert.equal(standIn.calls.filter((call) => /^POST .*\/test$/.test(call)).length, 1);
      await page.unrouteAll();
    });

    void it('works a configuration out from pasted text and applies it', async () => {
      await open('/endpoints/new');
      await press('Paste and analyze');
      await page
        .getByLabel('Curl command, code or description')
        .fill('curl https://assistant.example.org/v1/chat');
      await page.getByRole('strong').filter({ hasText: 'https://assistant.example.org/v1/chat' }).waitFor();
      await press('Analyze');
      await page.getByText('High confidence, 91 %').waitFor();
      await page.getByText('1 bearer token').waitFor();
      await page.getByRole('table', { name: 'What was understood' }).getByText('Bearer token').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('My own name');
      await press('Save and try');
      await page.getByRole('heading', { name: 'My own name', level: 1 }).waitFor();
      await page.getByText(data.answer.message).first().waitFor();
      const tried = (): number => standIn.calls.filter((call) => /^POST .*\/test$/.test(call)).length;
      assert.equal(tried(), 1);
      await page.reload();
      await page.getByRole('button', { name: 'Send' }).waitFor();
      assert.equal(tried(), 1, 'a reload sends nothing again');
      assert.equal(standIn.state.endpoints[0]?.url, 'https://assistant.example.org/v1/chat');
    });

    void it('goes back by one step of the wizard, and keeps what was typed and pasted', async () => {
      await open('/endpoints/new');
      await press('Paste and analyze');
      await page
        .getByLabel('Curl command, code or description')
        .fill('curl https://assistant.example.org/v1/chat');
      await press('Analyze');
      await page.getByRole('button', { name: 'Save and try' }).waitFor();
      await press('Back to the text');
      assert.match(await page.getByLabel('Curl command, code or description').inputValue(), /^curl https/);
      await page.goBack();
      await press('Set up by hand');
      await page.getByLabel('Name').fill('Mine');
      await press(/Next: Connection/);
      await page.getByLabel('URL').fill('http://localhost:9999/chat');
      await page.goBack();
      await page.getByLabel('Name').fill('Another');
      await page.goForward();
      assert.equal(await page.getByLabel('URL').inputValue(), 'http://localhost:9999/chat');
    });

    void it('goes back from tab to tab of an endpoint', async () => {
      await open(endpointPath(0, 'general'));
      await page.getByRole('tab', { name: 'Mapping' }).click();
      await page.getByRole('tab', { name: 'Test' }).click();
      await page.goBack();
      await page.getByRole('tab', { name: 'Mapping', selected: true }).waitFor();
      await page.goBack();
      await page.getByRole('tab', { name: 'General', selected: true }).waitFor();
    });

    void it('goes anywhere by a few letters, and says which keys lead where', async () => {
      await open('/home');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Page or name' }).fill('members');
      await page.getByRole('option', { name: /^Members/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('e');
      await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('ge');
      assert.equal(await page.getByRole('searchbox').inputValue(), 'ge');
    });

    void it('puts the cursor where typing begins', async () => {
      const focused = () => page.evaluate<string>('document.activeElement.name || document.activeElement.id');
      await open('/endpoints/new?way=auto');
      await page.getByLabel('Curl command, code or description').waitFor();
      assert.equal(
        await focused(),
        await page.getByLabel('Curl command, code or description').getAttribute('id'),
      );
      standIn.state.user = null;
      standIn.state.isWaitingForOwner = true;
      for (const [path, name] of [
        ['/', 'email'],
        ['/auth/register', 'name'],
        ['/auth/owner?token=not-real', 'email'],
        ['/auth/forgot-password', 'email'],
      ] as const) {
        await open(path);
        await page.locator(`[name=${name}]`).waitFor();
        assert.equal(await focused(), name, path);
      }
    });

    void it('keeps the cursor at hand through dialogs, deletions and steps', async () => {
      const settles = (name: RegExp) =>
        until(
          page,
          `${String(name)}.test(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "")`,
        );
      await open('/endpoints');
      const name = data.endpointNumber(0).name;
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete it' }).press('Enter');
      await settles(/^Keep .* after all$/);
      await page.keyboard.press('Enter');
      await settles(/^Actions for /);
      await open('/settings/tokens');
      await press('Create a token');
      await page.getByRole('dialog').waitFor();
      await until(page, 'document.activeElement?.tagName === "INPUT"');
      await page.keyboard.press('Escape');
      await settles(/^Create a token$/);
      await open('/endpoints/new?way=hand');
      await page.getByLabel('Name').fill('Mine');
      await page.getByRole('button', { name: /Next: Connection/ }).press('Enter');
      await settles(/Connection$/);
    });

    void it('names who invites to what, before one signs in', async () => {
      standIn.state.user = null;
      await open('/auth/accept-invitation?token=not-real');
      await page.getByText('ada@example.org asks you to join Harbour Works').waitFor();
    });

    void it('speaks of a development mailbox only where there is one', async () => {
      await open('/settings/organization');
      await page.getByRole('link', { name: 'Kept in a mailbox on this machine' }).waitFor();
      standIn.state.failing.set('/dev/mailbox', {
        status: 404,
        code: 'system.mailbox_unavailable',
        detail: 'There is no development mailbox in this installation.',
      });
      await page.reload();
      await page.getByText('Sent by SMTP').waitFor();
      assert.equal(await page.getByRole('link', { name: 'Kept in a mailbox on this machine' }).count(), 0);
    });

    void it('says so when rows further down cannot be loaded, instead of showing nothing in their place', async () => {
      standIn.state.endpoints = Array.from({ length: 300 }, (_, index) => data.endpointNumber(index));
      await page.route(/\/endpoints\?.*skip=200/, (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            title: 'It did not work',
            status: 500,
            code: 'internal',
            detail: 'No rows.',
          }),
        }),
      );
      await open('/endpoints');
      await page.getByRole('table', { name: 'Endpoints' }).getByRole('link').first().waitFor();
      await page.getByRole('table', { name: 'Endpoints' }).evaluate((table) => {
        (table as unknown as { scrollTop: number }).scrollTop = 1e6;
      });
      await page.getByText('Some rows could not be loaded').waitFor();
    });

    void it('maps a place of the answer by keyboard, and saves nothing but that', async () => {
      await open(endpointPath(0, 'test'));
      await press('Send');
      await page.getByRole('tree').focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
        await page.keyboard.press(key);
      const place = page.getByRole('group', { name: 'Map this place' });
      await place.waitFor();
      for (const { word, meaning } of Object.values(mappedWords)) {
        await place.getByRole('button', { name: word, exact: true }).press('Enter');
        await page.getByRole('dialog', { name: word }).getByText(meaning).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog', { name: word }).waitFor({ state: 'detached' });
      }
      await place.getByRole('button').first().press('Enter');
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.method() === 'PATCH'),
        press('Save changes'),
      ]);
      const sent = request.postDataJSON() as Record<string, unknown>;
      assert.deepEqual(Object.keys(sent), ['response_mapping']);
      assert.equal((sent['response_mapping'] as Record<string, unknown>)['output'], '$.context[0]');
    });

    void it('maps a place of the answer under a name of one’s own, and says what is wrong with one that cannot be', async () => {
      await open(endpointPath(0, 'test'));
      await press('Send');
      await page.getByRole('treeitem', { name: /^message/ }).click();
      const place = page.getByRole('group', { name: 'Map this place' });
      const name = place.getByLabel('Or a name of your own');
      for (const [typed, said] of [
        ['', 'Type a name.'],
        ['2nd', 'A name begins with a letter.'],
        ['policy number', 'no space'],
        ['a.b', '“.” cannot be part of it'],
        ['Status_Code', '“status_code” is taken: each call has a field of that name already.'],
        ['output', '“output” is taken: it stands for $.'],
      ] as const) {
        await name.fill(typed);
        await name.press('Enter');
        await place.getByText(said).waitFor();
        assert.equal(await name.getAttribute('aria-invalid'), 'true');
      }
      await name.fill('policy_text');
      await name.press('Enter');
      await page
        .getByRole('treeitem', { name: /^message/ })
        .getByText('→ policy_text')
        .waitFor();
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.method() === 'PATCH'),
        press('Save changes'),
      ]);
      const sent = request.postDataJSON() as { response_mapping: Record<string, unknown> };
      assert.equal(sent.response_mapping['policy_text'], '$.message');
    });

    void it('warns of a quota that an exploration would exceed before it is started, and of one that a run would', async () => {
      standIn.state.quotaLeft = 10;
      await open(endpointPath(0, 'explore'));
      await page.getByText('10 of 100 calls left until 00:00 UTC; this makes 19 calls').waitFor();
      await page.getByRole('radio', { name: /^A goal of your own/ }).check();
      await page.getByText('Instructions, scenario, restrictions').click();
      await page.getByLabel('Turns at most').fill('8');
      await page.getByText('10 of 100 calls left').waitFor({ state: 'detached' });
      assert.equal(posted('/endpoints'), 0, 'nothing was called');
      await open(`/test-sets/${data.idOf(11, 0)}`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('2 of 100 calls left until 00:00 UTC').waitFor();
      const first = dialog.getByRole('listitem').first();
      assert.match(await first.innerText(), /Warning/, 'what stands against it is read first');
      assert.equal(posted('/test_sets'), 0, 'nothing was started');
    });

    void it('lists traces with status and endpoint, and asks for those of one status and one endpoint', async () => {
      await open('/traces');
      const row = page.getByRole('row').filter({ hasText: 'What does my policy cover?' }).first();
      assert.match(await row.innerText(), /Answered · 200/);
      const asked = async (change: () => Promise<unknown>): Promise<string> => {
        const [request] = await Promise.all([
          page.waitForRequest((sent) => sent.url().includes('/traces?') && sent.url().includes('filter')),
          change(),
        ]);
        return new URL(request.url()).searchParams.get('$filter') ?? '';
      };
      assert.equal(
        await asked(() => page.getByLabel('HTTP status').selectOption('5xx')),
        'status_code ge 500 and status_code lt 600',
      );
      await page.getByLabel('HTTP status').selectOption('');
      const id = data.idOf(4, 1);
      assert.equal(await asked(() => page.getByLabel('Endpoint').selectOption(id)), `endpoint_id eq '${id}'`);
    });

    void it('tells where a call ended, why, and what to do', async () => {
      standIn.state.testAnswer = data.refusedConnection;
      await open(endpointPath(0, 'test'));
      await press('Send');
      await page.getByText('Failed: connect').waitFor();
      await page.getByText('localhost:8099 refused the connection.').waitFor();
      await page.getByText('Is the application running, and is the port right?').waitFor();
    });

    void it('holds a conversation: the second message goes on from the first, over tabs, until a new one is begun', async () => {
      const sent = async (act: () => Promise<unknown>): Promise<Record<string, unknown>> => {
        const [request] = await Promise.all([
          page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/test')),
          act(),
        ]);
        return request.postDataJSON() as Record<string, unknown>;
      };
      const message = page.getByRole('textbox', { name: 'Message' });
      await open(endpointPath(0, 'test'));
      const first = await sent(() => press('Send'));
      assert.deepEqual(first['input_data'], { input: 'Hello! What can you help me with?' });
      await page.getByText(data.answer.message).first().waitFor();
      await message.fill('And floods?');
      const second = await sent(() => message.press('Enter'));
      assert.deepEqual(second['input_data'], {
        input: 'And floods?',
        conversation_id: data.answer.session_id,
      });
      await message.fill('two lines');
      await message.press('Shift+Enter');
      assert.equal(await message.inputValue(), 'two lines\n');
      await page.getByRole('tab', { name: 'Mapping' }).click();
      await page.getByRole('tab', { name: 'Test' }).click();
      const log = page.getByRole('log', { name: 'Messages and answers' });
      assert.equal(await log.getByRole('listitem').count(), 2);
      await press('New conversation');
      assert.equal(await log.getByRole('listitem').count(), 0);
      await message.fill('Begin again');
      const third = await sent(() => press('Send'));
      assert.deepEqual(third['input_data'], { input: 'Begin again' });
    });

    void it('keeps a failed call as a turn that can be sent again, and leads to where it is set right', async () => {
      standIn.state.testAnswer = data.refusedConnection;
      await open(endpointPath(0, 'test'));
      await press('Send');
      await page.getByText('Failed: connect').waitFor();
      standIn.state.testAnswer = null;
      await press('Send again');
      await page.getByText(data.answer.message).first().waitFor();
      assert.equal(await page.getByText('Failed: connect').count(), 0);
      standIn.state.testAnswer = data.refusedConnection;
      await page.getByRole('textbox', { name: 'Message' }).fill('Once more');
      await press('Send');
      await press('Open Connection');
      await page.getByRole('tab', { name: 'Connection', selected: true }).waitFor();
    });

    void it('shows on a narrow screen the conversation or one answer of it', async () => {
      await page.setViewportSize({ width: 360, height: 780 });
      await open(endpointPath(0, 'test'));
      await press('Send');
      await page.getByRole('button', { name: /Details of the answer/ }).click();
      await page.getByRole('tab', { name: 'Request' }).click();
      await page.getByText('Secrets are masked.').waitFor();
      assert.equal(await page.getByRole('log').isVisible(), false);
      await page.getByRole('button', { name: 'Conversation', exact: true }).click();
      await page.getByRole('log').waitFor();
    });

    void it('asks nobody to map the answer of a target that refused', async () => {
      standIn.state.testAnswer = data.refusedByTarget;
      await open(endpointPath(0, 'test'));
      await press('Send');
      await page.getByText('Failed: read the status').waitFor();
      assert.equal(await page.getByText('Click the right place').count(), 0);
    });

    void it('shows the words of a stream as the platform put them together', async () => {
      standIn.state.testAnswer = data.streamedAnswer;
      await open(endpointPath(0, 'test'));
      await press('Send');
      await page.getByText('Hello there').waitFor();
      assert.equal(await page.getByText('finds nothing in this answer').count(), 0);
    });

    void it('shows the text without its secrets, and where it would go, before a model is given it', async () => {
      standIn.state.generationModel = {
        source: 'organization',
        model: 'mistral/small',
        model_id: null,
        host: 'api.mistral.ai',
        description: 'A language model is in force.',
      };
      await open('/endpoints/new');
      await press('Paste and analyze');
      await page
        .getByLabel('Curl command, code or description')
        .fill(`curl https://a.test/v1/chat?api_key=${'9f8e7d6c5b4a3928'.repeat(2)} -d '{"text": "Hi"}'`);
      await page.getByText('mistral/small at api.mistral.ai').waitFor();
      await page.getByText('The text that api.mistral.ai is given').click();
      const shown = await page
        .getByRole('region', { name: 'The text that the model is given' })
        .textContent();
      assert.match(shown ?? '', /api_key=\[redacted address parameter\] -d '\{"text": "Hi"\}'/);
      delete standIn.state.generationModel;
    });

    void it('says first why the try of a pasted configuration failed, in words that stay on the page', async () => {
      standIn.state.autoConfigured = data.triedInVain;
      await open('/endpoints/new');
      await press('Paste and analyze');
      await page
        .getByLabel('Curl command, code or description')
        .fill('curl https://assistant.example.org/v1/chat');
      await press('Analyze');
      await page
        .getByRole('region', { name: 'Result' })
        .getByText('The test call failed: HTTP 500')
        .waitFor();
      assert.equal(
        await page.evaluate<boolean>(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        ),
        false,
      );
    });

    void it('has the tab that is shown in sight on a narrow screen', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(endpointPath(0, 'general'));
      const box = await page.getByRole('tab', { name: 'General' }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    });

    void it('keeps one draft over the tabs and asks before it is lost', async () => {
      await open(endpointPath(0, 'general'));
      await page.getByLabel('Name').fill('Another name');
      await page.getByRole('tab', { name: /Mapping/ }).click();
      await page.getByRole('tab', { name: /General.*unsaved changes/ }).click();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Another name');
      await page.getByRole('link', { name: 'Jobs' }).click();
      await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
      await press('Stay here');
      assert.equal(await page.getByLabel('Name').inputValue(), 'Another name');
    });

    void it('never sends a stored secret back, and clears or replaces it only when told', async () => {
      await open(endpointPath(1, 'connection'));
      await press('Remove bearer token');
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.method() === 'PATCH'),
        press('Save changes'),
      ]);
      assert.deepEqual(request.postDataJSON(), { auth_token: null });
    });

    void it('fills a page by itself when the platform is back', async () => {
      const away = { status: 503, code: 'platform.unreachable', detail: 'The platform cannot be reached.' };
      standIn.state.failing.set('/jobs', away);
      await open('/jobs');
      await page.getByText('The platform cannot be reached.').waitFor();
      standIn.state.failing.delete('/jobs');
      await page.getByRole('table', { name: 'Jobs' }).getByRole('link').first().waitFor();
    });

    void it('shows an error of the server with its id', async () => {
      standIn.state.failing.set('/tokens', {
        status: 500,
        code: 'internal',
        detail: 'Something went wrong on our side.',
        error_id: 'err-0042',
      });
      await open('/settings/tokens');
      await page.getByText('error id err-0042').waitFor();
      await page.getByRole('button', { name: 'Copy the error ID' }).waitFor();
    });

    void it('leads to the door when the session ends in mid-work', async () => {
      await open('/endpoints');
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Whatever the page asks for last would find the session ended first, and lead to the door before the press.
      await page.waitForLoadState('networkidle');
      standIn.state.user = null;
      standIn.state.failing.set('/jobs', {
        status: 401,
        code: 'session.ended',
        detail: 'Sign in first.',
      });
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await page.getByText('Your session has ended').waitFor();
      assert.match(page.url(), /force_logout=true/);
    });

    void it('keeps unsaved input when the session ends in mid-work', async () => {
      await open(endpointPath(0, 'general'));
      await page.getByLabel('Name').fill('Half done');
      standIn.state.user = null;
      standIn.state.failing.set(`/endpoints/${data.idOf(4, 0)}`, {
        status: 401,
        code: 'session.ended',
        detail: 'Sign in first.',
      });
      await press('Save changes');
      await page.getByRole('alertdialog', { name: 'Your session has ended' }).waitFor();
      await press('Stay here');
      assert.equal(await page.getByLabel('Name').inputValue(), 'Half done');
    });

    void it('draws and fetches only what is on screen of ten thousand endpoints', async () => {
      standIn.state.endpoints = Array.from({ length: 10_000 }, (_, index) => data.endpointNumber(index));
      await open('/endpoints');
      await page.getByText('10,000 endpoints').waitFor();
      await page.getByRole('table', { name: 'Endpoints' }).press('End');
      await page.getByRole('link', { name: 'Assistant 9999' }).waitFor();
      assert.ok((await page.getByRole('row').count()) < 60);
      assert.ok(standIn.calls.filter((call) => call.startsWith('GET /api/v1/endpoints?')).length < 8);
    });

    void it('finds and deletes many at once', async () => {
      standIn.state.endpoints = Array.from({ length: 250 }, (_, index) => data.endpointNumber(index));
      await open('/endpoints');
      await page.getByRole('searchbox').fill('Assistant 1');
      await page.getByText('110 endpoints').waitFor();
      await page.getByRole('checkbox', { name: 'Select every endpoint that matches' }).click();
      await page.getByText('110 endpoints selected').waitFor();
      await page.getByRole('status').getByRole('button', { name: 'Delete' }).click();
      await press('Delete them');
      await page.getByText('110 endpoints deleted').waitFor();
      assert.equal(standIn.state.endpoints.length, 140);
    });

    void it('shows findings with their evidence and goes on from them', async () => {
      await open(endpointPath(0, 'explore'));
      await page.getByText('at most 19 turns and 57 calls').waitFor();
      await page.getByRole('radio', { name: /^Comprehensive/ }).check();
      await page.getByText('at most 120 turns and 360 calls').waitFor();
      await page.getByRole('radio', { name: /^Domain/ }).check();
      await press('Start exploring');
      await page.getByRole('heading', { name: 'It is about insurance' }).waitFor();
      await press('Go on from these findings');
      await page.getByText('Goes on from 5 findings').waitFor();
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.url().endsWith('/explore')),
        press('Start exploring'),
      ]);
      assert.equal(
        (request.postDataJSON() as { previous_findings: { domain: string } }).previous_findings.domain,
        'insurance',
      );
    });

    void it('leads from a run that nobody has decided to its review, and from a comparison of two to theirs', async () => {
      await open(`/runs/${data.idOf(13, 0)}`);
      await page.getByText('2 results are not evaluated').waitFor();
      const review = page.getByRole('link', { name: 'Review them' });
      assert.equal(await review.getAttribute('href'), `/review?run=${data.idOf(13, 0)}&open=yes`);
      await open(`/runs/compare?runs=${data.idOf(13, 0)},${data.idOf(13, 1)}`);
      await page.getByText('2 tests cannot be compared').waitFor();
      await page.getByText('passed → error').waitFor();
      await page.getByText('error → another error').waitFor();
      for (const name of ['Cover questions 1', 'Cover questions 3']) {
        const link = page.getByRole('link', { name: `Review ${name}` });
        // What is decided is no part of what cannot be compared.
        assert.match((await link.getAttribute('href')) ?? '', /&open=yes$/);
        await page.getByRole('columnheader', { name }).first().waitFor();
      }
      assert.doesNotMatch(await page.locator('main').innerText(), /the base|the other\b/i);
    });

    void it('says of what only flags looked at what they found, and where a person decides it', async () => {
      await open(`/runs/${data.idOf(13, 2)}`);
      await page.getByText('2 checked for flags only, 0 flagged.').waitFor();
      assert.equal(await page.getByText('are not evaluated').count(), 0);
      const review = page.getByRole('link', { name: 'Review them' });
      assert.equal(await review.getAttribute('href'), `/review?run=${data.idOf(13, 2)}&open=yes&flags=only`);
      await page.getByText('4 of 8 not decided').first().waitFor();
    });

    void it('tells the worst finding first, finds one by its words, and leads to the turn it quotes', async () => {
      await open(`/jobs/${data.idOf(5, 1)}`);
      const findings = page.getByRole('heading', { level: 4 });
      await findings.first().waitFor();
      assert.match(await findings.first().innerText(), /told it is for a story/);
      assert.equal(await findings.count(), 5);
      await page.getByRole('combobox', { name: 'Severity' }).selectOption('medium');
      assert.deepEqual(await findings.allInnerTexts(), [
        'It names two different times for reporting a claim',
      ]);
      await page.getByRole('combobox', { name: 'Severity' }).selectOption('');
      await page.getByRole('searchbox', { name: 'Search the findings' }).fill('bent wire');
      assert.equal(await findings.count(), 1);
      await page.getByRole('link', { name: 'turn 4' }).click();
      assert.equal(new URL(page.url()).hash, '#turn-4');
    });

    void it('shows a new token once', async () => {
      await open('/settings/tokens');
      await press('Create a token');
      await page.getByLabel('Name').fill('Pipeline');
      await press('Create');
      await page.getByText('snd_shown-once-by-the-stand-in').waitFor();
      await press('Done');
      assert.equal(await page.getByText('snd_shown-once-by-the-stand-in').count(), 0);
    });

    void it('puts a new token into the settings it is for, until the page is left', async () => {
      const token = 'snd_shown-once-by-the-stand-in';
      await open('/settings/tokens');
      await press('Create a token');
      await page.getByLabel('Name').fill('Pipeline');
      await press('Create');
      await press('Show the snippets with this token');
      await page.getByRole('heading', { name: 'Agents and SDK', level: 1 }).waitFor();
      await page.getByText('the token that you have just made').waitFor();
      assert.ok((await page.getByText(token).count()) > 4);
      assert.equal(page.url().includes(token), false);
      assert.equal(
        await page.evaluate<boolean>(
          `JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]).includes('${token}')`,
        ),
        false,
      );
      await page.getByRole('link', { name: 'Jobs', exact: true }).click();
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
      await page.goBack();
      await page.getByText('<your API token>').first().waitFor();
      assert.equal(await page.getByText(token).count(), 0);
    });

    void it('says once what is wrong with a new password, and no longer while it is changed', async () => {
      standIn.state.user = null;
      await open('/auth/reset-password?token=not-real');
      const field = page.getByLabel('New password', { exact: true });
      const fault = page.getByText('Use at least 12 characters.', { exact: true });
      const refusal = page.getByText('This password was not accepted.');
      await field.fill('short');
      await fault.waitFor();
      await press('Set the password');
      await refusal.waitFor();
      assert.equal(await fault.count(), 1);
      assert.equal(await page.getByText('Invalid input').count(), 0);
      assert.equal(await page.getByText('new_password').count(), 0);
      await field.fill('shorter');
      await refusal.waitFor({ state: 'detached' });
      await field.fill('four plain words here');
      await press('Set the password');
      await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
    });

    void it('keeps the way to everything else where there is no page, for whoever is signed in', async () => {
      const menu = page.getByRole('navigation').getByRole('link', { name: 'Endpoints' });
      await open('/nowhere/at/all');
      await page.getByText('There is no page at this address').waitFor();
      assert.equal(await page.getByRole('main').count(), 1);
      await menu.click();
      await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
      standIn.state.user = null;
      await open('/nowhere/at/all');
      await page.getByText('There is no page at this address').waitFor();
      assert.equal(await menu.count(), 0);
    });
  });
}
