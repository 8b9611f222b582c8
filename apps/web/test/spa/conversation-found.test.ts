import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';

const template = '{"text": "{{ input }}", "visit": null}';
const both = {
  request_mapping: '{"text": "{{ input }}", "visit": "{{ conversation_id }}"}',
  response_mapping: { output: '$.reply', conversation_id: '$.visit' },
};

inBrowser('a conversation that the request does not send', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });

  /** An application that names a conversation with each answer, whose request has null in that place, or a fixed one. */
  async function open(response_mapping: Record<string, string>, request_mapping = template): Promise<void> {
    standIn.state.endpoints = [{ ...data.endpointNumber(0), request_mapping, response_mapping }];
    const told = data.invocation('');
    let turns = 0;
    standIn.state.instead.set(`POST /endpoints/${data.idOf(4, 0)}/test`, () => {
      turns += 1;
      const reply = `This is answer ${turns}.`;
      return {
        ...told,
        output: reply,
        conversation_id: response_mapping['conversation_id'] === undefined ? null : '626dc5de',
        raw_response: { reply, visit: '626dc5de' },
        request: told.request && { ...told.request, body: { text: 'Hello', visit: null } },
      };
    });
    await page.goto(`${standIn.url}/endpoints/${data.idOf(4, 0)}?tab=test`);
  }

  async function takeAndSave(): Promise<unknown> {
    await page.getByRole('button', { name: 'Use “visit” as the conversation ID' }).click();
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PATCH'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    return sent.postDataJSON();
  }

  void it('is offered by the name that request and answer share, and one press maps both', async () => {
    await open({ output: '$.reply' });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('No conversation ID came back, so each message stands alone.').waitFor();
    assert.deepEqual(await takeAndSave(), both);
    await page.getByText('it is read from the next one').waitFor();
  });

  void it('is offered where the answer alone brings it, and one press adds it to the request', async () => {
    await open({ output: '$.reply' }, '{"text": "{{ input }}"}');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Your application seems to keep a conversation by visit').waitFor();
    assert.deepEqual(await takeAndSave(), {
      request_mapping: '{"visit": "{{ conversation_id }}", "text": "{{ input }}"}',
      response_mapping: both.response_mapping,
    });
  });

  void it('is said to be shared where every message carries the same one, and one press ends that', async () => {
    await open({ output: '$.reply' }, template.replace('null', '"626dc5de"'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const shared = page.getByText(
      'all messages, those after “New conversation” too, may share one conversation',
    );
    await shared.waitFor();
    await page.getByText('Does it keep a conversation?').click();
    await page.getByRole('button', { name: 'Run the two turns' }).click();
    await page.getByText('Both turns were sent with the same value').waitFor();
    assert.equal(await shared.count(), 2);
    assert.equal(await page.getByText(/stands alone|began a new conversation/).count(), 0);
    await page.getByRole('button', { name: 'Use “visit” as the conversation ID' }).first().click();
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PATCH'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    assert.deepEqual(sent.postDataJSON(), both);
  });

  void it('that is only read is warned of beside the press that saves it', async () => {
    await open({ output: '$.reply', conversation_id: '$.visit' });
    await page.getByRole('tab', { name: 'Mapping' }).click();
    await page.getByText('is read from the answer, but no request sends it').waitFor();
  });

  void it('is not said to be sent along, and one press sends it', async () => {
    await open({ output: '$.reply', conversation_id: '$.visit' });
    await page.getByText('Does it keep a conversation?').click();
    await page.getByRole('button', { name: 'Run the two turns' }).click();
    await page.getByText('the second request did not send it').waitFor();
    assert.equal(await page.getByText('was sent along').count(), 0);
    assert.deepEqual(await takeAndSave(), { request_mapping: both.request_mapping });
  });
});
