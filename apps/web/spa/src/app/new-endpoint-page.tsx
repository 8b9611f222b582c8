import { Suspense, lazy } from 'react';
import { CreateWizard } from '../features/endpoints/create-wizard.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

const AutoConfigure = lazy(() =>
  import('../features/autoconfigure/auto-configure.tsx').then((module) => ({
    default: module.AutoConfigure,
  })),
);

export function NewEndpointPage() {
  return (
    <CreateWizard
      renderAuto={(props) => (
        <Suspense fallback={<SkeletonLines count={6} />}>
          <AutoConfigure {...props} />
        </Suspense>
      )}
    />
  );
}
