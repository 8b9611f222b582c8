import { Suspense, lazy } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { sessionQuery } from '../lib/session-query.ts';
import { PagePending } from './fault-pages.tsx';
import { NothingHere } from './nothing-here.tsx';

const root = getRouteApi('__root__');
const Frame = lazy(() => import('./shell.tsx').then((shell) => ({ default: shell.Frame })));

/** Whoever is signed in keeps the way to everything else. */
export function NotFound() {
  const { platform } = root.useRouteContext();
  const { data, isPending } = useQuery(sessionQuery(platform.session));
  const user = data?.user;
  if (isPending) return <PagePending />;
  if (user && user.organization_id !== null)
    return (
      <Suspense fallback={<PagePending />}>
        <Frame signedIn={user} platform={platform}>
          <NothingHere />
        </Frame>
      </Suspense>
    );
  return (
    <main className="p-6">
      <NothingHere />
    </main>
  );
}
