import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { asProblem } from '../../lib/api-error.ts';

export function ResendVerification({ email }: { email: string }) {
  const api = useApi();
  // The address stands in a field that may have been changed since; half an address is not sent anywhere.
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(email.trim());
  const resend = useMutation({ mutationFn: () => api.call('resendVerification', { body: { email } }) });
  if (resend.data) return <p role="status">{resend.data.message}</p>;
  return (
    <>
      <button
        type="button"
        className="link min-h-6 justify-self-start"
        disabled={resend.isPending || !isAddress}
        onClick={() => resend.mutate()}
      >
        Send the confirmation email again
      </button>
      {isAddress ? null : <p>First enter the address it should go to.</p>}
      {resend.error ? <p>{asProblem(resend.error).detail}</p> : null}
    </>
  );
}
