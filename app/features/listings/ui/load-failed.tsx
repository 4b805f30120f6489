import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";

interface LoadFailedProps {
  readonly title: string;
  /** The failed request, if it got an answer. */
  readonly requestId: string | undefined;
  /** Whether the page tries again and again by itself. */
  readonly retrying: boolean;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** In place of a listing that could not be loaded. */
export function LoadFailed({ title, requestId, retrying, busy, onRetry }: LoadFailedProps) {
  return (
    <div className="wrap py-16">
      <Alert
        tone="danger"
        title={title}
        action={
          <Button busy={busy} onClick={onRetry}>
            {m.listing_try_again()}
          </Button>
        }
      >
        {retrying && <p className="noscript:hidden">{m.error_503_retrying()}</p>}
        {requestId && (
          <>
            {m.error_request_id()} <code className="select-all break-all font-mono">{requestId}</code>
          </>
        )}
      </Alert>
    </div>
  );
}
