import { Link } from '@tanstack/react-router';
import { useMay } from '../../lib/platform-context.tsx';

/** Where a model is set up, for whoever may; the others have to ask somebody. */
export function ModelLink({ onLeave }: { onLeave?: () => void }) {
  const may = useMay();
  if (!may('model:create')) return null;
  return (
    <Link className="link" to="/settings/$area" params={{ area: 'models' }} onClick={onLeave}>
      Set up a model
    </Link>
  );
}
