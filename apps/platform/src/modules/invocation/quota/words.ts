import type { EndpointQuota } from '@sonde/contract';

/** What somebody means to do: at least so many calls, at most so many. */
export interface Intended {
  readonly atLeast: number;
  readonly atMost: number;
}

/** What stands against so many calls, in words and figures; nothing where they fit or nothing is known. */
export function quotaWarnings(
  quota: Omit<EndpointQuota, 'warnings'>,
  { atLeast, atMost }: Intended,
  now: number,
): string[] {
  const {
    limit,
    remaining,
    resets_at: resetsAt,
    refused_until: refusedUntil,
    calls_per_minute: rate,
  } = quota;
  const warnings: string[] = [];
  if (refusedUntil !== null)
    warnings.push(
      `The application refused a call for its rate (429) and asked not to be called before ${timeText(refusedUntil, now)}.`,
    );
  if (remaining === 0 && limit === null && resetsAt === null && refusedUntil === null && atMost > 0)
    warnings.push(
      `At its last answer the application had no calls left, and it did not say when there will be more; this makes ${calls(atLeast)}.`,
    );
  else if (remaining !== null && remaining < atMost) {
    const left = limit === null ? `${calls(remaining)} left` : `${remaining} of ${calls(limit)} left`;
    const until = resetsAt === null ? '' : ` until ${timeText(resetsAt, now)}`;
    const need =
      remaining < atLeast || atLeast === atMost
        ? `this makes ${atLeast === atMost ? '' : 'at least '}${calls(atLeast)}`
        : `this may make up to ${calls(atMost)}`;
    warnings.push(`The application has ${left}${until}; ${need}.`);
  }
  if (rate !== null && atLeast / rate >= longMinutes)
    warnings.push(
      `At ${calls(rate)} a minute, which is all that is allowed, this takes at least ${lengthText(atLeast / rate)}.`,
    );
  return warnings;
}

/** Nobody wonders about a wait shorter than that. */
const longMinutes = 10;

const calls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

function timeText(iso: string, now: number): string {
  const day = iso.slice(0, 10);
  const time = `${iso.slice(11, 16)} UTC`;
  return day === new Date(now).toISOString().slice(0, 10) ? time : `${day}, ${time}`;
}

function lengthText(minutes: number): string {
  const rounded = Math.ceil(minutes);
  const hours = Math.floor(rounded / 60);
  return [hours > 0 ? `${hours} h` : '', rounded % 60 > 0 ? `${rounded % 60} min` : '']
    .filter(Boolean)
    .join(' ');
}
