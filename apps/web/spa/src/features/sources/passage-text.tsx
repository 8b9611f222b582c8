import type { Passage } from '@sonde/contract';

/** Where a passage stands, and what it says. */
export function PassageText({ passage }: { passage: Passage }) {
  const place = [
    passage.heading,
    passage.page === null ? null : `Page ${passage.page}`,
    `Passage ${passage.position + 1}`,
  ].filter((part) => part !== null);
  return (
    <>
      <p className="text-[0.8125rem] text-muted">{place.join(' · ')}</p>
      <p dir="auto" className="max-w-prose whitespace-pre-wrap">
        {passage.text}
      </p>
    </>
  );
}
