import { type ComponentProps, type RefObject, useLayoutEffect } from "react";

interface GrowingTextAreaProps extends Omit<ComponentProps<"textarea">, "ref"> {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
}

/** A text field that begins as one line and is as high as its text, up to ten rem. */
export function GrowingTextArea({ ref, ...area }: GrowingTextAreaProps) {
  // Not every supported browser has `field-sizing`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field || "fieldSizing" in document.documentElement.style) return;
    const grow = () => {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
    };
    grow();
    addEventListener("resize", grow);
    return () => removeEventListener("resize", grow);
  }, [ref, area.value]);
  return (
    <textarea
      ref={ref}
      rows={1}
      dir="auto"
      enterKeyHint="send"
      {...area}
      className="field field-sizing-content max-h-40 min-w-0 flex-1 resize-none"
    />
  );
}
