import { useEffect, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { sessionQuery } from '../lib/session-query.ts';
import { addressOf, pathOf } from '../lib/site.ts';
import { buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import type { PlatformParts } from './platform.ts';

/**
 * What happens when the session ends in mid-work. Without unsaved input: back to the door, with a word why. With
 * unsaved input the page stays, so that the person can sign in in another tab and save after all.
 */
export function SessionWatch({ platform }: { platform: PlatformParts }) {
  const [ended, setEnded] = useState(false);
  const navigate = useNavigate();
  const leave = (): void => {
    platform.events.close();
    platform.queryClient.clear();
    const here = pathOf(location.pathname) + location.search;
    void navigate({
      to: '/',
      search: { force_logout: 'true', return_to: here },
      ignoreBlocker: true,
      reloadDocument: true,
    });
  };

  useEffect(() => {
    let asking = false;
    platform.onSignedOut.current = () => {
      if (asking || platform.session.hasLeft()) return;
      asking = true;
      const check = platform.queryClient.fetchQuery({ ...sessionQuery(platform.session), staleTime: 0 });
      void check
        .then((answer) => {
          if ((answer.user && !answer.error) || platform.session.hasLeft()) return;
          if (platform.unsaved.size > 0) setEnded(true);
          else leave();
        })
        .catch(() => undefined)
        .finally(() => {
          asking = false;
        });
    };
    return () => {
      platform.onSignedOut.current = () => undefined;
    };
  });

  useEffect(() => {
    if (!ended) return undefined;
    const look = (): void => {
      void platform.session.read().then(
        (answer) => (answer.user ? setEnded(false) : undefined),
        () => undefined,
      );
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [ended, platform]);

  return (
    <ConfirmDialog
      open={ended}
      title="Your session has ended"
      consequence="It was ended elsewhere or has run out. What you typed is still here: sign in again in another tab, come back, and save."
      action="Leave without saving"
      stay="Stay here"
      onConfirm={leave}
      onClose={() => setEnded(false)}
    >
      <a
        className={buttonClass('primary')}
        href={addressOf('/?force_logout=true')}
        target="_blank"
        rel="noopener"
      >
        Sign in in a new tab
      </a>
    </ConfirmDialog>
  );
}
