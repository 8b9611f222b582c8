import type { ReactNode } from 'react';
import { Popover } from '@base-ui/react/popover';
import { termOfCategory, terms } from './terms.ts';
import type { TermWord } from './terms.ts';

/** A word of our own where it is met first: pressed, it says what it is. A finger and a keyboard reach it as well as a mouse. */
export function Term({
  word,
  shown,
  isHeading = false,
}: {
  word: TermWord;
  /** Where more than the word stands there. */
  shown?: string;
  isHeading?: boolean;
}) {
  return (
    <Popover.Root>
      <Popover.Trigger className="inline cursor-help [letter-spacing:inherit] [text-transform:inherit] underline decoration-dotted underline-offset-4 touch:-my-2.5 touch:py-2.5">
        {shown ?? (isHeading || word.startsWith('OWASP') ? word : word.toLowerCase())}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-50">
          <Popover.Popup className="popup max-w-[min(20rem,calc(100vw-2rem))] p-3.5 text-[0.9375rem]">
            <Popover.Title className="font-semibold">{word}</Popover.Title>
            <Popover.Description className="text-muted">{terms[word]}.</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The category of a test, explained where it is no plain English. */
export function CategoryWord({ category, plain }: { category: string; plain: ReactNode }) {
  const word = termOfCategory(category);
  return word === undefined ? plain : <Term word={word} shown={category} />;
}
