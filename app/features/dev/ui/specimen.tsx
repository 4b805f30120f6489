import type { ReactNode } from "react";

/** A component of the gallery, by its name in the code, in each of its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  const id = `part-${name}`;
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-line border-t py-8 lg:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="font-sans text-soft text-sm">
        <code>{name}</code>
      </h2>
      <div className="grid min-w-0 gap-5">{children}</div>
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

export function Fields({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-8 gap-y-6 sm:grid-cols-2">{children}</div>;
}
