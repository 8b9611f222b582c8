import assert from 'node:assert/strict';
import { startModelServer, type ModelBehaviour } from '@sonde/fakes';
import type { Workshop } from '../test-runs/support/workshop.ts';

interface Said {
  readonly text?: string;
  readonly calls?: readonly {
    readonly id?: string;
    readonly name: string;
    readonly arguments: Record<string, unknown>;
  }[];
  /** What it thinks until. */
  readonly until?: Promise<unknown>;
}
type Turn = Said | ((told: string) => Said);

export type Turns = Awaited<ReturnType<typeof createModelTurns>>;

/** The organization's model, played turn by turn. */
export async function createModelTurns({ call, owner }: Workshop) {
  let turns: Turn[] = [];
  const server = await startModelServer({
    kind: 'each',
    behaviour: (body): ModelBehaviour => {
      const turn = turns.shift() ?? { text: 'I have nothing more to say.' };
      const {
        text = '',
        calls,
        until,
      } = typeof turn === 'function' ? turn(body.replaceAll('\\"', '"')) : turn;
      const said: ModelBehaviour = calls ? { kind: 'calls', text, calls } : { kind: 'text', text };
      return until ? { kind: 'later', until, behaviour: said } : said;
    },
  });
  const made = await call('POST', '/models', {
    name: 'Stand-in',
    provider: 'openai_compatible',
    model_name: 'stand-in',
    base_url: server.url,
    api_key: 'key',
  });
  assert.equal(made.status, 201, made.text);
  const choose = (id: string | null) =>
    call('PUT', `/organizations/${owner.organizationId}`, { default_generation_model_id: id });
  const chosen = await choose(made.body.id);
  assert.equal(chosen.status, 200, chosen.text);
  return {
    next: (wished: readonly Turn[]): void => void (turns = [...wished]),
    fail: (status: number): void => server.behave({ kind: 'status', status }),
    lastRequest: (): string => (server.requests.at(-1) ?? '').replaceAll('\\"', '"'),
    asked: (): number => server.requests.length,
    lastBody: (): string => server.requests.at(-1) ?? '',
    async close(): Promise<void> {
      await choose(null);
      await server.close();
    },
  };
}
