import type { AutoConfigureResult } from '@sonde/contract';
import type { Invocation } from '../../src/modules/invocation/index.ts';
import type { Autoconfigure } from '../../src/modules/autoconfigure/index.ts';
import { redact } from '@sonde/secrets';
import type { Case } from './api.ts';
import { at } from './body.ts';
import { tokenOf } from './pastes.ts';
import { startTarget, type Seen, type Target } from './target.ts';

export type Grade = {
  readonly case: Case;
  readonly isCorrect: boolean;
  readonly inputArrives: boolean;
  readonly outputTaken: boolean | undefined;
  readonly modeRight: boolean;
  readonly isHigh: boolean;
  /** The probe verified it. */
  readonly isVerified: boolean;
  /** The live test, with the result unchanged, ended with an output. */
  readonly isAnswered: boolean;
  readonly calls: number;
  readonly ownMs: number;
  readonly isRedacted: boolean | undefined;
  readonly isKept: boolean | undefined;
  readonly falseRedactions: number;
  /** Address and method as the text has them, when the user types no address; undefined where the text has none. */
  readonly isAddressRead: boolean | undefined;
  readonly note: string;
};

export type Grader = { readonly run: Autoconfigure['run']; readonly invocation: Invocation };

const principal = { organizationId: 'bench' } as Parameters<Autoconfigure['run']>[0];

const QUESTION = 'How long does a refund take, please?';

/** Works the case out, then uses the result unchanged for two messages and looks at what arrived and what came out. */
export async function grade(item: Case, isProbing: boolean, { run, invocation }: Grader): Promise<Grade> {
  const token = tokenOf(item);
  const typed = token === '' || item.paste?.isTokenLater ? null : token;
  const target = await startTarget(item.api, token);
  try {
    const startedAt = performance.now();
    const result = await run(principal, {
      input_text: item.text,
      url: item.paste?.isUnreadable ? null : target.url,
      auth_token: typed,
      probe: isProbing,
    });
    const ownMs = performance.now() - startedAt;
    const calls = target.seen.length;
    target.settle();
    const isAddressRead = isProbing ? undefined : await readsAddress(item, typed, run);
    const redacted = redact({ text: item.text, known: typed === null ? [] : [typed] });
    const common = {
      case: item,
      isHigh: result.confidence >= 0.7,
      isVerified: result.probe_success,
      calls,
      ownMs,
      isAddressRead,
      isRedacted:
        item.secrets.length === 0
          ? undefined
          : item.secrets.every(
              (secret) =>
                !redact({ text: item.text }).text.includes(secret) &&
                !JSON.stringify(result).includes(secret),
            ),
      isKept: item.keep.length === 0 ? undefined : item.keep.every((text) => redacted.text.includes(text)),
      falseRedactions: falseRedactions(item),
    };
    if (item.paste?.isUnreadable) {
      const isRight =
        result.status === 'failed' && /could not parse input/i.test(result.error ?? '') && calls === 0;
      return {
        ...common,
        isCorrect: isRight,
        isAnswered: false,
        inputArrives: isRight,
        outputTaken: undefined,
        modeRight: isRight,
        note: `${result.status} ${result.error}`,
      };
    }
    const used = await use(item, result, token, invocation, target);
    const isWarned = item.api.isAsynchronous ? result.warnings.length > 0 && result.confidence < 0.7 : true;
    return {
      ...common,
      ...used,
      isCorrect: used.isCorrect && isWarned,
      note: `${used.note} mode=${result.conversation_mode} body=${JSON.stringify(result.request_mapping).slice(0, 220)} out=${JSON.stringify(result.response_mapping).slice(0, 120)} headers=${JSON.stringify(result.request_headers)} url=${result.url}`,
    };
  } finally {
    await target.close();
  }
}

export type Usable = Pick<
  AutoConfigureResult,
  | 'url'
  | 'method'
  | 'protocol'
  | 'auth_type'
  | 'request_headers'
  | 'request_mapping'
  | 'response_mapping'
  | 'conversation_mode'
>;

