import type { AuthConfig } from '../../lib/session.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { addressOf } from '../../lib/site.ts';
import { buttonClass } from '../../ui/button.tsx';

export function ProviderButtons({
  providers,
  returnTo,
}: {
  providers: AuthConfig['providers'];
  returnTo: string | undefined;
}) {
  return (
    <div className="grid gap-2">
      {providers.map((provider) => (
        <a
          key={provider.name}
          className={buttonClass('plain')}
          href={addressOf(
            `/api/v1/auth/login/${encodeURIComponent(provider.name)}?return_to=${encodeURIComponent(safeReturnPath(returnTo))}`,
          )}
        >
          {provider.display_name}
        </a>
      ))}
    </div>
  );
}
