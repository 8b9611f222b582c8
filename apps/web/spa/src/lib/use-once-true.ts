import { useState } from 'react';

/** True from the first time on: what a step shows at its end must not go with the reason it was taken for. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
