import { useDeferredValue, useMemo, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { foldName } from '@sonde/contract/fold-name';
import { ApiError } from '../../lib/api-error.ts';
import type { Api } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { useMessages } from '../../ui/toast.tsx';
import {
  duplicatesOf,
  faultOf,
  readPasted,
  type PastedRequirement,
  type SetAside,
} from './pasted-requirements.ts';

/** As many as one call takes. */
const mostAtOnce = 500;
/** So many of the longest fit, and the page stays quick while it reads along. */
const mostCharacters = 2_000_000;

/** A list from elsewhere, read while it is typed, and made as a whole. */
export function PasteRequirements({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const { api, projectId } = usePlatform();
  const messages = useMessages();
  const [text, setText] = useState('');
  const [unwanted, setUnwanted] = useState<ReadonlySet<string>>(new Set());
  /** Lines of those that were set aside, taken all the same. */
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  /** Names that others have taken while this was open. */
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const existing = useQuery({
    queryKey: ['requirements', projectId, 'names'],
    queryFn: ({ signal }) => existingNames(api, signal),
  });
  const shownText = useDeferredValue(text);
  const isTooLong = shownText.length > mostCharacters;
  const pasted = useMemo(() => readPasted(isTooLong ? '' : shownText), [shownText, isTooLong]);
  const chosen = useMemo(
    () =>
      [...pasted.requirements, ...pasted.setAside.filter(({ key }) => added.has(key))].toSorted(
        (one, other) => one.line - other.line,
      ),
    [pasted, added],
  );
  const duplicates = useMemo(
    () => duplicatesOf(chosen, new Set([...(existing.data ?? []), ...taken])),
    [chosen, existing.data, taken],
  );
  const wanted = chosen.filter((one) => !duplicates.has(one) && !unwanted.has(one.key));
  const faults = wanted.flatMap((one) => {
    const fault = faultOf(one);
    return fault === undefined ? [] : [{ line: one.line, fault }];
  });
  const save = useMutation({
    mutationFn: () =>
      api.call('createRequirements', {
        body: {
          requirements: wanted.map(({ name, description, tags }) => ({
            name,
            description: description === '' ? null : description,
            tags: [...tags],
          })),
          project_id: projectId,
        },
      }),
    onSuccess: ({ ids }) => {
      messages.say(`${plural(ids.length, 'requirement')} created`);
      onMade();
    },
    onError: (error) => setTaken(new Set([...taken, ...takenIn(error, wanted)])),
  });
  const isTooMany = wanted.length > mostAtOnce;
  const mayNot =
    shownText !== text ||
    existing.isPending ||
    isTooLong ||
    isTooMany ||
    faults.length > 0 ||
    wanted.length === 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Paste requirements"
      description={`One requirement a line, up to ${mostAtOnce} at once. Indented lines below one become its description, and of a long one the first sentence becomes its title. A table with a column “Title” is read too. Identifiers and priorities become tags.`}
    >
      <form
        className="grid min-w-0 gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!mayNot) save.mutate();
        }}
      >
        <WritingGuard dirty={text.trim() !== '' && !save.isPending && !save.isSuccess} />
        <AreaField
          label="The list"
          rows={8}
          placeholder={'- Refuses legal advice\n    Points to a lawyer instead\n- Answers in German'}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={
            isTooLong
              ? `This is longer than ${formatNumber(mostCharacters)} characters. Paste a part of it.`
              : null
          }
        />
        {pasted.requirements.length > 0 ? (
          <Preview
            requirements={pasted.requirements}
            duplicates={duplicates}
            unwanted={unwanted}
            onToggle={(key) => setUnwanted(toggled(unwanted, key))}
          />
        ) : null}
        {pasted.setAside.length > 0 ? (
          <Aside
            lines={pasted.setAside}
            duplicates={duplicates}
            added={added}
            onToggle={(key) => {
              setAdded(toggled(added, key));
              // The same words may stand among the requirements, unticked.
              setUnwanted(new Set([...unwanted].filter((other) => other !== key)));
            }}
          />
        ) : null}
        {pasted.carried.length > 0 ? (
          <p className="text-[0.875rem] break-words text-muted">
            Headings that the lines below them continue, as they now read: {firstOf(pasted.carried)}
          </p>
        ) : null}
        {pasted.leftOut.length > 0 ? (
          <p className="text-[0.875rem] break-words text-muted">
            Left out as headings or other columns: {firstOf(pasted.leftOut)}
          </p>
        ) : null}
        {isTooMany ? (
          <p role="alert" className="text-danger">
            At most {mostAtOnce} can be created at once, and these are {formatNumber(wanted.length)}. Paste
            them in parts.
          </p>
        ) : null}
        {faults.length > 0 ? (
          <div role="alert" className="grid gap-1 border-l-4 border-danger pl-3">
            {faults.slice(0, 5).map(({ line, fault }) => (
              <p key={line}>
                Line {line}: {fault}
              </p>
            ))}
            {faults.length > 5 ? <p>and {plural(faults.length - 5, 'more line')}</p> : null}
          </div>
        ) : null}
        {save.error ? <Refusal error={save.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending} disabled={mayNot}>
            {wanted.length === 0 ? 'Create' : `Create ${plural(wanted.length, 'requirement')}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const firstOf = (headings: readonly string[]): string =>
  `${headings.slice(0, 10).join(' · ')}${headings.length > 10 ? ' …' : ''}`;

const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : new Set([...keys, key]);

interface PreviewProps {
  requirements: readonly PastedRequirement[];
  duplicates: ReadonlyMap<PastedRequirement, string>;
  unwanted: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

function Preview({ requirements, duplicates, unwanted, onToggle }: PreviewProps) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <h3 className="text-[0.875rem] font-medium">
        {plural(requirements.length, 'requirement')} read
        {duplicates.size > 0 ? `, ${formatNumber(duplicates.size)} of them left out as duplicates` : ''}
      </h3>
      <ul
        className="max-h-[40dvh] divide-y divide-line overflow-y-auto rounded-(--radius-card) border border-line"
        tabIndex={0}
        aria-label="What will be created"
      >
        {requirements.slice(0, mostAtOnce).map((one) => {
          const duplicate = duplicates.get(one);
          return (
            <Line
              key={one.line}
              one={one}
              checked={duplicate === undefined && !unwanted.has(one.key)}
              disabled={duplicate !== undefined}
              onToggle={onToggle}
            >
              {duplicate === undefined ? null : <Chip>{duplicate}</Chip>}
              {duplicate === undefined && faultOf(one) !== undefined ? (
                <Chip tone="danger">Too long</Chip>
              ) : null}
            </Line>
          );
        })}
      </ul>
      {requirements.length > mostAtOnce ? (
        <p className="text-[0.875rem] text-muted">
          and {formatNumber(requirements.length - mostAtOnce)} more, which are not shown
        </p>
      ) : null}
    </div>
  );
}

interface LineProps {
  one: PastedRequirement;
  checked: boolean;
  disabled?: boolean;
  onToggle: (key: string) => void;
  /** What is to be said of it. */
  children: ReactNode;
}

function Line({ one, checked, disabled = false, onToggle, children }: LineProps) {
  return (
    <li>
      <label className="grid grid-cols-[auto_1fr_auto] items-start gap-x-2.5 gap-y-1 px-3 py-2">
        <input
          type="checkbox"
          className="mt-0.5 size-[1.15rem] accent-(--signal)"
          checked={checked}
          disabled={disabled}
          onChange={() => onToggle(one.key)}
        />
        <span className="grid min-w-0">
          <span className="line-clamp-3 font-medium break-words">{one.name}</span>
          {one.description === '' ? null : (
            <span className="line-clamp-2 text-[0.8125rem] break-words whitespace-pre-line text-muted">
              {one.description}
            </span>
          )}
          {one.tags.length === 0 ? null : (
            <span className="mt-1 flex min-w-0 flex-wrap gap-1">
              {one.tags.map((tag) => (
                <Chip key={tag}>{tag}</Chip>
              ))}
            </span>
          )}
        </span>
        {children}
      </label>
    </li>
  );
}

interface AsideProps {
  lines: readonly SetAside[];
  duplicates: ReadonlyMap<PastedRequirement, string>;
  added: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

function Aside({ lines, duplicates, added, onToggle }: AsideProps) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <h3 className="text-[0.875rem] font-medium">
        {plural(lines.length, 'line')} left out, as {lines.length === 1 ? 'it asks' : 'they ask'} nothing of
        the application. Tick what is a requirement.
      </h3>
      <ul
        className="max-h-[30dvh] divide-y divide-line overflow-y-auto rounded-(--radius-card) border border-line"
        tabIndex={0}
        aria-label="What was left out"
      >
        {lines.slice(0, mostAtOnce).map((one) => (
          <Line
            key={one.line}
            one={one}
            checked={added.has(one.key) && !duplicates.has(one)}
            onToggle={onToggle}
          >
            <Chip>{duplicates.get(one) ?? one.why}</Chip>
          </Line>
        ))}
      </ul>
      {lines.length > mostAtOnce ? (
        <p className="text-[0.875rem] text-muted">
          and {formatNumber(lines.length - mostAtOnce)} more, which are not shown
        </p>
      ) : null}
    </div>
  );
}

function Refusal({ error }: { error: unknown }) {
  if (!isNameTaken(error)) return <ProblemNotice error={error} what="Nothing was created" />;
  return (
    <p role="alert" className="border-l-4 border-danger pl-3">
      Nothing was created yet: somebody has made requirements of these names meanwhile. They are marked above
      and left out now; create the others.
    </p>
  );
}

const isNameTaken = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'requirement.name_taken';

/** The keys of those that a refusal names by their place. */
const takenIn = (error: unknown, sent: readonly PastedRequirement[]): string[] =>
  isNameTaken(error)
    ? error.problem.errors.flatMap(({ path }) => sent[Number(path.split('.')[1])]?.key ?? [])
    : [];

/** A project with more is told of them by the refusal. */
const mostPagesLookedAt = 50;

async function existingNames(api: Api, signal: AbortSignal): Promise<string[]> {
  const keys: string[] = [];
  for (let page = 0; page < mostPagesLookedAt; page += 1) {
    const { items, total } = await api.list('listRequirements', {
      query: { skip: page * 100, limit: 100, sort_by: 'created_at', sort_order: 'asc', $select: 'name' },
      signal,
    });
    keys.push(...items.map(({ name }) => foldName(name)));
    if (items.length === 0 || keys.length >= total) break;
  }
  return keys;
}
