import { Problem } from '@sonde/server-kit';

/**
 * Files under way in this process. Each is made while it is sent: a slow one has a portion of what it is made of in memory
 * for as long as its caller likes, and takes a connection of the database for the next.
 */
export interface OpenDownloads {
  /** Counts one until the returned function is called, or refuses it for now. */
  enter(organizationId: string, userId: string): () => void;
}

export function createOpenDownloads({ perPerson = 5, perOrganization = 15 } = {}): OpenDownloads {
  const open = new Map<string, number>();
  const change = (key: string, by: 1 | -1): void => {
    const count = (open.get(key) ?? 0) + by;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return {
    enter(organizationId, userId) {
      const person = `${organizationId} ${userId}`;
      if ((open.get(person) ?? 0) >= perPerson) throw tooMany(`You have ${perPerson} downloads open`);
      if ((open.get(organizationId) ?? 0) >= perOrganization)
        throw tooMany(`Your organization has ${perOrganization} downloads open`);
      for (const key of [person, organizationId]) change(key, 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        for (const key of [person, organizationId]) change(key, -1);
      };
    },
  };
}

const tooMany = (which: string): Problem =>
  new Problem(
    'limited',
    'rate_limited',
    `${which}, as many as may be at once. Wait until one of them is done.`,
    {
      headers: { 'retry-after': '5' },
    },
  );
