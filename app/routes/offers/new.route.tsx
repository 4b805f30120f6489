import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { listingSchema } from "#app/features/deals/schema.ts";
import { makeOffer } from "#app/features/offers/commands.server.ts";
import { offerStart } from "#app/features/offers/queries.server.ts";
import { makeSchema, NOTE_MAX } from "#app/features/offers/schema.ts";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/new.route.ts";

export const middleware = [signedIn];

/** `?listing=racket:0198…`: asks for the price that the viewer offers. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const parsed = listingSchema.safeParse(new URL(request.url).searchParams.get("listing"));
  if (!parsed.success) throw new Refused("chat_listing_gone");
  return { start: await offerStart(viewer, parsed.data) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: makeSchema,
    async command(input, viewer) {
      const { roomId, repeated } = await makeOffer(viewer, input);
      const title = repeated ? m.deal_done_already() : m.offer_done_made();
      return { to: href("/messages/:roomId", { roomId }), toast: { title, tone: "good" } };
    },
  });
}

export function meta() {
  return titled(m.offer_new_title());
}

/** The loader does not run again after a submission: it would refuse another offer, because one is open now. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction === undefined && defaultShouldRevalidate;
}

export const handle: PageHandle = { ownAction: true };

export default function NewOffer({ loaderData: { start }, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm({
    lastResult: actionData?.result,
    defaultValue: { pieces: "1" },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: makeSchema }),
  });
  const several = start.left > 1;
  const bounds = { least: start.least, most: start.asking };
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.offer_new_title()} />
      <div className="grid gap-6">
        <div>
          <p className="font-semibold">
            <Link to={start.path} className="hover:underline">
              <bdi>{start.name}</bdi>
            </Link>
          </p>
          <p className="mt-1">{m.offer_asking({ price: start.asking })}</p>
          <p className="mt-3 text-soft">{m.offer_new_lead({ name: start.seller })}</p>
        </div>
        <Form
          method="post"
          action={`${href("/offers/new")}?listing=${start.listing}`}
          id={form.id}
          onSubmit={form.onSubmit}
          noValidate
          className="grid gap-5"
        >
          <FormErrors formId={form.id} errors={form.allErrors} />
          <input type="hidden" name="listing" value={start.listing} />
          <input type="hidden" name="offer" value={start.offerId} />
          <div className="grid gap-4 sm:grid-cols-2">
            {several && (
              <TextField
                id={fields.pieces.id}
                name={fields.pieces.name}
                label={m.deal_pieces()}
                hint={m.deal_pieces_left({ count: start.left })}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={fields.pieces.initialValue}
                error={fields.pieces.errors}
              />
            )}
            <TextField
              id={fields.price.id}
              name={fields.price.name}
              label={m.offer_price()}
              hint={several ? m.offer_price_hint_each(bounds) : m.offer_price_hint(bounds)}
              prefix="€"
              inputMode="decimal"
              autoComplete="off"
              required
              defaultValue={fields.price.initialValue}
              error={fields.price.errors}
            />
          </div>
          <TextArea
            id={fields.note.id}
            name={fields.note.name}
            label={m.offer_note()}
            defaultValue={fields.note.initialValue}
            error={fields.note.errors}
            rows={3}
            maxLength={NOTE_MAX}
            dir="auto"
          />
          <FormButtons send={m.offer_send()} cancel={start.path} />
        </Form>
      </div>
    </div>
  );
}
