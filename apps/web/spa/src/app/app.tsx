import { useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { PlatformContext } from '../lib/platform-context.tsx';
import { UnsavedContext } from '../lib/unsaved.tsx';
import { ToastArea } from '../ui/toast.tsx';
import { store } from '../lib/stored.ts';
import { projectKey } from './platform.ts';
import type { PlatformParts } from './platform.ts';
import { createAppRouter } from './router.tsx';

export function App({ platform }: { platform: PlatformParts }) {
  const [router] = useState(() => createAppRouter(platform));
  const [projectId, setProjectId] = useState(platform.project.current);
  const chooseProject = (id: string | null): void => {
    platform.project.current = id;
    store(projectKey, id);
    setProjectId(id);
    void platform.queryClient.invalidateQueries();
  };
  const { api, session, events, deletions } = platform;
  return (
    <QueryClientProvider client={platform.queryClient}>
      <PlatformContext value={{ api, session, events, deletions, projectId, chooseProject }}>
        <UnsavedContext value={platform.unsaved}>
          <ToastArea>
            <RouterProvider router={router} />
          </ToastArea>
        </UnsavedContext>
      </PlatformContext>
    </QueryClientProvider>
  );
}
