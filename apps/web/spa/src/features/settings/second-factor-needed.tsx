import { usePlatform, useUser } from '../../lib/platform-context.tsx';
import { addressOf } from '../../lib/site.ts';
import { useTitle } from '../../lib/use-title.ts';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** In the place of every page, for a member whose organization asks for a second factor they do not have. */
export function SecondFactorNeeded() {
  useTitle('Set up a second factor');
  const user = useUser();
  const { session } = usePlatform();
  const leave = async (): Promise<void> => {
    await session.signOut().catch(() => undefined);
    location.replace(addressOf('/'));
  };
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="text-3xl font-light">Set up a second factor</h1>
        <p className="max-w-prose text-muted">
          Your organization asks for one: a code of an app on your phone, beside your password. Until you have
          it, the organization and your API tokens in it are closed.
        </p>
      </div>
      <SecondFactorSetup
        proof={user.has_password === false ? 'session' : 'password'}
        onDone={() => location.replace(addressOf('/home'))}
      />
      <button
        type="button"
        className="link min-h-8 touch:min-h-11 justify-self-start"
        onClick={() => void leave()}
      >
        Sign out
      </button>
    </div>
  );
}
