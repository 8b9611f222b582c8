import { AreaField, ChoiceField, TextField } from '../../ui/field.tsx';
import type { EndpointDraft } from './draft.ts';

export interface DraftFormProps {
  draft: EndpointDraft;
  edit: (changes: Partial<EndpointDraft>) => void;
  faults?: Partial<Record<keyof EndpointDraft, string>>;
}

const environments = [
  { value: 'Development', label: 'Development' },
  { value: 'Staging', label: 'Staging' },
  { value: 'Production', label: 'Production' },
] as const;

export function OverviewForm({
  draft,
  edit,
  faults = {},
  focused = false,
}: DraftFormProps & { /** Typing begins here at once. */ focused?: boolean }) {
  return (
    <div className="grid max-w-2xl gap-5">
      <TextField
        label="Name"
        required
        autoFocus={focused}
        maxLength={200}
        value={draft.name}
        error={faults.name}
        onChange={(event) => edit({ name: event.target.value })}
      />
      <AreaField
        label="Description"
        optional
        rows={3}
        value={draft.description}
        onChange={(event) => edit({ description: event.target.value })}
        hint="What the application is for, so that colleagues know it."
      />
      <ChoiceField
        label="Environment"
        value={draft.environment}
        options={environments}
        onChange={(environment) => edit({ environment })}
        hint="A tag. It also decides which values of the project's parameters are used."
      />
    </div>
  );
}
