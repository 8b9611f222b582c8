import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, importGarakReport } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { uploadGarakReport } from '../../lib/upload.ts';
import { Section } from '../../ui/page.tsx';
import { DropZone } from '../files/drop-zone.tsx';
import { ImportedProbes } from './probe-plan.tsx';

/** Attacks that garak has sent elsewhere become tests here, a set for each of its probes. */
export function GarakReport() {
  const { projectId } = usePlatform();
  const queryClient = useQueryClient();
  const [done, setDone] = useState<AnswerOf<typeof importGarakReport> | null>(null);
  return (
    <Section
      title="A report of garak"
      lead="garak is a scanner that attacks language models. What it has sent becomes tests here; the same report again changes nothing."
    >
      <DropZone
        label="Drop a report or a hit log here, or choose it"
        hint="The file that garak wrote, its name ends in .jsonl; a hit log has only the attacks that worked"
        upload={async (file, signal, onProgress) =>
          setDone(await uploadGarakReport({ file, signal, onProgress, projectId }))
        }
        onDone={() => void queryClient.invalidateQueries({ queryKey: ['test-sets'] })}
      />
      {done === null ? null : (
        <>
          <p>
            {plural(done.attempts, 'attempt')} gave {plural(done.total_tests, 'test')}
            {done.unusable > 0 ? `; ${done.unusable} had no text that could be asked again` : ''}.
          </p>
          <ImportedProbes done={done} />
        </>
      )}
    </Section>
  );
}
