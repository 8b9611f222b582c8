import { useSyncExternalStore } from 'react';

let isPrinting = false;

function subscribe(onChange: () => void): () => void {
  const print = matchMedia('print');
  const set = (value: boolean) => (): void => {
    isPrinting = value;
    onChange();
  };
  const [begin, end] = [set(true), set(false)];
  const follow = (): void => (print.matches ? begin() : end());
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  print.addEventListener('change', follow);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    print.removeEventListener('change', follow);
  };
}

/** Whether the page is on its way to paper, where nothing scrolls. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
