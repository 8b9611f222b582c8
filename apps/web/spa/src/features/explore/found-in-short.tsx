import type { Finding, Severity } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { anchorOf, bySeverity, severityAnchor, severityLooks } from './severity.ts';

const mostNamed = 3;

/** What was found at a glance, the worst first: how many of each severity, and the first of those that matter. */
export function FoundInShort({ findings }: { findings: readonly Finding[] }) {
  const groups = bySeverity(findings.map((finding, place) => ({ finding, place })));
  const isNamed = (severity: Severity): boolean => severity !== 'info' || groups.length === 1;
  if (groups.length === 0) return null;
  return (
    <ul aria-label="Findings by severity" className="grid gap-2.5">
      {groups.map(({ severity, findings: found }) => (
        <li key={severity} className="grid gap-x-3 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <span>
            <a href={`#${severityAnchor(severity)}`} className="link">
              <Chip tone={severityLooks[severity].tone}>
                {severityLooks[severity].words} · {found.length}
              </Chip>
            </a>
          </span>
          {isNamed(severity) ? (
            <ul className="grid gap-0.5 text-[0.9375rem]">
              {found.slice(0, mostNamed).map((one) => (
                <li key={one.place}>
                  <a className="hover:text-signal hover:underline" href={`#${anchorOf(one)}`}>
                    {one.finding.title}
                  </a>
                </li>
              ))}
              {found.length > mostNamed ? (
                <li className="text-muted">and {plural(found.length - mostNamed, 'more', 'more')}</li>
              ) : null}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
