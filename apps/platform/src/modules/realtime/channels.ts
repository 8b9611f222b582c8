import type { Audience } from '#kernel/event-stream';
import type { MemberPrincipal } from '#kernel/http';

export type Channel =
  | { readonly kind: 'organization' }
  | { readonly kind: 'user' }
  | { readonly kind: 'job'; readonly taskId: string }
  | { readonly kind: 'architect'; readonly sessionId: string };

const id = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const withId = new RegExp(`^(job|architect):(${id})$`, 'i');

/** The channel a client names, or undefined when there is no such channel. */
export function parseChannel(name: string): Channel | undefined {
  if (name === 'organization' || name === 'user') return { kind: name };
  const [, kind, channelId] = withId.exec(name) ?? [];
  if (!channelId) return undefined;
  return kind?.toLowerCase() === 'job'
    ? { kind: 'job', taskId: channelId.toLowerCase() }
    : { kind: 'architect', sessionId: channelId.toLowerCase() };
}

export const channelName = (channel: Channel): string =>
  channel.kind === 'job'
    ? `job:${channel.taskId}`
    : channel.kind === 'architect'
      ? `architect:${channel.sessionId}`
      : channel.kind;

export function mayHear(principal: MemberPrincipal, { userId, projectId }: Audience): boolean {
  if (userId !== undefined && userId !== principal.userId) return false;
  return principal.projectId === null || projectId === undefined || projectId === principal.projectId;
}
