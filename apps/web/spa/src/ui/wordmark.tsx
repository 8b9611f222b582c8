import { Link } from '@tanstack/react-router';

/** The name with its instrument: a weight on a line, over three depths. */
export function Wordmark({ to }: { to: '/' | '/home' }) {
  return (
    <Link to={to} className="inline-flex items-center gap-2.5 text-ink no-underline">
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
        <path
          d="M2 7h20M4.5 12h15M7 17h10"
          stroke="var(--line-strong)"
          strokeWidth="1.2"
          strokeLinecap="round"
        />
        <path d="M12 2v12" stroke="var(--signal)" strokeWidth="1.7" strokeLinecap="round" />
        <path d="M12 13.4l2.6 4.6a3 3 0 1 1-5.2 0z" fill="var(--signal)" />
      </svg>
      <span className="text-xl font-light tracking-[0.02em]">Sonde</span>
    </Link>
  );
}
