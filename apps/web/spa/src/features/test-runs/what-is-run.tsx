import { useEndpointChoices, useTestSetChoices } from '../../lib/run-choices.ts';
import { SearchedSelect } from '../../ui/searched-select.tsx';

interface Props {
  value: string;
  /** The one that is chosen, which the newest ones may not hold. */
  known?: { id: string; name: string } | undefined;
  /** What choosing none means, where one may. */
  none?: string;
  onChange: (id: string) => void;
}

export function TestSetField({ known, none = 'Choose one', ...rest }: Props) {
  const choices = useTestSetChoices();
  return <SearchedSelect label="Test set" {...{ choices, none, ...rest }} known={choiceOf(known)} />;
}

export function EndpointField({ known, none = 'Choose one', ...rest }: Props) {
  const choices = useEndpointChoices();
  return <SearchedSelect label="Endpoint" {...{ choices, none, ...rest }} known={choiceOf(known)} />;
}

const choiceOf = (known: Props['known']) => known && { id: known.id, label: known.name };
