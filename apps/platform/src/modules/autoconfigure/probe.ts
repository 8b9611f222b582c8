import type { Egress } from '@sonde/egress';
import type { InvocationResult } from '@sonde/contract';
import { randomBytes } from 'node:crypto';
import type { Invocation } from '#invocation';
import { targetOf, type TargetInput } from './configuration.ts';
import { beginningOfResult } from './answer-beginning.ts';
import type { Hypothesis } from '@sonde/paste-reader';

/** One first call and three corrected ones, as the specification allows. */
export const MAX_PROBE_CALLS = 4;
const PROBE_TIMEOUT_SECONDS = 30;

export type ProbeMessage = { readonly text: string; readonly marker: string };

/** Harmless words with a mark, so that their repetition in an answer is recognised. */
export function newProbeMessage(): ProbeMessage {
  const marker = `sonde-${randomBytes(4).toString('hex')}`;
  return {
    marker,
    text: `Hello! This is a short connection test (${marker}). Please answer with one sentence.`,
  };
}

/** An egress that reaches nothing but one origin and follows no redirect: what a probe may use. */
export function boundEgress(egress: Egress, origin: () => string | undefined): Egress {
  const require = (address: string | URL): void => {
    if (new URL(address).origin !== origin())
      throw new Error('A probe stays with the address it was approved for.');
  };
  return {
    ...egress,
    request: (request) => {
      require(request.url);
      return egress.request({ ...request, maxRedirects: 0 });
    },
    openWebSocket: (request) => {
      require(request.url);
      return egress.openWebSocket(request);
    },
  };
}

type ProberOptions = Omit<TargetInput, 'timeoutSeconds'> & {
  readonly invocation: Invocation;
  /** The only origin this probe may speak to. */
  readonly origin: string;
  readonly message: ProbeMessage;
  readonly signal: AbortSignal | undefined;
};

/** Counts the calls of one run and refuses the fifth, and any other origin, whatever asks for them. */
export function createProber({ invocation, origin, message, signal, ...options }: ProberOptions) {
  let count = 0;
  return {
    calls: () => count,
    isExhausted: () => count >= MAX_PROBE_CALLS,
    /** With the id of a conversation it is a later message of that conversation. Of an answer its beginning comes back. */
    send: async (hypothesis: Hypothesis, conversationId?: string): Promise<InvocationResult> => {
      if (count >= MAX_PROBE_CALLS) throw new Error('A probe makes at most four calls.');
      if (originOf(hypothesis.url) !== origin)
        throw new Error('A probe stays with the address it was approved for.');
      count += 1;
      const target = targetOf(hypothesis, { ...options, timeoutSeconds: PROBE_TIMEOUT_SECONDS });
      const conversation = conversationId === undefined ? {} : { conversation_id: conversationId };
      const sent = { input: message.text, ...conversation };
      return beginningOfResult(await invocation.invoke(target, sent, { signal, traceEnabled: false }));
    },
  };
}

export type Prober = ReturnType<typeof createProber>;

/** The origin of an address whose templates stand behind the host. */
export function originOf(url: string | null | undefined): string | undefined {
  if (!url) return undefined;
  const plain = url.replace(/\{\{.*?\}\}/g, 'x');
  if (!/^(?:https?|wss?):\/\//i.test(plain) || !URL.canParse(plain)) return undefined;
  return new URL(plain).origin;
}

/** Why nothing is probed, for whoever typed or pasted the address; of one that is only in the text its scheme is told. */
export function whyNotCalled(address: string | null, text: string): string {
  const scheme = /\b([a-z][a-z0-9+.-]*):\/\//i.exec(address ?? text)?.[1]?.toLowerCase();
  if (scheme !== undefined && !/^(?:https?|wss?)$/.test(scheme))
    return `Nothing was called: an address that begins with ${scheme}:// cannot be tried. Only http://, https://, ws:// and wss:// can be called.`;
  return address
    ? 'Nothing was called: the address is not a whole one, such as https://api.example.com/chat.'
    : 'Nothing was called: neither the text nor the form names the address of the API.';
}
