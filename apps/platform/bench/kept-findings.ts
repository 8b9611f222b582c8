import { setTimeout as pause } from 'node:timers/promises';
import { startChatbot } from '../test/support/chatbot.ts';
import { startPlatform, type Json } from '../test/support/platform.ts';

const isVerbose = process.env['BENCH_VERBOSE'] === 'tuning';
const desks = ['insurance', 'parcels'] as const;

/**
 * All findings of a comprehensive exploration of both demo applications, kept as tests and run against the same application,
 * which has not changed since: what fails then fails by the way it was kept, and what nobody decides is of no use.
 */
export async function run(): Promise<Record<string, unknown>> {
  const chatbot = await startChatbot({ CHATBOT_RATE_LIMIT: '1000000' });
  const platform = await startPlatform({ env: { CHATBOT_URL: chatbot.url } });
  try {
    const { token } = await platform.signUp();
    const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
      const answer = await platform.call(method, path, { token, ...(body === undefined ? {} : { body }) });
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.body;
    };
    const until = async (path: string): Promise<Json> => {
      for (;;) {
        const found = await call('GET', path);
        if (found['finished_at']) return found;
        await pause(200);
      }
    };
    const figures: Record<string, unknown> = {};
    for (const desk of desks) {
      const endpoint = await call('POST', '/endpoints', {
        name: desk,
        url: `${chatbot.url}/chat`,
        request_mapping: `{"message": "{{ input }}", "session_id": "{{ session_id }}", "use_case": "${desk}"}`,
        response_mapping: {
          output: '$.message',
          conversation_id: '$.session_id',
          tool_calls: '$.tool_calls',
          context: '$.context',
        },
      });
      const { task_id: taskId } = await call('POST', `/endpoints/${endpoint['id']}/explore`, {
        strategy: 'comprehensive',
      });
      const { result } = await until(`/jobs/${taskId}`);
      const kept = await call('POST', `/explorations/${taskId}/tests`, { what: 'findings' });
      const counts: Record<string, number> = {};
      for (const [type, isTalk] of [
        ['Single-Turn', false],
        ['Multi-Turn', true],
      ] as const) {
        const ids = new Set<string>(
          kept['tests'].filter(({ turns }: Json) => turns.length > 1 === isTalk).map(({ id }: Json) => id),
        );
        if (ids.size === 0) continue;
        const set = await call('POST', '/test_sets', { name: `${desk} ${type}`, test_set_type: type });
        await call('POST', `/test_sets/${set['id']}/associate`, { test_ids: [...ids] });
        const checked = await call('POST', '/preflight-checks', {
          test_set_id: set['id'],
          endpoint_id: endpoint['id'],
        });
        const { test_run_id: runId } = await call(
          'POST',
          `/test_sets/${set['id']}/execute/${endpoint['id']}`,
          {},
        );
        await until(`/test_runs/${runId}`);
        for (let skip = 0; ; skip += 100) {
          const page = await call('GET', `/test_runs/${runId}/results?limit=100&skip=${skip}`);
          for (const { status, reason, content, verdicts } of page as unknown as Json[]) {
            const key = `${type} ${status}`;
            counts[key] = (counts[key] ?? 0) + 1;
            if (isVerbose && status !== 'Pass')
              process.stderr.write(
                `${desk} ${key} [${verdicts.map(({ name }: Json) => name).join(', ')}]\n  > ${String(content).slice(0, 200)}\n  ${String(reason).slice(0, 300)}\n`,
              );
          }
          if ((page as unknown as Json[]).length < 100) break;
        }
        if (isVerbose)
          process.stderr.write(
            `${checked['checks'].map(({ name, message }: Json) => `${name}: ${message}`).join('\n')}\n`,
          );
      }
      figures[desk] = { findings: result.findings.length, left_out: kept['left_out'].length, ...counts };
    }
    return figures;
  } finally {
    await platform.close();
    await chatbot.stop();
  }
}
