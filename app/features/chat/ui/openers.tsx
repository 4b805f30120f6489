import { m } from "#app/paraglide/messages.js";
import { buttonClasses } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface OpenersProps {
  readonly openers: readonly string[];
  readonly onPick: (opener: string) => void;
}

const BUTTON_CLASS = buttonClasses({ size: "sm" });

/** Suggested first messages. The one that the buyer picks is put into the field, where they can change and send it. */
export function Openers({ openers, onPick }: OpenersProps) {
  const hydrated = useHydrated();
  if (openers.length === 0) return null;
  return (
    <ul aria-label={m.chat_openers()} className="flex flex-wrap gap-2 px-3 pb-2.5">
      {openers.map((opener, nth) => (
        <li key={opener}>
          {hydrated ? (
            <button type="button" onClick={() => onPick(opener)} className={BUTTON_CLASS}>
              {opener}
            </button>
          ) : (
            <a href={`?opener=${nth}`} className={BUTTON_CLASS}>
              {opener}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
