import { humanize } from '../../lib/format.ts';

/** What was done, in the words of the page where it is done, where the code itself has others. */
const asThePagesSay: Readonly<Record<string, string>> = {
  'explorer.outputs_started': 'Weak spots: asked',
  'explorer.evaluation_started': 'Weak spots: scored',
  'explorer.pipeline_started': 'Weak spots: more failures looked for',
  'explorer.suggested': 'Weak spots: suggestions made',
  'explorer.imported': 'Weak spots: begun from a test set',
  'explorer.exported': 'Weak spots: kept as a test set',
};

/** An action of the audit log, for whoever reads it. */
export const actionWords = (action: string): string => asThePagesSay[action] ?? humanize(action);
