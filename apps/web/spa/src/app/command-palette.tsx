import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useApi } from '../lib/platform-context.tsx';
import { useDebounced } from '../lib/use-debounced.ts';
import { Dialog } from '../ui/dialog.tsx';
import { pagesFor, thingsFor } from './commands.ts';
import type { Command } from './commands.ts';
import { shortcuts } from './shortcuts.ts';

/** Goes anywhere by a few letters: pages, endpoints, test sets, tests, requirements. */
export function CommandPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Search pages and things">
      <Palette onClose={onClose} />
    </Dialog>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const router = useRouter();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const search = useDebounced(text.trim(), 150);
  const found = useQuery({
    queryKey: ['commands', search],
    queryFn: ({ signal }) => thingsFor(api, search, signal),
    placeholderData: keepPreviousData,
  });
  const commands = [...pagesFor(text.trim()), ...(text.trim() === '' ? [] : (found.data ?? []))];
  // What is typed is asked for a moment later; until its answer is there, what is shown is of what was typed before.
  const isSearching = text.trim() !== '' && (search !== text.trim() || found.isFetching);
  const at = Math.min(chosen, Math.max(0, commands.length - 1));
  const follow = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    if (typeof command.to === 'string') void router.navigate({ href: command.to });
    else command.to();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((at + step + commands.length) % Math.max(1, commands.length));
    else if (event.key === 'Enter') follow(commands[at]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-3">
      <input
        type="text"
        role="combobox"
        aria-label="Page or name"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${at}` : undefined}
        placeholder="Page, endpoint, test or requirement"
        className="input"
        value={text}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className="flex max-h-80 flex-col overflow-y-auto"
      >
        {commands.map((command, index) => (
          <li
            key={`${command.group} ${command.id}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className="flex min-h-9 touch:min-h-11 shrink-0 cursor-pointer items-center justify-between gap-4 rounded-md px-2.5 aria-selected:bg-sunken"
            onPointerMove={() => setChosen(index)}
            onClick={() => follow(command)}
          >
            <span className="grid min-w-0 py-0.5">
              <span className="truncate">{command.label}</span>
              {command.says === undefined ? null : (
                <span className="text-[0.8125rem] text-muted">{command.says}</span>
              )}
            </span>
            {command.says !== undefined ? null : command.about === undefined ? (
              <span className="mark shrink-0 normal-case">{command.group}</span>
            ) : (
              <span className="mark min-w-0 shrink truncate normal-case">{command.about}</span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-muted empty:hidden">
        {isSearching
          ? 'Searching …'
          : found.error
            ? 'Endpoints, test sets, requirements and tests could not be searched. Pages are shown all the same.'
            : commands.length === 0
              ? 'Nothing was found with these words.'
              : null}
      </p>
      <details className="text-[0.875rem] text-muted">
        <summary>Keyboard shortcuts</summary>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {shortcuts.map(({ keys, does }) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className="font-mono">{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
