import { LinkButton } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { TracesList } from './traces-list.tsx';

export function TracesPage() {
  return (
    <Page
      title="Traces"
      lead="What was asked and answered: calls that Sonde made, and what applications report of themselves."
      actions={
        <LinkButton to="/settings/$area" params={{ area: 'prices' }}>
          Model prices
        </LinkButton>
      }
    >
      <TracesList />
    </Page>
  );
}
