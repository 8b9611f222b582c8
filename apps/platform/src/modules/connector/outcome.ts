import { z } from 'zod';

/** What a call of a connected function came to. It travels between processes, so it is data with a schema. */
export const Outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), output: z.unknown() }),
  z.object({ outcome: z.literal('failed'), error: z.string() }),
  z.object({ outcome: z.literal('not_connected') }),
  z.object({ outcome: z.literal('disconnected') }),
  z.object({ outcome: z.literal('timeout') }),
  z.object({ outcome: z.literal('aborted') }),
  z.object({ outcome: z.literal('too_large'), what: z.enum(['call', 'answer']), maxBytes: z.number() }),
]);
export type Outcome = z.output<typeof Outcome>;

/** The kinds of failure in the words of a result; `sdk_…` are the wire names of these errors. */
export function explain(
  outcome: Exclude<Outcome, { outcome: 'answered' }>,
  functionName: string,
): { type: string; message: string; hint: string | null } {
  switch (outcome.outcome) {
    case 'failed':
      return {
        type: 'sdk_function_error',
        message: `The function "${functionName}" failed: ${outcome.error}`,
        hint: 'The error comes from the connected program; its own log has the details.',
      };
    case 'not_connected':
      return {
        type: 'sdk_not_connected',
        message: 'The program that serves this endpoint is not connected.',
        hint: `Start the program that registers "${functionName}" for this project and environment.`,
      };
    case 'disconnected':
      return {
        type: 'sdk_disconnected',
        message:
          'The program that serves this endpoint is not connected any more: it left before it answered.',
        hint: 'It may have crashed or been restarted. The call may have reached it; it was not repeated.',
      };
    case 'timeout':
      return {
        type: 'sdk_timeout',
        message: `The function "${functionName}" did not answer in time.`,
        hint: 'Raise the time limit of the endpoint (up to 3600 seconds) if it needs longer.',
      };
    case 'aborted':
      return { type: 'aborted', message: 'The call was given up by its caller.', hint: null };
    case 'too_large':
      return {
        type: 'sdk_message_too_large',
        message: `The ${outcome.what} is larger than one message of the connector may be (${outcome.maxBytes} bytes).`,
        hint: 'Send less, or raise WS_MAX_MESSAGE_SIZE on the platform.',
      };
  }
}
