import { MessageCircle } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Form, href, useNavigation } from "react-router";
import { MESSAGE_MAX } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { RiskNotice } from "#app/ui/risk-notice.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import type { Note } from "../view.ts";

/** A message that was not sent, and why. */
export interface UnsentMessage extends Note {
  readonly why: string;
  /** Whether it can be sent anyway. */
  readonly isRisky: boolean;
}

interface AskSellerProps {
  readonly seller: string;
  readonly count: number;
  readonly suggested: string;
  readonly clientId: string;
  readonly signedIn: boolean;
  /** The text that was written before signing in. */
  readonly note: string | null;
  readonly refusal: UnsentMessage | null;
}

/**
 * One message about those items of a seller in the cart that are available. The suggested text changes with the cart
 * until the user edits it.
 */
export function AskSeller({ seller, count, suggested, signedIn, note, refusal, ...rest }: AskSellerProps) {
  const [typed, setTyped] = useState(refusal?.text ?? note);
  // The id stays the same when the page is revalidated, so that a message that is sent twice is stored once.
  const [clientId] = useState(rest.clientId);
  const { state, formData } = useNavigation();
  const busy = state !== "idle" && formData?.get("clientId") === clientId;

  function send(event: FormEvent) {
    if (busy) event.preventDefault();
  }
  return (
    <details open={note !== null || refusal !== null} className="group">
      <summary
        className={classes(
          buttonClasses({ variant: "primary" }),
          // The main action is the button of the form then.
          "group-open:border-edge group-open:bg-surface group-open:text-ink",
        )}
      >
        <MessageCircle aria-hidden="true" className="size-5" />
        {count === 1 ? m.cart_message_one() : m.cart_message_many({ count })}
      </summary>
      <Form
        method="post"
        action={href("/cart")}
        data-failed={m.cart_message_failed()}
        onSubmit={send}
        className="mt-4 grid gap-4"
        data-unsaved={typed === null ? undefined : ""}
      >
        <input type="hidden" name="intent" value="message" />
        <input type="hidden" name="seller" value={seller} />
        <input type="hidden" name="clientId" value={clientId} />
        {refusal?.isRisky && typed === refusal.text && <RiskNotice why={refusal.why} busy={busy} />}
        {refusal && !refusal.isRisky && (
          <Alert tone="danger" title={m.cart_message_failed()}>
            {refusal.why}
          </Alert>
        )}
        <TextArea
          label={m.cart_message_label({ seller })}
          name="message"
          value={typed ?? suggested}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rows={9}
          required
          maxLength={MESSAGE_MAX}
        />
        {!signedIn && <p className="text-soft text-sm">{m.cart_message_sign_in()}</p>}
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          {m.cart_message_send()}
        </Button>
      </Form>
    </details>
  );
}
