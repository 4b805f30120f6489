import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";

/** The question to a silent seller, whether their listings are still for sale. */
export interface SilenceView {
  readonly hidden: boolean;
  /** ISO 8601: when the listings are hidden if the seller does not answer. */
  readonly until: string;
}

/** Asks a silent seller whether their listings are still for sale, or says that they are hidden. */
export function StillForSale({ silence: { hidden, until } }: { silence: SilenceView }) {
  const { date } = useTimeFormat();
  // A fetcher keeps this page when the connection fails. A navigation would leave it.
  const fetcher = useFetcher();
  return (
    <Alert
      tone="notice"
      title={hidden ? m.silent_hidden_subject() : m.silent_ask_subject()}
      action={
        <fetcher.Form method="post" action={href("/my-listings/still-for-sale")}>
          <Button type="submit" size="sm" busy={fetcher.state !== "idle"}>
            {hidden ? m.silent_show() : m.silent_button()}
          </Button>
        </fetcher.Form>
      }
    >
      {hidden ? m.silent_hidden_text() : m.silent_ask_until({ date: date(until) })}
    </Alert>
  );
}
