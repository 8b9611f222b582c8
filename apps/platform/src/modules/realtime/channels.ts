import type { Audience } from '#kernel/event-stream';
import type { MemberPrincipal } from '#kernel/http';

/** Things that are watched one by one, by whoever may see them. */
export const watched = ['job', 'test_run'] as const;
export type Watched = (typeof watched)[number];

export type Channel =
  | { readonly kind: 'organization' }
  | { readonly kind: 'user' }
  | { readonly kind: Watched; readonly id: string }
  | { readonly kind: 'architect'; readonly sessionId: string };

const id = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const withId = new RegExp(`^(${watched.join('|')}|architect):(${id})$`, 'i');

/** The channel a client names, or undefined when there is no such channel. */
export function parseChannel(name: string): Channel | undefined {
  if (name === 'organization' || name === 'user') return { kind: name };
  const [, kind, given] = withId.exec(name) ?? [];
  if (!kind || !given) return undefined;
  const channelId = given.toLowerCase();
  const watchedKind = watched.find((known) => known === kind.toLowerCase());
  return watchedKind ? { kind: watchedKind, id: channelId } : { kind: 'architect', sessionId: channelId };
}

export function channelName(channel: Channel): string {
  if ('id' in channel) return `${channel.kind}:${channel.id}`;
  return channel.kind === 'architect' ? `architect:${channel.sessionId}` : channel.kind;
}

export function mayHear(principal: MemberPrincipal, { userId, projectId }: Audience): boolean {
  if (userId !== undefined && userId !== principal.userId) return false;
  return principal.projectId === null || projectId === undefined || projectId === principal.projectId;
}
