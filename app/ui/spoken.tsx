import { useCallback, useState } from "react";

/** A sentence, and how many there were before it. */
export type SpokenText = { readonly text: string; readonly count: number };

/** A text for `<Spoken>`, and a function that says the next one. */
export function useSpoken(): readonly [SpokenText, (text: string) => void] {
  const [said, setSaid] = useState<SpokenText>({ text: "", count: 0 });
  const say = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), []);
  return [said, say];
}

/** A sentence for screen readers, such as "Photo removed.", which they say again when it comes again. */
export function Spoken({ said: { text, count } }: { said: SpokenText }) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      <span key={count}>{text}</span>
    </p>
  );
}
