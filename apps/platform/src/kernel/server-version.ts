/** What the migrations are written for, and what is tested; docs/operating.md says it too. */
const oldestSupported = 15;

/** Takes `server_version_num`, such as `150004`, and refuses what is older before anything of it is changed. */
export function refuseOldServer(versionNumber: string): void {
  const number = Number(versionNumber);
  if (number >= oldestSupported * 10_000) return;
  const name = Number.isInteger(number) ? nameOf(number) : `"${versionNumber}"`;
  throw new Error(
    `The server of DATABASE_URL is PostgreSQL ${name}. Sonde needs PostgreSQL ${oldestSupported} or newer; upgrade the server, or name another one.`,
  );
}

/** Two numbers since PostgreSQL 10, three before. */
function nameOf(number: number): string {
  const major = Math.floor(number / 10_000);
  if (major >= 10) return `${major}.${number % 10_000}`;
  return `${major}.${Math.floor(number / 100) % 100}.${number % 100}`;
}
