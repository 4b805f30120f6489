import { useEffect, useRef } from "react";
import { m } from "#app/paraglide/messages.js";
import type { StatementPreview, StatementView } from "../view.ts";

/** What a statement of reasons says below its title. */
export function StatementBody({ statement: { facts, words, how } }: { statement: StatementView }) {
  return (
    <>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 border-line border-t py-2.5">
            <dt className="text-soft">{label}</dt>
            <dd className="font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {words}
      </p>
      <p className="text-soft text-sm">{how}</p>
    </>
  );
}

/** A statement as the member will read it. Null: this decision sends them none. It gets the focus when it is new. */
export function Preview({ preview }: { preview: StatementPreview | null }) {
  const section = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new preview gets the focus
  useEffect(() => section.current?.focus(), [preview]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="preview"
      className="grid min-w-0 gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id="preview" className="text-heading">
        {m.preview_title()}
      </h2>
      {preview === null ? (
        <p>{m.preview_none()}</p>
      ) : (
        <>
          <p className="text-soft text-sm">{m.preview_language({ language: preview.language })}</p>
          <div lang={preview.lang} className="grid gap-4">
            <h3 className="font-semibold">{preview.title}</h3>
            <p>{preview.lead}</p>
            <StatementBody statement={preview} />
          </div>
          <details>
            <summary className="cursor-pointer py-1 text-link">{m.preview_mail()}</summary>
            <div lang={preview.lang} className="mt-2 grid gap-2">
              <p className="font-semibold">{preview.mail.subject}</p>
              <pre className="wrap-anywhere whitespace-pre-wrap font-sans text-sm">{preview.mail.text}</pre>
            </div>
          </details>
        </>
      )}
    </section>
  );
}
