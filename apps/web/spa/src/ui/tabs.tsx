import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

export interface TabEntry<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Unsaved changes inside. */
  readonly dirty?: boolean;
  readonly content: () => ReactNode;
}

/** Tabs whose choice lives with the caller (the address), so that every tab has a link. */
export function Tabs<Id extends string>({
  value,
  onChange,
  tabs,
  label,
}: {
  value: Id;
  onChange: (id: Id) => void;
  tabs: readonly TabEntry<Id>[];
  label: string;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a narrow screen the tabs scroll sideways; the one that is shown should be in sight, and where there are more.
    const strip = list.current;
    const tab = strip?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (strip && tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  return (
    <Base.Root value={value} onValueChange={(next: Id) => onChange(next)} className="grid min-w-0 gap-6">
      <Base.List
        ref={list}
        aria-label={label}
        className="relative -mx-4 flex overflow-x-auto overflow-y-hidden border-b border-line px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="relative min-h-11 shrink-0 px-3.5 text-muted hover:text-ink data-active:text-ink data-active:font-medium focus-visible:-outline-offset-2"
          >
            {tab.label}
            {tab.dirty ? (
              <span className="ml-1.5 inline-block size-1.5 rounded-full bg-signal align-middle">
                <span className="sr-only">, unsaved changes</span>
              </span>
            ) : null}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-signal transition-[translate,width] duration-200" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.id} value={tab.id} className="min-w-0 outline-offset-4">
          {tab.id === value ? tab.content() : null}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
