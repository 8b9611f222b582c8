import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { createLiveWork } from './live-work.ts';
import { useEvents } from './use-events.ts';

/** For the frame around all pages: whichever list is on screen moves by itself. */
export function useLiveWork(): void {
  const queryClient = useQueryClient();
  const [live] = useState(() => createLiveWork({ queryClient, wait: waitFor }));
  useEffect(() => () => live.close(), [live]);
  useEvents('organization', (message) => live.hear(message));
}

function waitFor(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
}
