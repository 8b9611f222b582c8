import { useNavigate } from '@tanstack/react-router';
import { Info, LogOut, UserRound } from 'lucide-react';
import { initialsOf } from '../lib/format.ts';
import { useUser } from '../lib/platform-context.tsx';
import { addressOf } from '../lib/site.ts';
import { useMessages } from '../ui/toast.tsx';
import { Menu, MenuChoice, MenuItem, MenuRule } from '../ui/menu.tsx';
import { runEndpointsKey } from '../lib/own-run-endpoint.ts';
import { store } from '../lib/stored.ts';
import { projectKey } from './platform.ts';
import type { PlatformParts } from './platform.ts';
import { applyTheme, useTheme } from './theme.ts';

export function UserMenu({ platform }: { platform: PlatformParts }) {
  const user = useUser();
  const navigate = useNavigate();
  const messages = useMessages();
  const theme = useTheme();
  const signOut = async (): Promise<void> => {
    try {
      await platform.deletions.flush();
      await platform.session.signOut();
    } catch (error) {
      messages.fail('Signing out did not work', error);
      return;
    }
    store(projectKey, null);
    store(runEndpointsKey, null);
    // All that was stored has been cleared; what the pages look like says nothing of the person.
    applyTheme(theme);
    // A full load drops every trace of the person from memory, and the Back button shows nothing.
    location.replace(addressOf('/'));
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="grid size-9 touch:size-11 place-items-center rounded-full border border-line-strong font-mono text-[0.8125rem] font-semibold uppercase hover:bg-sunken"
        >
          {initialsOf(user.name ?? user.email)}
          <span className="sr-only">, account of {user.email}</span>
        </button>
      }
    >
      <div className="px-2.5 py-1.5">
        <div className="max-w-60 truncate font-medium">{user.name ?? user.email}</div>
        <div className="max-w-60 truncate text-[0.8125rem] text-muted">
          {user.email} · {user.role}
        </div>
      </div>
      <MenuRule />
      <MenuItem
        icon={<UserRound aria-hidden size={16} />}
        onSelect={() => void navigate({ to: '/settings/$area', params: { area: 'profile' } })}
      >
        Your profile
      </MenuItem>
      <MenuItem icon={<Info aria-hidden size={16} />} onSelect={() => void navigate({ to: '/about' })}>
        About
      </MenuItem>
      <MenuRule />
      <MenuChoice
        label="Appearance"
        value={theme}
        options={[
          { value: 'system', label: 'As the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={applyTheme}
      />
      <MenuRule />
      <MenuItem icon={<LogOut aria-hidden size={16} />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
