import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { countText } from "#app/ui/count-text.ts";
import { isRunning } from "../upload/rules.ts";
import type { UploadView } from "../upload/view.ts";
import { IntentForm } from "./asked-intent.tsx";

interface FarPricesProps {
  readonly upload: UploadView;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}

/** The rows that wait because their prices are far from what others ask or paid. */
export function FarPrices({ upload, busy, onConfirm }: FarPricesProps) {
  const { id, state, far, lastFar, firstFar, isOfFeed } = upload;
  if (far === 0) return null;
  return (
    <Alert className="mt-5" title={m.business_far_title({ count: countText(far) })}>
      <p>{isOfFeed ? m.feed_far_text() : m.business_far_text()}</p>
      <ul className="mt-2">
        {firstFar.map(({ number, name, price, range }) => (
          <li key={number}>
            {m.business_row_named({ number, name })} {m.business_far_row({ price, range })}
          </li>
        ))}
      </ul>
      {far > firstFar.length && <p>{m.business_more_failed({ count: countText(far - firstFar.length) })}</p>}
      {!isRunning(state) && (
        <IntentForm id={id} intent="prices" onSend={onConfirm} className="mt-4">
          <input type="hidden" name="count" value={far} />
          <input type="hidden" name="last" value={lastFar} />
          <Button type="submit" busy={busy}>
            {m.business_far_confirm()}
          </Button>
        </IntentForm>
      )}
    </Alert>
  );
}
