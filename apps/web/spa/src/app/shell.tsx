import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Outlet, getRouteApi, useRouter, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import type { SessionUser } from '../lib/session.ts';
import { meQuery } from '../lib/me-query.ts';
import { useLiveWork } from '../lib/use-live-work.ts';
import { useOnceTrue } from '../lib/use-once-true.ts';
import { UserContext } from '../lib/platform-context.tsx';
import { Drawer } from '../ui/dialog.tsx';
import { IconButton } from '../ui/button.tsx';
import { NotificationsBell } from '../features/notifications/bell.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { Navigation } from './navigation.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import { SessionWatch } from './session-watch.tsx';
import type { PlatformParts } from './platform.ts';
import { useShortcuts } from './shortcuts.ts';
import { UserMenu } from './user-menu.tsx';

/** Asked for by few: it stays out of the script of every page. */
const SecondFactorNeeded = lazy(() =>
  import('../features/settings/second-factor-needed.tsx').then((page) => ({
    default: page.SecondFactorNeeded,
  })),
);

const route = getRouteApi('/inside');
const CommandPalette = lazy(async () => {
  const { CommandPalette: loaded } = await import('./command-palette.tsx');
  return { default: loaded };
});

export function Shell() {
  const { user, platform } = route.useRouteContext();
  return (
    <Frame signedIn={user} platform={platform}>
      <Outlet />
    </Frame>
  );
}

/** What is around every page of somebody who is signed in. */
export function Frame({
  signedIn,
  platform,
  children,
}: {
  signedIn: SessionUser;
  platform: PlatformParts;
  children: ReactNode;
}) {
  const me = useQuery(meQuery(platform.api));
  const user = me.data ? { ...signedIn, ...me.data } : signedIn;
  const needsSecondFactor = useOnceTrue(me.data?.needs_second_factor === true);
  const [menuOpen, setMenuOpen] = useState(false);
  const palette = usePalette();
  const content = useFocusOnPage();
  useLiveWork();
  return (
    <UserContext value={user}>
      <a
        href="#content"
        className="sr-only z-60 rounded bg-signal px-3 py-2 text-on-signal focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <aside className="depth-rule sticky top-0 hidden h-dvh overflow-y-auto border-r border-line bg-surface beside:h-[calc(100dvh-var(--told))] [scrollbar-width:thin] lg:block">
          <div className="sticky top-0 z-10 flex h-15 items-center bg-surface px-6">
            <Wordmark to="/home" />
          </div>
          <Navigation />
        </aside>
        <div className="min-w-0">
          <header className="sticky top-0 z-30 flex h-15 items-center gap-1.5 border-b border-line bg-surface px-3 sm:px-6">
            <IconButton label="Open the menu" className="lg:hidden" onClick={() => setMenuOpen(true)}>
              <MenuIcon aria-hidden size={20} />
            </IconButton>
            <ProjectSwitcher />
            <div className="flex-1" />
            <IconButton label="Jump to (Ctrl K)" onClick={palette.open}>
              <Search aria-hidden size={18} />
            </IconButton>
            <NotificationsBell />
            <UserMenu platform={platform} />
          </header>
          <main
            id="content"
            ref={content}
            tabIndex={-1}
            className="mx-auto w-full max-w-7xl px-4 py-5 outline-none sm:px-6 sm:py-7"
          >
            {needsSecondFactor ? (
              <Suspense fallback={null}>
                <SecondFactorNeeded />
              </Suspense>
            ) : (
              children
            )}
          </main>
        </div>
      </div>
      <Drawer open={menuOpen} onClose={() => setMenuOpen(false)} title="Sonde" side="left">
        <Navigation onFollow={() => setMenuOpen(false)} />
      </Drawer>
      {palette.wasOpened ? (
        <Suspense>
          <CommandPalette open={palette.isOpen} onClose={palette.close} />
        </Suspense>
      ) : null}
      <SessionWatch platform={platform} />
    </UserContext>
  );
}

/** Its script is loaded when it is wanted for the first time. */
function usePalette() {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = useCallback(() => {
    setWasOpened(true);
    setIsOpen(true);
  }, []);
  const close = useCallback(() => setIsOpen(false), []);
  useShortcuts({
    onPalette: open,
    goTo: useCallback((path) => void router.navigate({ href: path }), [router]),
  });
  return { isOpen, wasOpened, open, close };
}

/** A new page takes the focus, so that a screen reader reads it and Tab goes on from its beginning. */
function useFocusOnPage() {
  const content = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (path === undefined || shown.current === path) return;
    const isFirst = shown.current === undefined;
    shown.current = path;
    if (!isFirst) content.current?.focus({ preventScroll: true });
  }, [path]);
  return content;
}
