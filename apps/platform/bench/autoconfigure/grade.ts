import type { AutoConfigureResult } from '@sonde/contract';
import type { Invocation } from '../../src/modules/invocation/index.ts';
import type { Autoconfigure } from '../../src/modules/autoconfigure/index.ts';
import { redact } from '../../src/modules/autoconfigure/redact.ts';
import type { Case } from './api.ts';
import { at, startTarget, type Seen } from './target.ts';

export type Grade = {
  readonly case: Case;
  readonly isCorrect: boolean;
  readonly inputArrives: boolean;
  readonly outputTaken: boolean | undefined;
  readonly modeRight: boolean;
  readonly isHigh: boolean;
  readonly calls: number;
  readonly ownMs: number;
  readonly isRedacted: boolean | undefined;
  readonly isKept: boolean | undefined;
  readonly falseRedactions: number;
  readonly note: string;
};

export type Grader = { readonly run: Autoconfigure['run']; readonly invocation: Invocation };

const principal = { organizationId: 'bench' } as Parameters<Autoconfigure['run']>[0];

/** Works the case out, then uses the result unchanged for two messages and looks at what arrived and what came out. */
export async function grade(item: Case, isProbing: boolean, { run, invocation }: Grader): Promise<Grade> {
  const token = item.secrets[0] ?? (item.api.auth ? 'k0123456789abcdef0123456789abcdef' : '');
  const target = await startTarget(item.api, token);
  try {
    const startedAt = performance.now();
    const result = await run(principal, {
      input_text: item.text,
      url: target.url,
      auth_token: token || null,
      probe: isProbing,
    });
    const ownMs = performance.now() - startedAt;
    const calls = target.seen.length;
    const first = await exchange(
      result,
      token,
      invocation,
      'How long does a refund take, please?',
      undefined,
    );
    const seen = target.seen.at(-1);
    const inputArrives =
      target.seen.length > calls &&
      seen?.status === 200 &&
      seen.input === 'How long does a refund take, please?';
    const outputTaken = item.api.isAsynchronous
      ? undefined
      : inputArrives &&
        first.output === seen?.echo &&
        !(seen?.isStreamed && item.api.streams !== 'unless_refused');
    const modeRight = result.conversation_mode === item.api.mode;
    const goesOn =
      inputArrives && modeRight
        ? await secondTurn(item, result, token, invocation, first.conversation_id, target.seen)
        : false;
    const isWarned = item.api.isAsynchronous ? result.warnings.length > 0 && result.confidence < 0.7 : true;
    const redacted = redact(item.text, token ? [token] : []);
    return {
      case: item,
      isCorrect: inputArrives && outputTaken !== false && modeRight && goesOn && isWarned,
      inputArrives,
      outputTaken,
      modeRight,
      isHigh: result.confidence >= 0.7,
      calls,
      ownMs,
      isRedacted:
        item.secrets.length === 0
          ? undefined
          : item.secrets.every(
              (secret) =>
                !redact(item.text).text.includes(secret) && !JSON.stringify(result).includes(secret),
            ),
      isKept: item.keep.length === 0 ? undefined : item.keep.every((text) => redacted.text.includes(text)),
      falseRedactions: falseRedactions(item, token),
      note: `${first.status_code} ${String(first.error?.message ?? '').slice(0, 160)} mode=${result.conversation_mode} body=${JSON.stringify(result.request_mapping).slice(0, 220)} out=${JSON.stringify(result.response_mapping).slice(0, 120)} headers=${JSON.stringify(result.request_headers)} url=${result.url} raw=${JSON.stringify(first.raw_response).slice(0, 120)}`,
    };
  } finally {
    await target.close();
  }
}

function exchange(
  result: AutoConfigureResult,
  token: string,
  invocation: Invocation,
  input: string,
  conversationId: string | undefined,
  messages?: unknown,
) {
  return invocation.invoke(
    {
      organizationId: 'bench',
      endpointId: null,
      name: 'bench',
      url: result.url ?? '',
      method: result.method,
      protocol: 'REST',
      authType: result.auth_type,
      authToken: token || null,
      requestHeaders: result.request_headers,
      requestMapping: result.request_mapping ?? {},
      responseMapping: result.response_mapping,
      disableTracing: true,
    },
    {
      input,
      ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
      ...(messages === undefined ? {} : { messages }),
    },
  );
}

async function secondTurn(
  item: Case,
  result: AutoConfigureResult,
  token: string,
  invocation: Invocation,
  conversationId: string | null,
  seen: readonly Seen[],
): Promise<boolean> {
  if (item.api.mode === 'stateful') {
    if (item.api.conversation?.response && conversationId === null) return false;
    const id = conversationId ?? 'conv-chosen-by-us';
    await exchange(result, token, invocation, 'And after that?', id);
    return seen.at(-1)?.status === 200 && seen.at(-1)?.conversation === id;
  }
  if (item.api.mode === 'stateless') {
    const history = [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two, as said before.' },
      { role: 'user', content: 'Three' },
    ];
    await exchange(result, token, invocation, 'Three', undefined, history);
    return (
      seen.at(-1)?.status === 200 &&
      JSON.stringify(seen.at(-1)?.body).includes('Two, as said before.') &&
      at(seen.at(-1)?.body, item.api.input) === 'Three'
    );
  }
  return true;
}

/** Whatever else was cut out than the case's secret was cut out by mistake. */
function falseRedactions(item: Case, token: string): number {
  const { redactions } = redact(token ? item.text.replaceAll(token, '$TOKEN') : item.text);
  return redactions
    .filter(({ kind }) => kind !== 'user and password')
    .reduce((sum, { count }) => sum + count, 0);
}
