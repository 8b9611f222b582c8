import { useState } from 'react';
import { formatNumber } from '../lib/format.ts';

/** More than anybody reads in passing; a question may be long on purpose, and an answer by mistake. */
const shownAtOnce = 1200;

/** The beginning of a very long text, and all of it for whoever asks. */
export function Shortened({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= shownAtOnce * 1.25) return text;
  return (
    <>
      {text.slice(0, shownAtOnce)}…{' '}
      <button type="button" className="link" onClick={() => setWhole(true)}>
        Show all {formatNumber(text.length)} characters
      </button>
    </>
  );
}
