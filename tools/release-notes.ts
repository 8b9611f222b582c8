export interface Commit {
  readonly subject: string;
  readonly files: readonly string[];
}

/** The programs that have versions of their own, and the folders they are made of. */
export const components: Readonly<
  Record<string, { readonly folder: string; readonly madeOf: readonly string[] }>
> = {
  platform: { folder: 'apps/platform', madeOf: ['apps/platform/', 'packages/'] },
  web: {
    folder: 'apps/web',
    madeOf: ['apps/web/', 'packages/contract/', 'packages/server-kit/', 'packages/secrets/'],
  },
  chatbot: { folder: 'apps/chatbot', madeOf: ['apps/chatbot/', 'packages/server-kit/'] },
  generation: { folder: 'apps/generation', madeOf: ['apps/generation/', 'packages/server-kit/'] },
  sdk: { folder: 'packages/sdk', madeOf: ['packages/sdk/', 'packages/contract/'] },
};

/** Whether one version comes after another. */
export function isLater(version: string, before: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false;
  return version.localeCompare(before, 'en', { numeric: true }) > 0;
}

/** A program that nothing has touched keeps its version. */
export const nextVersions = (
  commits: readonly Commit[],
  version: string,
  before: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(components).map(([name, { madeOf }]) => {
      const isTouched = commits.some(({ files }) =>
        files.some((file) => madeOf.some((folder) => file.startsWith(folder)) && !file.includes('/test/')),
      );
      return [name, isTouched ? version : (before[name] ?? version)];
    }),
  );

const headings: Readonly<Record<string, string>> = {
  feat: 'New',
  fix: 'Mended',
  perf: 'Quicker',
  security: 'Safer',
};

/** The file of docs/releases, for whoever uses Sonde: what is new and what is mended, in the words of the commits. */
export function releaseDocument(
  commits: readonly Commit[],
  { version, date, versions }: { version: string; date: string; versions: Readonly<Record<string, string>> },
): string {
  const said = commits.flatMap(({ subject }) => {
    const [, kind = '', scope, what] = /^(\w+)(?:\(([^)]+)\))?!?: (.+)$/.exec(subject) ?? [];
    return headings[kind] && what ? [{ kind, line: `- ${scope ? `**${scope}**: ` : ''}${what}` }] : [];
  });
  const parts = Object.entries(headings).flatMap(([kind, heading]) => {
    const lines = said.filter((one) => one.kind === kind).map(({ line }) => line);
    return lines.length > 0 ? [`## ${heading}\n\n${[...new Set(lines)].join('\n')}`] : [];
  });
  const rows = Object.entries(versions).map(([name, its]) => `| ${name.padEnd(18)} | ${its.padEnd(7)} |`);
  return `# Sonde ${version}

${date}

| Component          | Version |
| ------------------ | ------- |
${rows.join('\n')}

${parts.join('\n\n') || 'Nothing that users would notice.'}
`;
}
