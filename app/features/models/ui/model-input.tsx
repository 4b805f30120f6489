import { type ComponentProps, useRef, useState } from "react";
import { type Combobox, comboboxProps } from "#app/ui/combobox.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { TextField } from "#app/ui/text-field.tsx";

// Without suggestions, the server finds the model by the typed text.
const ModelSuggestions = lazyLoad(async () => (await import("./model-suggestions.tsx")).ModelSuggestions);

type ModelInputProps = Omit<ComponentProps<typeof TextField>, "name" | "type" | "onFocus" | "onInput"> & {
  readonly type: string;
  /** The input already has the title of the model. */
  readonly onChosen?: (form: HTMLFormElement | null) => void;
};

export function ModelInput({ type, onChosen, className, ...field }: ModelInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const [combobox, setCombobox] = useState<Combobox>();
  return (
    <div className={className}>
      <div className="relative">
        <TextField
          {...field}
          ref={input}
          name="model"
          maxLength={100}
          autoComplete="off"
          required
          onFocus={() => setFocused(true)}
          // The focus may be older than the handler of it.
          onInput={() => setFocused(true)}
          {...comboboxProps(combobox)}
        />
        {focused && (
          <ModelSuggestions
            type={type}
            input={input}
            onChange={setCombobox}
            onChoose={() => onChosen?.(input.current?.form ?? null)}
          />
        )}
      </div>
    </div>
  );
}
