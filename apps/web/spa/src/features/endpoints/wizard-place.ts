import { useNavigate } from '@tanstack/react-router';
import { useSearchText } from '../../lib/use-search-text.ts';
import { sections } from '../../lib/section-names.ts';

export type Way = 'choose' | 'auto' | 'hand';

export const wizardPath = '/endpoints/new';
export const steps = ['Overview', sections.connection, sections.mapping, 'Test'] as const;

/** Where in the wizard one is stands in the address, so that Back goes back by one step and not off the page. */
export function useWizardPlace() {
  const navigate = useNavigate();
  const asked = useSearchText('way');
  const named = useSearchText('step');
  const way: Way = asked === 'auto' || asked === 'hand' ? asked : 'choose';
  const step = Math.max(
    0,
    steps.findIndex((name) => name.toLowerCase() === named),
  );
  const go = (next: Way, to = 0): void =>
    void navigate({
      to: wizardPath,
      search: {
        ...(next === 'choose' ? {} : { way: next }),
        ...(next === 'hand' && to > 0 ? { step: steps[to]?.toLowerCase() } : {}),
      },
    });
  return { way, step, go };
}