/** Sends two messages by a configuration and tells what arrived and what came out. */
export async function use(
  item: Case,
  result: Usable,
  token: string,
  invocation: Invocation,
  target: Target,
): Promise<Pick<Grade, 'isCorrect' | 'isAnswered' | 'inputArrives' | 'outputTaken' | 'modeRight' | 'note'>> {
  const before = target.seen.length;
  // Whoever sends a message for Sonde makes an id where the API wants one from its caller.
  const own = item.api.conversation?.isRequired ? 'conv-of-the-caller' : undefined;
  const first = await exchange(result, token, invocation, QUESTION, own);
  const seen = target.seen.at(-1);
  const inputArrives =
    target.seen.length > before &&
    seen?.status === 200 &&
    (item.api.isInputPart ? seen.input?.includes(QUESTION) === true : seen.input === QUESTION);
  const outputTaken = item.api.isAsynchronous
    ? undefined
    : inputArrives &&
      (first.output === seen?.echo || first.output === seen?.plainEcho) &&
      !(seen?.isStreamed && item.api.streams !== 'unless_refused');
  const modeRight = [item.api.mode, ...(item.api.otherModes ?? [])].includes(result.conversation_mode);
  const goesOn =
    inputArrives && modeRight
      ? await secondTurn(item, result, token, invocation, first.conversation_id ?? own ?? null, target.seen)
      : false;
  return {
    isCorrect: inputArrives && outputTaken !== false && modeRight && goesOn,
    isAnswered: first.success && typeof first.output === 'string' && first.output.trim() !== '',
    inputArrives,
    outputTaken,
    modeRight,
    note: `${first.status_code} ${String(first.error?.message ?? '').slice(0, 160)} raw=${JSON.stringify(first.raw_response).slice(0, 120)}`,
  };
}

/** Without an address from the user, the one in the text must come out whole: origin, path, fixed query, method. */
async function readsAddress(
  item: Case,
  typed: string | null,
  run: Autoconfigure['run'],
): Promise<boolean | undefined> {
  if (item.paste?.url === undefined || item.paste.isUnreadable) return undefined;
  const result = await run(principal, { input_text: item.text, auth_token: typed, probe: false });
  const wanted = new URL(item.paste.url);
  if (!URL.canParse(result.url ?? '')) return false;
  const read = new URL(result.url ?? '');
  return (
    read.origin === wanted.origin &&
    read.pathname === wanted.pathname &&
    [...wanted.searchParams].every(([name, value]) => read.searchParams.get(name) === value) &&
    (item.api.protocol === 'WebSocket'
      ? result.protocol === 'WebSocket'
      : result.method === (item.api.method ?? 'POST'))
  );
}

function exchange(
  result: Usable,
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
      protocol: result.protocol,
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
  result: Usable,
  token: string,
  invocation: Invocation,
  conversationId: string | null,
  seen: readonly Seen[],
): Promise<boolean> {
  const turned = (): Seen | undefined => seen.at(-1);
  if (result.conversation_mode === 'stateful' && item.api.conversation) {
    if (item.api.conversation.response && conversationId === null) return false;
    const id = conversationId ?? 'conv-chosen-by-us';
    await exchange(result, token, invocation, 'And after that?', id);
    return turned()?.status === 200 && turned()?.conversation === id;
  }
  if (result.conversation_mode === 'stateless') {
    const history = [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two, as said before.' },
      { role: 'user', content: 'Three' },
    ];
    await exchange(result, token, invocation, 'Three', undefined, history);
    return (
      turned()?.status === 200 &&
      JSON.stringify(turned()?.body).includes('Two, as said before.') &&
      at(turned()?.body, item.api.input) === 'Three'
    );
  }
  return true;
}

/** Whatever else was cut out than the secrets of the case was cut out by mistake. */
function falseRedactions(item: Case): number {
  const known = item.paste ? item.secrets : [tokenOf(item)].filter((secret) => secret !== '');
  const text = known.reduce((rest, secret) => rest.replaceAll(secret, '$TOKEN'), item.text);
  return redact({ text })
    .redactions.filter(({ kind }) => kind !== 'user and password')
    .reduce((sum, { count }) => sum + count, 0);
}
