import type { AutoConfigureResult } from '@sonde/contract';
import { sharedValue } from '../endpoints/given-conversation.ts';

const modes = {
  single_turn: 'Each message stands alone',
  stateless: 'The whole history is sent each time',
  stateful: 'An ID is sent along with each message',
} as const;

/**
 * What is known of the conversation. That a second message with the ID was answered shows that the ID is carried; whether
 * the application remembers what was said is another question, which the test call does not ask.
 */
export function conversationShown({
  conversation_mode: mode,
  confidence_level: level,
  probe_success: isVerified,
  request_mapping: template,
  probe_response: answer,
}: Pick<
  AutoConfigureResult,
  'conversation_mode' | 'confidence_level' | 'probe_success' | 'request_mapping' | 'probe_response'
>): {
  value: string;
  from: string;
  shown: string;
} {
  const shared =
    mode === 'single_turn'
      ? sharedValue(typeof template === 'string' ? template : JSON.stringify(template), answer)
      : undefined;
  // Messages that all carry one value may not stand alone.
  if (shared !== undefined)
    return {
      value: `Every message is sent with the same “${shared.field}”, “${shared.value}”, and may share one conversation`,
      from: `The answer brings back “${shared.field}”`,
      shown: 'Not settled',
    };
  // By an ID, confidence is high only after a second message was answered with it.
  const isCarried = mode === 'stateful' && isVerified && level === 'high';
  return {
    value: isCarried ? `${modes[mode]}; whether it remembers was not tried` : modes[mode],
    from: isCarried ? 'A second message with the ID was answered' : 'The shape of the request',
    shown: isCarried ? 'ID passed on' : 'Not tried',
  };
}
