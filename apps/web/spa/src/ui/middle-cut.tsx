import { cutPlace, isDated } from '../lib/run-names.ts';

/** A name on one line that is cut before its end, which is shown whole: there the names of dated things differ. */
export function MiddleCut({ name }: { name: string }) {
  const place = cutPlace(name);
  return (
    <span data-cut={isDated(name, place) ? 'dated' : ''} className="flex min-w-0" title={name}>
      <span className="truncate">{name.slice(0, place)}</span>
      {place < name.length ? <span className="shrink-0 whitespace-pre">{name.slice(place)}</span> : null}
    </span>
  );
}
