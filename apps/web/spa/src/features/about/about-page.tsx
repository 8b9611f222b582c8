import { useQuery } from '@tanstack/react-query';
import type { Release } from '@sonde/contract';
import { formatDay } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

/** What runs here, and what each release brought. */
export function AboutPage() {
  const api = useApi();
  const releases = useQuery({
    queryKey: ['releases'],
    queryFn: ({ signal }) => api.call('listReleases', { signal }),
  });
  const version = releases.data?.[0]?.version;
  return (
    <Page
      title="About"
      lead={
        version === undefined ? 'What runs here, and what each release brought.' : `This is Sonde ${version}.`
      }
    >
      {releases.isPending ? <SkeletonLines count={5} label="Loading the releases" /> : null}
      {releases.error ? (
        <ProblemNotice error={releases.error} onRetry={() => void releases.refetch()} />
      ) : null}
      {releases.data?.map((release) => (
        <ReleaseShown key={release.version} release={release} />
      ))}
    </Page>
  );
}

function ReleaseShown({ release }: { release: Release }) {
  return (
    <Section title={`Sonde ${release.version}`} lead={formatDay(release.date)}>
      <Facts items={Object.entries(release.components).map(([name, version]) => [name, version] as const)} />
      <Notes text={release.notes} />
    </Section>
  );
}

/** Of Markdown the little that release notes are made of; everything else is shown as it is. */
function Notes({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((block, index) => {
    const lines = block.split('\n');
    if (block.startsWith('## '))
      return (
        <h3 key={index} className="mark">
          {block.slice(3)}
        </h3>
      );
    if (lines.every((line) => line.startsWith('- ')))
      return (
        <ul key={index} className="grid max-w-prose list-disc gap-1 pl-5">
          {lines.map((line) => (
            <li key={line}>{line.slice(2).replaceAll('**', '')}</li>
          ))}
        </ul>
      );
    return (
      <p key={index} className="max-w-prose">
        {block}
      </p>
    );
  });
}
