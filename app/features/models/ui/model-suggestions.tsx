import { type RefObject, useEffect, useState } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { call } from "#app/ui/call.ts";
import type { Combobox } from "#app/ui/combobox.ts";
import { SuggestionOptions, SuggestionPanel, useSuggestionList } from "#app/ui/suggestion-list.tsx";
import type { ModelSuggestion } from "../view.ts";

const DEBOUNCE_MS = 150;

interface ModelSuggestionsProps {
  readonly type: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (combobox: Combobox) => void;
  readonly onChoose: (model: ModelSuggestion) => void;
}

/** None when the server cannot be reached. */
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
        .then((models) => {
          if (!request.signal.aborted) setModels(models);
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [address, type, text]);
  return models;
}

/** Enter chooses the first model while none is selected by the arrow keys. */
export function ModelSuggestions({ type, input, onChange, onChoose }: ModelSuggestionsProps) {
  const [text, setText] = useState("");
  const models = useModels(type, text);

  function choose(model: ModelSuggestion): void {
    list.close();
    if (input.current) input.current.value = model.title;
    onChoose(model);
  }

  const list = useSuggestionList({
    input,
    count: models.length,
    opensOnFocus: false,
    byEnter: 0,
    onText: setText,
    onChange,
    onChoose(at) {
      const model = models[at];
      if (model) choose(model);
    },
  });

  return (
    <SuggestionPanel expanded={list.expanded} count={models.length} className="w-full">
      <SuggestionOptions
        list={list}
        label={m.model_list()}
        items={models}
        keyOf={({ slug }) => slug}
        onChoose={choose}
      >
        {({ brand, model, generation }) => (
          <span className="min-w-0">
            {brand} {model}
            {generation && <span className="text-soft"> {generation}</span>}
          </span>
        )}
      </SuggestionOptions>
    </SuggestionPanel>
  );
}
