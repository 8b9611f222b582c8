import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/page.tsx';

/** Shown once: the platform keeps nothing they could be read from. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <div className="grid max-w-md gap-4">
      <Notice tone="warn">
        Keep these codes where your phone is not. Each signs you in once when the app is gone. They are not
        shown again.
      </Notice>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-[0.875rem] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy the recovery codes" words="Copy" />
        <Button look="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
