import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { formatPrice } from "#app/domain/format.ts";
import { MAX_PRICE_CENTS } from "#app/domain/money.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { countText } from "#app/ui/count-text.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { TYPED_ABOVE } from "../rules.ts";
import type { BulkQuestion, PickedView } from "../view.ts";
import { PercentEffect } from "./percent-effect.tsx";
import type { Bulk } from "./use-bulk.ts";

type Question<Kind> = Extract<BulkQuestion, { kind: Kind }>;

/** A dialog; without JavaScript, a part of the page. */
export function BulkDialog({ bulk, path }: { bulk: Bulk; path: string }) {
  const { question } = bulk;
  if (!question) return null;
  return question.kind === "delete" ? (
    <DeleteQuestion question={question} bulk={bulk} path={path} />
  ) : (
    <PercentQuestion question={question} bulk={bulk} path={path} />
  );
}

function Frame({ title, bulk, children }: { title: string; bulk: Bulk; children: ReactNode }) {
  const hydrated = useHydrated();
  if (hydrated) {
    return (
      <Dialog open title={title} onOpenChange={(open) => !open && bulk.close()}>
        {children}
      </Dialog>
    );
  }
  return (
    <Panel aria-labelledby="stock-question" className="mb-6 max-w-xl">
      <h2 id="stock-question" className="mb-3 text-heading">
        {title}
      </h2>
      {children}
    </Panel>
  );
}

function Picked({ picked }: { picked: PickedView }) {
  return picked.all ? (
    <input type="hidden" name="all" value="1" />
  ) : (
    picked.items.map((item) => <input key={item} type="hidden" name="item" value={item} />)
  );
}

function Cancel({ bulk, path }: { bulk: Bulk; path: string }) {
  return useHydrated() ? (
    <Button onClick={bulk.close}>{m.ui_cancel()}</Button>
  ) : (
    <LinkButton to={path}>{m.ui_cancel()}</LinkButton>
  );
}

function useFocusOnProblem(question: Question<"delete" | "percent">): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (question.problem !== null) field.current?.focus();
  }, [question]);
  return field;
}

type QuestionProps<Kind> = { question: Question<Kind>; bulk: Bulk; path: string };

function DeleteQuestion({ question, bulk, path }: QuestionProps<"delete">) {
  const { picked, count, which, loved, problem } = question;
  const { fetcher } = bulk;
  const field = useFocusOnProblem(question);
  const isTyped = count > TYPED_ABOVE;
  const title = count === 1 ? m.stock_delete_title_one() : m.stock_delete_title({ count: countText(count) });
  return (
    <Frame title={title} bulk={bulk}>
      <fetcher.Form method="post" action={path} data-failed={m.stock_bulk_failed()} className="grid gap-4">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="count" value={count} />
        <input type="hidden" name="which" value={which} />
        <Picked picked={picked} />
        {problem !== null && !isTyped && <Alert tone="danger" title={problem} />}
        <p className="text-soft">{count === 1 ? m.listing_delete_text() : m.stock_delete_text()}</p>
        {loved > 0 && <p className="text-soft">{m.stock_delete_loved({ count: countText(loved) })}</p>}
        {isTyped && (
          <TextField
            ref={field}
            name="typed"
            label={m.stock_delete_type({ count })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            error={problem ?? undefined}
            announced
          />
        )}
        <div className="mt-1 flex flex-wrap justify-end gap-3">
          <Cancel bulk={bulk} path={path} />
          <Button
            type="submit"
            variant="danger"
            busy={fetcher.state !== "idle"}
            busyLabel={m.stock_deleting()}
          >
            {m.stock_delete_now({ count: countText(count) })}
          </Button>
        </div>
      </fetcher.Form>
    </Frame>
  );
}

function PercentQuestion({ question, bulk, path }: QuestionProps<"percent">) {
  const { picked, typed, problem, preview } = question;
  const { fetcher } = bulk;
  const field = useFocusOnProblem(question);
  const intent = fetcher.state === "idle" ? null : fetcher.formData?.get("intent");
  return (
    <Frame title={m.stock_percent_title()} bulk={bulk}>
      <div className="grid gap-5">
        <fetcher.Form method="post" action={path} data-failed={m.stock_bulk_failed()} className="grid gap-4">
          <input type="hidden" name="intent" value="ask_percent" />
          <Picked picked={picked} />
          <TextField
            ref={field}
            name="percent"
            label={m.stock_percent()}
            hint={m.stock_percent_hint()}
            suffix="%"
            autoComplete="off"
            maxLength={20}
            required
            defaultValue={typed}
            error={problem ?? undefined}
            announced
          />
          <Button type="submit" busy={intent === "ask_percent"} className="justify-self-start">
            {m.stock_percent_show()}
          </Button>
        </fetcher.Form>
        <div role="status">
          {preview && (
            <PercentEffect typed={typed} preview={preview} most={formatPrice(MAX_PRICE_CENTS, getLocale())} />
          )}
        </div>
        <fetcher.Form
          method="post"
          action={path}
          data-failed={m.stock_bulk_failed()}
          className="flex flex-wrap justify-end gap-3"
        >
          <input type="hidden" name="intent" value="percent" />
          <input type="hidden" name="percent" value={typed} />
          {preview && <input type="hidden" name="token" value={preview.token} />}
          <Picked picked={picked} />
          <Cancel bulk={bulk} path={path} />
          {preview && preview.changed > 0 && (
            <Button
              type="submit"
              variant="primary"
              busy={intent === "percent"}
              busyLabel={m.stock_percent_doing()}
            >
              {m.stock_percent_do({ count: countText(preview.changed) })}
            </Button>
          )}
        </fetcher.Form>
      </div>
    </Frame>
  );
}
