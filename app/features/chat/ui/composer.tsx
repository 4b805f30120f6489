import { ImagePlus, SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from "react";
import { MESSAGE_MAX } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { isComposing } from "#app/ui/combobox.ts";
import { GrowingTextArea } from "#app/ui/growing-text-area.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { RiskNotice } from "#app/ui/risk-notice.tsx";

type ComposerProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onSend: (isRiskConfirmed: boolean) => void;
  /** Why the text is dangerous, if it can be sent anyway. */
  risk?: string;
  onRiskChange: () => void;
  sending: boolean;
  onFiles: (files: readonly File[]) => void;
  /** The pictures that will be sent with the message. */
  tray: ReactNode;
  hasPhotos: boolean;
  /** For the form before and without JavaScript: the id of the message that it sends. */
  clientId?: string;
  error?: string;
};

/** The form for the next message. Enter sends it, Shift+Enter makes a new line; on a phone, Enter makes a new line. */
export function Composer({
  field,
  text,
  onText,
  onSend,
  risk,
  onRiskChange,
  sending,
  onFiles,
  tray,
  hasPhotos,
  clientId,
  error,
}: ComposerProps) {
  const id = useId();
  const files = useRef<HTMLInputElement>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSend((event.nativeEvent as SubmitEvent).submitter?.getAttribute("name") === "risk_confirmed");
  }
  function key(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    if (matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    onSend(false);
  }
  return (
    <form
      method="post"
      onSubmit={submit}
      className="border-line border-t p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:p-3"
    >
      {clientId && <input type="hidden" name="clientId" value={clientId} />}
      {error && (
        <p id={`${id}-error`} role="alert" className="mb-2 text-danger text-sm">
          {error}
        </p>
      )}
      {risk !== undefined && (
        <RiskNotice why={risk} onChange={onRiskChange} busy={sending} className="mb-2" />
      )}
      {tray}
      <div data-bottom-bar="" className="flex items-end gap-2">
        <IconButton
          label={m.chat_photos_add()}
          onClick={() => files.current?.click()}
          disabled={sending}
          className="noscript:hidden -ml-1"
        >
          <ImagePlus aria-hidden="true" />
        </IconButton>
        <input
          ref={files}
          type="file"
          multiple
          accept="image/*,.heic,.heif"
          hidden
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // Cleared, so that picking the same file again fires a change.
            event.currentTarget.value = "";
          }}
        />
        <label htmlFor={id} className="sr-only">
          {m.chat_message()}
        </label>
        <GrowingTextArea
          ref={field}
          id={id}
          name="message"
          required={!hasPhotos}
          maxLength={MESSAGE_MAX}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={key}
          // Not disabled, which would remove the focus in the middle of a conversation.
          readOnly={sending}
          // Tells shell/ui/route-announcer.tsx to leave the focus here.
          data-typing=""
          aria-busy={sending}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          placeholder={m.chat_placeholder()}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={sending}
          aria-label={m.chat_send()}
          title={m.chat_send()}
          className="size-11.5 shrink-0 p-0!"
        >
          <SendHorizontal aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </form>
  );
}
