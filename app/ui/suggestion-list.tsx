import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from "react";
import { m } from "#app/paraglide/messages.js";
import { classes } from "./classes.ts";
import { type Combobox, isComposing } from "./combobox.ts";

interface SuggestionListOptions {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly count: number;
  /** Whether the focus opens the list; otherwise typing does. */
  readonly opensOnFocus: boolean;
  /** The index that Enter chooses while no suggestion is active. Without it, Enter submits the form. */
  readonly byEnter?: number;
  readonly onText: (text: string) => void;
  readonly onChange: (combobox: Combobox) => void;
  readonly onChoose: (at: number) => void;
  /** Called for the Delete key. Returns whether the suggestion is removed. */
  readonly onDelete?: (at: number) => boolean;
}

export interface SuggestionList {
  readonly id: string;
  readonly expanded: boolean;
  /** The index of the active suggestion; -1 for none. */
  readonly active: number;
  close(): void;
  deactivate(): void;
}

/** The ARIA combobox pattern: the focus stays in the input. */
export function useSuggestionList({
  input,
  count,
  opensOnFocus,
  byEnter = -1,
  onText,
  onChange,
  onChoose,
  onDelete,
}: SuggestionListOptions): SuggestionList {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [reached, setActive] = useState(-1);
  // New suggestions may be fewer than the earlier ones.
  const active = reached < count ? reached : -1;
  const expanded = open && count > 0;

  const change = useEffectEvent(onChange);
  const activeId = expanded && active >= 0 ? optionId(id, active) : undefined;
  useEffect(() => {
    change({ list: id, expanded, active: activeId });
  }, [id, expanded, activeId]);

  function deactivate(): void {
    setActive(-1);
  }

  function close(): void {
    setOpen(false);
    deactivate();
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const last = count - 1;
    // Both ends of the list lead back to the input.
    const next: Readonly<Record<string, number>> = {
      ArrowDown: active === last ? -1 : active + 1,
      ArrowUp: active === -1 ? last : active - 1,
      ...(active >= 0 && { Home: 0, End: last }),
    };
    const chosen = active >= 0 ? active : byEnter;
    if (event.key === "Escape" && expanded) close();
    else if (event.key in next && count > 0) {
      setActive(expanded ? (next[event.key] ?? -1) : event.key === "ArrowUp" ? last : 0);
      setOpen(true);
    } else if (event.key === "Enter" && expanded && chosen >= 0) onChoose(chosen);
    else if (event.key === "Delete" && expanded && active >= 0 && onDelete?.(active)) deactivate();
    else {
      if (event.key === "Enter") close();
      return;
    }
    event.preventDefault();
  });

  const text = useEffectEvent(onText);
  useEffect(() => {
    const box = input.current;
    if (!box) return;
    function typed(): void {
      text(box?.value ?? "");
      setActive(-1);
      setOpen(true);
    }
    const shown = () => setOpen(true);
    // A transition, so that a press on another element is handled before the list closes.
    const hidden = () =>
      startTransition(() => {
        setOpen(false);
        setActive(-1);
      });
    const key = (event: KeyboardEvent) => onKeyDown(event);
    // When this code loads, the input may have the focus and a text already.
    if (opensOnFocus || box.value !== box.defaultValue) {
      text(box.value);
      if (box === document.activeElement) shown();
    }
    box.addEventListener("input", typed);
    box.addEventListener("keydown", key);
    box.addEventListener("blur", hidden);
    if (opensOnFocus) {
      box.addEventListener("focus", shown);
      box.addEventListener("click", shown);
    }
    return () => {
      box.removeEventListener("input", typed);
      box.removeEventListener("keydown", key);
      box.removeEventListener("blur", hidden);
      box.removeEventListener("focus", shown);
      box.removeEventListener("click", shown);
    };
  }, [input, opensOnFocus]);

  return { id, expanded, active, close, deactivate };
}

const optionId = (list: string, at: number) => `${list}-${at}`;

interface SuggestionPanelProps {
  readonly expanded: boolean;
  /** Screen readers announce it. */
  readonly count: number;
  readonly className: string;
  readonly children: ReactNode;
}

export function SuggestionPanel({ expanded, count, className, children }: SuggestionPanelProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {expanded && (count === 1 ? m.search_suggestions_one() : m.search_suggestions_count({ count }))}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the input */}
      <div
        hidden={!expanded}
        onMouseDown={(event) => event.preventDefault()}
        className={classes(
          "absolute top-full left-0 z-40 mt-2 overflow-hidden rounded-2xl border border-edge bg-surface py-2 shadow-lg",
          className,
        )}
      >
        {children}
      </div>
    </>
  );
}

interface SuggestionOptionsProps<Item> {
  readonly list: Pick<SuggestionList, "id" | "active">;
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly onChoose: (item: Item) => void;
  readonly children: (item: Item) => ReactNode;
}

export function SuggestionOptions<Item>({
  list,
  label,
  items,
  keyOf,
  onChoose,
  children,
}: SuggestionOptionsProps<Item>) {
  return (
    <div id={list.id} role="listbox" aria-label={label} className="min-w-0 flex-1">
      {items.map((item, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles its keys
        <div
          key={keyOf(item)}
          id={optionId(list.id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === list.active}
          onClick={() => onChoose(item)}
          className={classes(
            "flex min-h-11 cursor-pointer items-center gap-3 px-4 hover:bg-sunken",
            at === list.active && "bg-sunken outline-2 outline-focus -outline-offset-2",
          )}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
}
