import { Suspense, lazy, useState } from 'react';
import { emptyPaste } from '../features/autoconfigure/paste-values.ts';
import { CreateWizard } from '../features/endpoints/create-wizard.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

const AutoConfigure = lazy(() =>
  import('../features/autoconfigure/auto-configure.tsx').then((module) => ({
    default: module.AutoConfigure,
  })),
);

export function NewEndpointPage() {
  const [values, setValues] = useState(emptyPaste);
  return (
    <CreateWizard
      hasPaste={values.text.trim() !== ''}
      renderAuto={(props) => (
        <Suspense fallback={<SkeletonLines count={6} />}>
          <AutoConfigure {...props} values={values} setValues={setValues} />
        </Suspense>
      )}
    />
  );
}
