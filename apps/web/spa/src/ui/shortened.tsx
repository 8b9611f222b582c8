import { useState } from 'react';
import { formatNumber } from '../lib/format.ts';

/** More than anybody reads in passing; a question may be long on purpose, and an answer by mistake. */
const shownAtOnce = 1200;

/** The beginning of a long text with how much there is, and all of it for whoever asks. A little more is shown at once. */
export function Shortened({ text, most = shownAtOnce }: { text: string; most?: number }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= most * 1.25) return text;
  return (
    <>
      {text.slice(0, most)}…{' '}
      <button type="button" className="link" onClick={() => setWhole(true)}>
        Show all {formatNumber(text.length)} characters
      </button>
    </>
  );
}
