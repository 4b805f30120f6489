import { type RefObject, startTransition, useEffect, useEffectEvent, useId, useState } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { call } from "#app/ui/call.ts";
import { classes } from "#app/ui/classes.ts";
import type { ModelSuggestion } from "../view.ts";

/** The ARIA state of the list, for the input. */
export interface Combobox {
  readonly list: string;
  readonly expanded: boolean;
  /** The id of the model that Enter chooses. */
  readonly active: string | undefined;
}

/** The debounce between typing and the request. */
const DEBOUNCE_MS = 150;

interface ModelSuggestionsProps {
  readonly type: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (combobox: Combobox) => void;
  readonly onChoose: (model: ModelSuggestion) => void;
}

/** The models that a typed text means; none where the server cannot be asked. */
function useModels(type: string, text: string): readonly ModelSuggestion[] {
  const address = useHref(href("/models.json"));
  const [models, setModels] = useState<readonly ModelSuggestion[]>([]);
  useEffect(() => {
    const q = text.trim();
    if (q === "") return setModels([]);
    const request = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ type, q });
      call<readonly ModelSuggestion[]>(`${address}?${query}`, undefined, { signal: request.signal })
        .catch(() => [])
        .then((found) => {
          if (!request.signal.aborted) setModels(found);
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [address, type, text]);
  return models;
}

/**
 * The list below the question for the model: the ARIA combobox pattern. The focus stays in the input. The arrows move
 * through the list, Enter chooses (the first model where none is active), Escape closes.
 */
export function ModelSuggestions({ type, input, onChange, onChoose }: ModelSuggestionsProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [active, setActive] = useState(-1);
  const models = useModels(type, text);
  const expanded = open && models.length > 0;

  const change = useEffectEvent(onChange);
  const activeId = expanded && active >= 0 ? `${id}-${active}` : undefined;
  useEffect(() => {
    change({ list: `${id}-list`, expanded, active: activeId });
  }, [id, expanded, activeId]);

  function choose(model: ModelSuggestion): void {
    setOpen(false);
    setActive(-1);
    if (input.current) input.current.value = model.title;
    onChoose(model);
  }

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || models.length === 0) return;
    const last = models.length - 1;
    if (event.key === "ArrowDown") setActive(expanded && active < last ? active + 1 : 0);
    else if (event.key === "ArrowUp") setActive(expanded && active > 0 ? active - 1 : last);
    else if (expanded && event.key === "Escape") setOpen(false);
    else if (expanded && event.key === "Enter") {
      const model = models[Math.max(0, active)];
      if (model) choose(model);
    } else return;
    if (event.key.startsWith("Arrow")) setOpen(true);
    event.preventDefault();
  });

  useEffect(() => {
    const box = input.current;
    if (!box) return;
    function typed(): void {
      setText(box?.value ?? "");
      setActive(-1);
      setOpen(true);
    }
    // The list closes after the other press has been handled.
    const hidden = () => startTransition(() => setOpen(false));
    const key = (event: KeyboardEvent) => pressed(event);
    box.addEventListener("input", typed);
    box.addEventListener("keydown", key);
    box.addEventListener("blur", hidden);
    // What was typed before this code was there.
    if (box === document.activeElement && box.value !== box.defaultValue) typed();
    return () => {
      box.removeEventListener("input", typed);
      box.removeEventListener("keydown", key);
      box.removeEventListener("blur", hidden);
    };
  }, [input]);

  return (
    <>
      <span role="status" className="sr-only">
        {expanded &&
          (models.length === 1
            ? m.search_suggestions_one()
            : m.search_suggestions_count({ count: models.length }))}
      </span>
      <ul
        id={`${id}-list`}
        hidden={!expanded}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
        role="listbox"
        aria-label={m.model_list()}
        // A press inside keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute top-full left-0 z-40 mt-2 w-full overflow-hidden rounded-2xl border border-edge bg-surface py-2 shadow-lg"
      >
        {models.map((model, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles its keys
          <li
            key={model.slug}
            id={`${id}-${at}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of a combobox
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onClick={() => choose(model)}
            className={classes(
              "flex min-h-11 cursor-pointer items-center px-4 hover:bg-sunken",
              at === active && "bg-sunken outline-2 outline-focus -outline-offset-2",
            )}
          >
            <span className="min-w-0">
              {model.brand} {model.model}
              {model.generation && <span className="text-soft"> {model.generation}</span>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
