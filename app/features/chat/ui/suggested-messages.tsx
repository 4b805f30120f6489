import { m } from "#app/paraglide/messages.js";
import { buttonClasses } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface SuggestedMessagesProps {
  readonly messages: readonly string[];
  readonly onPick: (message: string) => void;
}

const BUTTON_CLASS = buttonClasses({ size: "sm" });

/** A picked message is put into the field, where the buyer can change it. */
export function SuggestedMessages({ messages, onPick }: SuggestedMessagesProps) {
  const hydrated = useHydrated();
  if (messages.length === 0) return null;
  return (
    <div className="px-3 pb-2.5 [--side:0.75rem]">
      <ul aria-label={m.chat_openers()} className="sideways">
        {messages.map((message, nth) => (
          <li key={message}>
            {hydrated ? (
              <button type="button" onClick={() => onPick(message)} className={BUTTON_CLASS}>
                {message}
              </button>
            ) : (
              <a href={`?opener=${nth}`} className={BUTTON_CLASS}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
