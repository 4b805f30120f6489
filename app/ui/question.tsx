import { type MouseEvent, type ReactNode, useState } from "react";

/** A question that a page asks without JavaScript, where a dialog asks it otherwise (`useQuestion`). `children` answer it. */
export function Question({
  id,
  title,
  text,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const heading = `${id}-title`;
  return (
    <section id={id} aria-labelledby={heading} className="w-full rounded-md border border-line p-4 sm:p-5">
      <h3 id={heading} className="font-semibold text-base">
        {title}
      </h3>
      <p className="mt-1 mb-4 text-soft">{text}</p>
      {children}
    </section>
  );
}

/** Whether the dialog with the question is open. `ask` is for the link to the page that asks: a plain click opens the dialog. */
export function useQuestion() {
  const [open, setOpen] = useState(false);
  function ask(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setOpen(true);
  }
  return { open, setOpen, ask };
}
