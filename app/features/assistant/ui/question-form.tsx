import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type RefObject, useId } from "react";
import { isBlank } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { isComposing } from "#app/ui/combobox.ts";
import { GrowingTextArea } from "#app/ui/growing-text-area.tsx";
import { QUESTION_MAX } from "./conversation.ts";

const CHIPS = [
  m.assistant_chip_racket,
  m.assistant_chip_string,
  m.assistant_chip_preferences,
  m.assistant_chip_search,
] as const;

interface QuestionFormProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSend: (text: string) => void;
  readonly waiting: boolean;
}

export function QuestionForm({ field, text, onText, onSend, waiting }: QuestionFormProps) {
  const id = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    onSend(text);
  }
  function key(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    onSend(text);
  }
  return (
    <div className="grid gap-2 border-line border-t p-3 [--side:0.75rem] sm:px-5 sm:pb-4">
      <ul aria-label={m.assistant_chips()} className="sideways">
        {CHIPS.map((label) => (
          <li key={label()} className="max-w-full">
            <Button
              size="sm"
              className="max-w-full"
              aria-disabled={waiting || undefined}
              onClick={() => onSend(label())}
            >
              {label()}
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} data-bottom-bar="" className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          {m.assistant_question()}
        </label>
        <GrowingTextArea
          ref={field}
          id={id}
          maxLength={QUESTION_MAX}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={key}
          placeholder={m.assistant_placeholder()}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={waiting || isBlank(text)}
          aria-label={m.assistant_send()}
          title={m.assistant_send()}
          className="size-11.5 shrink-0 p-0!"
        >
          <SendHorizontal aria-hidden="true" className="size-5" />
        </Button>
      </form>
    </div>
  );
}
