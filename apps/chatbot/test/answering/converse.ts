import assert from 'node:assert/strict';
import { insuranceAssistant } from '../../bench/evaluate.ts';
import type { AssistantReply } from '../../src/answering/assistant.ts';

export const assistant = insuranceAssistant();

/** All replies of a conversation. */
export async function converse(...messages: string[]): Promise<AssistantReply[]> {
  const replies: AssistantReply[] = [];
  const history: string[] = [];
  for (const message of messages) {
    const reply = await assistant.respond({ message, history, thread: replies.at(-1)?.thread });
    history.push(message, reply.message);
    replies.push(reply);
  }
  return replies;
}

export async function lastOf(...messages: string[]): Promise<AssistantReply> {
  const reply = (await converse(...messages)).at(-1);
  assert.ok(reply);
  return reply;
}
