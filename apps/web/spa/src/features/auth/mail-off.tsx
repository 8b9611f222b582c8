import type { ReactNode } from 'react';
import { Notice } from '../../ui/page.tsx';

/** Says why a form is not there. A form that can only fail is worse than none. */
export function MailOff({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warn">
      <p role="status">This installation sends no email. {children}</p>
    </Notice>
  );
}
