import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { expectedMetricsQuery } from '../../lib/testing-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/page.tsx';

interface Props {
  chosen: ReadonlySet<string>;
  onChosen: (metrics: ReadonlySet<string>) => void;
}

/**
 * Who adds a metric of their own to a test expects it to decide. Beside one that holds the answer against the whole expected
 * text, and leaves open what says it in other words, it does not.
 */
export function AllMustPass({ chosen, onChosen }: Props) {
  const isBesideOthers = chosen.size > 1;
  const { data } = useQuery({ ...expectedMetricsQuery(useApi()), enabled: isBesideOthers });
  const expecting = (data ?? []).filter(({ id }) => chosen.has(id));
  const [first] = expecting;
  if (!isBesideOthers || first === undefined || expecting.length === chosen.size) return null;
  const rest = new Set([...chosen].filter((id) => !expecting.some((one) => one.id === id)));
  return (
    <Notice>
      <p>
        The test passes only when every metric that decides passes it. “{first.name}” leaves an answer open
        that says the expected one in other words; the test is open then, whatever the others say.
      </p>
      <Button size="small" className="mt-2" onClick={() => onChosen(rest)}>
        Judge it without “{first.name}”
      </Button>
    </Notice>
  );
}
