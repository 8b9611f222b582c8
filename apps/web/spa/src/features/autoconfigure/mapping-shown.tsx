import { JsonText } from '../../ui/json-text.tsx';
import { firstPlaces } from './alternatives.ts';
import { sections } from '../../lib/section-names.ts';

export function MappingShown({ mapping }: { mapping: Readonly<Record<string, unknown>> }) {
  const { value, more } = firstPlaces(mapping);
  if (more === 0) return <JsonText label={sections.responseMapping} value={mapping} />;
  return (
    <div className="grid gap-2">
      <JsonText label={sections.responseMapping} value={value} />
      <p className="text-[0.875rem] text-muted">
        These places are tried in turn, and {more} more. One answer under Test shows which of them it is.
      </p>
      <details>
        <summary className="text-[0.875rem] text-muted">All of them</summary>
        <div className="mt-2">
          <JsonText label="Whole response mapping" value={mapping} />
        </div>
      </details>
    </div>
  );
}
