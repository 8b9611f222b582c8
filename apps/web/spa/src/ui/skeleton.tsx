import { useEffect, useState } from 'react';
import { classes } from '../lib/classes.ts';

/** Stands where content will be, in its size, so that nothing jumps when it comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('skeleton', className ?? 'h-4 w-full')} />;
}

export function SkeletonLines({ count = 3, label = 'Loading' }: { count?: number; label?: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={index % 3 === 2 ? 'h-5 w-2/3' : 'h-5 w-full'} />
      ))}
      <StillWaiting />
    </div>
  );
}

const PATIENCE_MS = 5000;

/** Says that nothing has been forgotten, where loading takes longer than people wait without wondering. */
export function StillWaiting({
  words = 'Still waiting for the server. This page goes on by itself.',
}: {
  words?: string;
}) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? <p className="text-[0.875rem] text-muted">{words}</p> : null;
}
