import { z } from 'zod';
import type { EventStream } from '#kernel/event-stream';

const Updated = z.object({ session_id: z.guid(), user_id: z.guid(), status: z.string() });

/** That something was said or done in a chat, to its person alone; what it was is read from the chat. */
export const architectStreams: readonly EventStream[] = [
  {
    event: 'architect.updated',
    audiences: ({ data }) => {
      const read = Updated.safeParse(data);
      return read.success
        ? [{ channel: `architect:${read.data.session_id}`, userId: read.data.user_id }]
        : [];
    },
    async message({ data }) {
      const read = Updated.safeParse(data);
      return read.success
        ? {
            type: 'architect.updated',
            payload: { session_id: read.data.session_id, status: read.data.status },
          }
        : undefined;
    },
  },
];
