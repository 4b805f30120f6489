import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { href, useFetcher, useNavigate, useSearchParams } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import type { Answer } from "#app/ui/answer.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** The form at the foot of the page, to which the checkboxes of all cards belong. */
const PICK_FORM = "picked";

interface RemovableProps {
  readonly path: string;
  readonly count: number;
  readonly question: { readonly title: string; readonly text: string };
  /** While `picking` is true, each card needs a `PickBox`. */
  readonly children: (picking: boolean) => ReactNode;
}

/** Lets the user remove several cards of a page, or all of them, also without JavaScript. */
export function Removable({ path, count, question, children }: RemovableProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const fetcher = useFetcher<Answer>();
  const [confirming, setConfirming] = useState(false);
  useFetcherAnswer(fetcher.data, () => setConfirming(false));
  const [picked, setPicked] = useState(0);
  const hydrated = useHydrated();
  const page = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const clearing = useRef<HTMLFormElement>(null);
  const picking = params.has("select") && count > 0;
  const busy = fetcher.state !== "idle";

  function recount() {
    setPicked(form.current ? new FormData(form.current).getAll("item").length : 0);
  }
  // The checkboxes of removed cards are gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts checkboxes of the DOM
  useEffect(recount, [count, picking]);

  /** In selection mode, a click anywhere on a card selects it; the keyboard still opens it. */
  function press(event: MouseEvent<HTMLElement>) {
    if (!picking || event.detail === 0 || !(event.target instanceof Element)) return;
    const box = event.target.closest("a") && event.target.closest("article")?.querySelector("input");
    if (!box || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    box.click();
  }

  function pickAll() {
    const boxes = page.current?.querySelectorAll<HTMLInputElement>(`input[form="${PICK_FORM}"]`) ?? [];
    const all = picked < count;
    for (const box of boxes) box.checked = all;
    recount();
  }

  function send(event: FormEvent) {
    if (picked === 0) event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the checkboxes and links inside
    <div
      ref={page}
      onChange={recount}
      onClickCapture={press}
      onKeyDown={(event) => {
        if (picking && event.key === "Escape")
          void navigate(path, { replace: true, preventScrollReset: true });
      }}
    >
      {count > 0 && (
        <div className="mb-6 flex flex-wrap gap-3">
          <LinkButton to={picking ? path : `${path}?select`} replace preventScrollReset size="sm">
            {picking ? m.bulk_done() : m.bulk_select()}
          </LinkButton>
          {hydrated && (
            <fetcher.Form ref={clearing} method="post" action={path} data-failed={m.bulk_failed()} hidden>
              <input type="hidden" name="intent" value="clear" />
            </fetcher.Form>
          )}
          {hydrated ? (
            <AlertDialog
              open={confirming}
              onOpenChange={setConfirming}
              title={question.title}
              description={question.text}
              confirmLabel={m.bulk_clear()}
              busy={busy}
              onConfirm={() => clearing.current?.requestSubmit()}
              trigger={
                <Button size="sm" variant="ghost">
                  {m.bulk_clear()}
                </Button>
              }
            />
          ) : (
            <LinkButton to={`${path}?clear`} size="sm" variant="ghost">
              {m.bulk_clear()}
            </LinkButton>
          )}
        </div>
      )}
      {params.has("clear") && count > 0 && (
        <Panel aria-labelledby="clear" className="mb-8 grid max-w-xl gap-3">
          <h2 id="clear" className="text-heading">
            {question.title}
          </h2>
          <p className="text-soft">{question.text}</p>
          <fetcher.Form
            method="post"
            action={path}
            data-failed={m.bulk_failed()}
            className="mt-2 flex flex-wrap gap-3"
          >
            <input type="hidden" name="intent" value="clear" />
            <Button type="submit" variant="danger">
              {m.bulk_clear()}
            </Button>
            <LinkButton to={path}>{m.ui_cancel()}</LinkButton>
          </fetcher.Form>
        </Panel>
      )}
      {children(picking)}
      {picking && (
        <fetcher.Form
          ref={form}
          id={PICK_FORM}
          method="post"
          action={path}
          data-failed={m.bulk_failed()}
          onSubmit={send}
          data-bottom-bar=""
          className="sticky bottom-4 z-10 mx-auto flex w-fit flex-wrap justify-center gap-2 rounded-full border border-line bg-raised p-2 shadow-float"
        >
          <input type="hidden" name="intent" value="remove" />
          {hydrated && (
            <Button variant="ghost" onClick={pickAll}>
              {picked < count ? m.bulk_pick_all() : m.bulk_pick_none()}
            </Button>
          )}
          <Button
            type="submit"
            variant="danger"
            busy={busy}
            aria-disabled={(hydrated && picked === 0) || undefined}
          >
            {hydrated ? m.bulk_remove_count({ count: picked }) : m.bulk_remove()}
          </Button>
        </fetcher.Form>
      )}
    </div>
  );
}

/** A native checkbox, so that it works without JavaScript. */
export function PickBox({ card }: { card: { type: string; id: string; name: string } }) {
  return (
    <label className="tick size-11 grid-cols-1 justify-items-center rounded-full bg-raised/90 py-0">
      <span className="sr-only">{m.bulk_pick({ name: card.name })}</span>
      <input type="checkbox" form={PICK_FORM} name="item" value={`${card.type}:${card.id}`} />
    </label>
  );
}

export function NothingSaved({ title, hint }: { title: string; hint: string }) {
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        <LinkButton to={href("/")} variant="primary">
          {m.favorites_browse()}
        </LinkButton>
      }
    />
  );
}
