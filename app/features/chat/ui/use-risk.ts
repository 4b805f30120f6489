import { useRef, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import type { ConversationFailure } from "./conversation.ts";

type Risky = NonNullable<ConversationFailure["risky"]>;

/**
 * Why a message is dangerous that the viewer has to confirm or to change. Other failures are shown as a toast.
 * @param first on a page without JavaScript
 * @param putBack puts the message back into its field
 */
export function useRisk(first: string | undefined, putBack: (message: Risky) => void) {
  const [risk, setRisk] = useState(first);
  const latest = useRef(putBack);
  latest.current = putBack;
  // It stays the same for the whole life of the conversation.
  const [onFailure] = useState(() => (failure: ConversationFailure) => {
    if (!failure.risky) return showFailure(failure);
    latest.current(failure.risky);
    setRisk(failure.why);
  });
  return { risk, setRisk, onFailure };
}

function showFailure({ during, why }: ConversationFailure): void {
  const title = during === "send" ? m.chat_send_failed() : m.chat_fetch_failed();
  showToast({ title, description: why, tone: "danger" });
}
