/** Opens what folds the target of the address, and brings it into sight: it may have come after the page, or lie in a fold. */
export function showTarget(): void {
  const target = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
  for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true;
  target?.scrollIntoView({ block: 'start' });
}
