import { Page } from '../../ui/page.tsx';
import { TracesList } from './traces-list.tsx';

export function TracesPage() {
  return (
    <Page
      title="Traces"
      lead="Every call Sonde made to a target: how long each stage took, and how it ended."
    >
      <TracesList />
    </Page>
  );
}
