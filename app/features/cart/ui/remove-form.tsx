import { X } from "lucide-react";
import type { FormEvent } from "react";
import { useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { withBrowserLock } from "#app/ui/call.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { CART_PATH } from "../view.ts";

/** With `name`, the button is an icon. */
export function RemoveForm({ items, name }: { items: readonly string[]; name?: string }) {
  const fetcher = useFetcher();
  const busy = fetcher.formData?.getAll("item").some((item) => items.includes(String(item))) ?? false;

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!busy)
      void withBrowserLock("cart", () => fetcher.submit(form, { method: "post", action: CART_PATH }));
  }
  return (
    <fetcher.Form method="post" action={CART_PATH} data-failed={m.bulk_failed()} onSubmit={send}>
      <input type="hidden" name="intent" value="remove" />
      {items.map((item) => (
        <input key={item} type="hidden" name="item" value={item} />
      ))}
      {name === undefined ? (
        <Button type="submit" busy={busy}>
          {m.cart_remove_unavailable()}
        </Button>
      ) : (
        <IconButton
          type="submit"
          label={`${m.listing_cart_remove()}: ${name}`}
          aria-disabled={busy || undefined}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </fetcher.Form>
  );
}
