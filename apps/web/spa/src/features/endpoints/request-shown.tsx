import type { ShownRequest } from '../../lib/curl.ts';
import { JsonText } from '../../ui/json-text.tsx';

/** A request as it goes out, secrets masked by the server. */
export function RequestShown({ request }: { request: ShownRequest }) {
  return (
    <div className="grid gap-3">
      <p className="font-mono text-[0.8125rem] break-all">
        <strong>{request.method}</strong> {request.url}
      </p>
      <dl className="grid gap-1 font-mono text-[0.8125rem]">
        {Object.entries(request.headers).map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}:</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {request.body === null || request.body === undefined ? null : (
        <JsonText label="Body" value={request.body} maxHeight={280} />
      )}
    </div>
  );
}
