import { RotateCcw, Sparkles } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type RefObject, useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { DialogClose, overlayClasses, panelClasses } from "#app/ui/dialog.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { askedQuestion, type Owner } from "./conversation.ts";
import { MessageLog } from "./message-log.tsx";
import { QuestionForm } from "./question-form.tsx";
import { useConcierge } from "./use-concierge.ts";

type AssistantPanelProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Receives the focus when the panel closes, because the button that opened it may be gone. */
  opener?: RefObject<HTMLElement | null>;
};

export function AssistantPanel({ open, onOpenChange, opener }: AssistantPanelProps) {
  const shell = useRouteLoaderData<{ viewer: { id: string } | null }>("root");
  const owner = shell?.viewer?.id ?? "";
  // Keeps unsent text while the panel is closed, but not for another person.
  const [draft, setDraft] = useState({ owner, text: "" });
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            // On touch devices, the keyboard would cover half of the panel.
            if (!matchMedia("(pointer: fine)").matches) return;
            event.preventDefault();
            (event.currentTarget as HTMLElement).querySelector("textarea")?.focus();
          }}
          onCloseAutoFocus={(event) => {
            if (!opener?.current) return;
            event.preventDefault();
            opener.current.focus();
          }}
          className={classes(
            panelClasses,
            "inset-0 animate-from-right border-0 sm:left-auto sm:w-[28rem] sm:rounded-l-xl sm:border",
          )}
        >
          <Concierge
            key={owner}
            owner={owner}
            text={draft.owner === owner ? draft.text : ""}
            onText={(text) => setDraft({ owner, text })}
            onLeave={() => onOpenChange(false)}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Concierge({
  owner,
  text,
  onText,
  onLeave,
}: {
  owner: Owner;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
}) {
  const { messages, waiting, ask, askAgain, rate, startOver } = useConcierge(owner);
  const field = useRef<HTMLTextAreaElement>(null);

  function send(typed: string) {
    const question = askedQuestion(typed);
    if (question === null || waiting) return;
    onText("");
    field.current?.focus();
    ask(question);
  }

  return (
    <>
      <div className="flex items-start gap-3 border-line border-b py-3 pr-2 pl-4 sm:pl-5">
        <Sparkles aria-hidden="true" className="mt-3 size-5 shrink-0 text-clay" />
        <div className="min-w-0 flex-1 self-center">
          <Radix.Title className="text-heading">{m.assistant_title()}</Radix.Title>
          <Radix.Description className="max-sm:sr-only text-sm text-soft">
            {m.assistant_lead()}
          </Radix.Description>
        </div>
        <div className="flex shrink-0">
          {messages.length > 1 && (
            <IconButton
              label={m.assistant_again()}
              onClick={() => {
                startOver();
                field.current?.focus();
              }}
            >
              <RotateCcw aria-hidden="true" />
            </IconButton>
          )}
          <DialogClose />
        </div>
      </div>
      <MessageLog messages={messages} waiting={waiting} onRate={rate} onRetry={askAgain} onLeave={onLeave} />
      <QuestionForm field={field} text={text} onText={onText} onSend={send} waiting={waiting} />
    </>
  );
}
