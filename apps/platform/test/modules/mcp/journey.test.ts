import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { operations, toolName } from '@sonde/contract';
import { startChatbot } from '../../support/chatbot.ts';
import { startPlatform, type Json } from '../../support/platform.ts';
import { apiToken, joinAs } from '../tenancy/support.ts';

/** An agent as people have them: a client of the protocol with an API token in its settings. */
async function agentAt(address: string, token: string) {
  const client = new Client({ name: 'journey', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp?toolsets=all`), { requestInit: { headers } }),
  );
  async function use(name: string, given: Record<string, unknown> = {}): Promise<Json> {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content;
    const said: Json = JSON.parse(first?.type === 'text' ? first.text : '{}');
    return isError ? { refused: said } : said;
  }
  /** The job once it is over, as an agent follows it. */
  async function ended(taskId: string): Promise<Json> {
    for (let attempt = 0; attempt < 2400; attempt += 1) {
      const job = await use('jobs_get', { task_id: taskId });
      if (job.finished_at !== null) return job;
      await pause(50);
    }
    throw new Error('The job did not end.');
  }
  return { client, use, ended };
}

test('an agent connects the demo chatbot, explores it, makes tests, runs them, compares and reads insights', async (t) => {
  const chatbot = await startChatbot();
  t.after(() => chatbot.stop());
  const platform = await startPlatform();
  t.after(() => platform.close());
  const address = (await platform.listen()).replace('localhost', '127.0.0.1');
  const owner = await platform.signUp();
  const { use, ended, client } = await agentAt(address, await apiToken(platform, owner));
  t.after(() => client.close());

  const endpoint = await use('endpoints_create', {
    name: 'Demo over MCP',
    url: `${chatbot.url}/chat`,
    request_mapping: '{"message": {{ input | tojson }}, "session_id": {{ session_id | tojson }}}',
    response_mapping: { output: '$.message', session_id: '$.session_id', context: '$.context' },
  });
  assert.ok(endpoint.id, JSON.stringify(endpoint));
  const answer = await use('endpoints_invoke', {
    id: endpoint.id,
    input: 'What does renters insurance cover?',
  });
  assert.equal(answer.success, true, JSON.stringify(answer));
  assert.match(answer.output, /renters|belongings|property/i);

  const exploring = await use('endpoints_explore', {
    id: endpoint.id,
    strategy: 'domain_probing',
    max_turns: 5,
  });
  const exploration = await ended(exploring.task_id);
  assert.equal(exploration.status, 'SUCCESS', JSON.stringify(exploration.error));
  assert.ok(exploration.result.findings.length > 0);

  const generating = await use('test_sets_generate', {
    name: 'From what was observed',
    explorations: [exploring.task_id],
    num_tests: 5,
  });
  assert.equal((await ended(generating.task_id)).status, 'SUCCESS');
  const runs: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const run = await use('test_sets_execute', { id: generating.test_set_id, endpoint_id: endpoint.id });
    assert.equal((await ended(run.task_id)).status, 'SUCCESS');
    runs.push(run.test_run_id);
  }
  const shown = await use('test_runs_get', { id: runs[1] });
  assert.equal(shown.counts.total, 5);
  const { results } = await use('test_results_list', { filter: `test_run_id eq '${runs[1]}'` });
  assert.equal(results.length, 5);
  const { comparisons } = await use('test_runs_compare', { runs: runs.join(',') });
  assert.equal(
    comparisons[0].counts.unchanged + comparisons[0].counts.undecided,
    5,
    JSON.stringify(comparisons),
  );
  const insight = await use('insights_get', {
    entity: 'test_result',
    measures: ['count', 'passed', 'failed'],
    endpoint_ids: [endpoint.id],
  });
  assert.equal(insight.rows[0].count, 10, JSON.stringify(insight));
});

test("a viewer's API token can do none of the writing, whatever the tool", async (t) => {
  const platform = await startPlatform();
  t.after(() => platform.close());
  const address = (await platform.listen()).replace('localhost', '127.0.0.1');
  const owner = await platform.signUp();
  const member = await joinAs(platform, owner, 'member');
  const token = await apiToken(platform, member);
  const writing = operations.filter((operation) => operation.tool && !isReading(operation));
  // Members make tokens; theirs goes on when they become viewers, with what viewers may.
  const demoted = await platform.call('PATCH', `/members/${member.userId}`, {
    token: owner.token,
    body: { role: 'viewer' },
  });
  assert.equal(demoted.status, 200, demoted.text);
  const { use, client } = await agentAt(address, token);
  t.after(() => client.close());
  const { tools } = await client.listTools();
  assert.equal((await use('endpoints_list')).results.length, 1);
  const id = '018f0000-0000-7000-8000-000000000000';
  for (const operation of writing) {
    const name = toolName(operation);
    assert.ok(!tools.some((tool) => tool.name === name), `${name} is not shown to a viewer`);
    const params = Object.fromEntries(Object.keys(operation.params?.shape ?? {}).map((key) => [key, id]));
    assert.equal((await use(name, params)).refused?.code, 'auth.permission_denied', name);
  }
  assert.ok(writing.length >= 15);
});

/** What changes nothing may be a POST all the same, since its question is a body. */
const isReading = ({ method, access }: (typeof operations)[number]): boolean =>
  method === 'GET' || (access.who === 'member' && access.permission.endsWith(':read'));
