import { randomUUID } from "node:crypto";
import { useNavigation } from "react-router";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { inputNames, inputSchema } from "#app/domain/categories/derive/input.ts";
import { listingPath, modelsPath } from "#app/domain/categories/paths.ts";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { isId } from "#app/domain/ids.ts";
import { refilled } from "#app/domain/models/fill.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { formAddress } from "#app/features/browse/addresses.server.ts";
import { countryChoices } from "#app/features/browse/browse-view.server.ts";
import { createListing, updateListing } from "#app/features/listings/commands.server.ts";
import { lastPlaceOf } from "#app/features/listings/queries.server.ts";
import { afterSavePath, fromOf, PHOTO_INPUT, storedStep } from "#app/features/listings/rules.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { likeliestModel, suggestionById } from "#app/features/models/question.server.ts";
import { ModelField } from "#app/features/models/ui/model-field.tsx";
import { presentPhoto } from "#app/features/photos/present.server.ts";
import { ownPhotos } from "#app/features/photos/queries.server.ts";
import { listingForm } from "#app/features/photos/sent-photos.server.ts";
import { priceGuideOf } from "#app/features/prices/guide.server.ts";
import { PriceHint } from "#app/features/prices/ui/price-hint.tsx";
import {
  copiedListing,
  editableListing,
  mergeListing,
  storedTexts,
} from "#app/features/sell/edited.server.ts";
import { formValues, presentForm } from "#app/features/sell/form-view.server.ts";
import { useFormDraft } from "#app/features/sell/ui/form-draft.ts";
import { ListingForm } from "#app/features/sell/ui/listing-form.tsx";
import { useModelQuestion } from "#app/features/sell/ui/use-model-question.ts";
import type { PageHandle } from "#app/features/shell/use-handle.ts";
import { m } from "#app/paraglide/messages.js";
import { countryOf } from "#app/platform/choices.server.ts";
import { appPath } from "#app/platform/locale.server.ts";
import { type Reason, Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/form.route";

/** A visitor is redirected to sign in, and then returns here. */
async function seller(request: Request, definition: CategoryDefinition): Promise<Viewer> {
  const viewer = await viewerOf(request);
  if (viewer) return viewer;
  throw signInRedirect(appPath(request.url), sentence(definition, "login_to_list"), {
    title: sentence(definition, "login_title"),
  });
}

/** How often a save is tried again because the listing was changed at the same moment. */
const MERGES = 3;

/** Creates a listing (/sell/…), or edits one (below the URL of this listing). */
export async function loader({ request, params }: Route.LoaderArgs) {
  const definition = formAddress(request);
  const viewer = await seller(request, definition);
  const row = params.id === undefined ? null : await editableListing(viewer, definition, params.id);
  const { searchParams } = new URL(request.url);
  const like = row ? null : await copiedListing(viewer, definition, searchParams.get("like"));
  const shown = row ?? like;
  const modelText = searchParams.get("model");
  const former = shown && (await suggestionById(definition, shown.model_id));
  const model = modelText === null ? former : await likeliestModel(definition, modelText);
  const values = formValues(
    definition,
    shown,
    row ? null : await lastPlaceOf(viewer.id),
    await countryOf(request),
  );
  const { condition = "" } = values;
  return {
    type: definition.type,
    clientId: row ? null : randomUUID(),
    loaded: row && loadedWith(storedTexts(row, values, former?.title)),
    title: sentence(definition, row ? "edit_title" : "sell_title"),
    steps: presentForm(definition, shown),
    // `?model=` comes from the page of a model, or from the form's question without JavaScript. The model's values are
    // filled in here.
    values: {
      ...values,
      ...(modelText !== null && model && refilled(values, model.fills, former?.fills ?? {})),
      model: model?.title ?? "",
    },
    question: definition.models
      ? {
          type: definition.type,
          label: sentence(definition, "model_question"),
          text: (model?.title ?? modelText ?? "").slice(0, 100),
          chosen: model,
          like: like?.id ?? null,
          index: { label: m.model_see_all(), href: modelsPath(definition) },
          filled: sentence(definition, "model_filled", { model: "{model}" }),
        }
      : null,
    guide: model && (await priceGuideOf(definition, model.slug, String(condition))),
    likeName: like?.name ?? null,
    photos: row ? row.photos.map(presentPhoto) : [],
    countries: countryChoices(),
    submit: sentence(definition, row ? "update" : "submit"),
    submitBusy: sentence(definition, row ? "update_busy" : "submit_busy"),
    photosRequiredText: definition.needsPhoto ? sentence(definition, "photos_required") : null,
    listing: row && listingPath(definition, row.id),
    draftKey: [
      "sell draft",
      viewer.id,
      definition.type,
      ...(row ? [row.id] : []),
      ...(like ? ["like", like.id] : []),
    ].join(" "),
  };
}

/** Who sells, and the listing that they edit; null for a new one. */
async function editing(request: Request, definition: CategoryDefinition, id: string | undefined) {
  const viewer = await seller(request, definition);
  return { viewer, row: id === undefined ? null : await editableListing(viewer, definition, id) };
}

/** Faults come back at their fields, with all input. */
export async function action({ request, params }: Route.ActionArgs) {
  const definition = formAddress(request);
  const names = inputNames(definition);
  let sent: Awaited<ReturnType<typeof listingForm>> | undefined;
  let version: string | null = null;
  let changedSince = false;
  const save = () => {
    changedSince = false;
    return submit(request, {
      who: () => editing(request, definition, params.id),
      schema: inputSchema(definition),
      coerces: false,
      async read(_, { viewer, row }) {
        sent ??= await listingForm(request, viewer, names);
        if (!sent) return null;
        const { faults } = sent;
        // A copy, so that each try merges what was typed, and nothing that an earlier try merged.
        const form = copied(sent.form);
        const merged = row ? await mergeListing(request, form, definition, row) : null;
        version = merged?.version ?? null;
        return {
          form,
          conflicts: merged?.conflicts ?? [],
          ...(faults.length > 0 && { faults: { [PHOTO_INPUT]: [...faults] } }),
        };
      },
      // Uploaded photos are shown again when the browser reloads the page.
      keep: async (form, { viewer }) =>
        (await ownPhotos(viewer.id, form.getAll("photo").map(String))).map(presentPhoto),
      fieldOf: FIELD_OF,
      failed: () => sentence(definition, params.id === undefined ? "list_failed" : "update_failed"),
      async command(input, { viewer, row }) {
        const clientId = sent?.form.get("clientId")?.toString();
        const written = row
          ? await updateListing(viewer, definition, row.id, input, version)
          : await createListing(viewer, definition, input, isId(clientId) ? clientId : null);
        changedSince = written === null;
        if (!written) throw new Refused("error_4xx_message");
        const description = sentence(definition, row ? "updated" : "listed");
        const from = fromOf(new URL(request.url).searchParams.get("from"));
        return {
          to: `${afterSavePath(definition, written.id)}${from ? `?from=${from}` : ""}`,
          toast: { title: m.ui_success(), description, tone: "good" },
        };
      },
    });
  };
  for (let tried = 1; tried < MERGES; tried += 1) {
    const answer = await save();
    if (!changedSince) return answer;
  }
  return save();
}

function copied(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}

const FIELD_OF: Readonly<Partial<Record<Reason, string>>> = {
  listing_unknown_place: "postalCode",
  photos_attach_none: "photo",
  photos_attach_twice: "photo",
  photos_attach_missing: "photo",
  photos_too_many_total: "photo",
};

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData?.title);
}

export const handle: PageHandle = { ownAction: true };

export default function FormPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const { draft, offered, take, keep, send, any, discard } = useFormDraft(
    page.draftKey,
    page.listing === null,
    actionData,
  );
  const { model, text, filled, chooseModel, content, steps } = useModelQuestion(page, draft);
  function drop(): void {
    discard();
    document.getElementById("main")?.focus();
  }
  return (
    <div className="wrap max-w-3xl pb-20">
      <PageTitle title={page.title} />
      {page.likeName !== null && !draft && (
        <Alert className="mb-6">
          <bdi>{m.listing_copied({ name: page.likeName })}</bdi>
        </Alert>
      )}
      {draft && (
        <Alert
          className="mb-6"
          action={
            <Button size="sm" onClick={drop}>
              {m.listing_draft_discard()}
            </Button>
          }
        >
          {m.listing_draft_restored()}
        </Alert>
      )}
      {offered && (
        <Alert className="mb-6">
          <p>{m.listing_draft_unsaved()}</p>
          <p className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" onClick={take}>
              {m.listing_draft_restore()}
            </Button>
            <Button size="sm" variant="ghost" onClick={drop}>
              {m.listing_draft_drop()}
            </Button>
          </p>
        </Alert>
      )}
      {page.question && (
        <ModelField question={page.question} chosen={model} text={text} onChange={chooseModel} />
      )}
      <div ref={content}>
        <ListingForm
          // A new key per listing, so that no input moves from one form to another.
          key={`${page.draftKey} ${draft ? "draft" : ""}`}
          page={{ ...page, steps, values: draft ? draft.values : page.values }}
          model={model?.title ?? text}
          makers={model?.fills ?? {}}
          priceHint={(condition) =>
            page.question && (
              <PriceHint
                type={page.type}
                model={model?.slug ?? null}
                condition={condition}
                initial={draft ? null : page.guide}
              />
            )
          }
          photos={actionData?.kept ?? draft?.photos ?? page.photos}
          start={storedStep(draft?.step, page.steps.length)}
          lastResult={actionData?.result}
          edits={{ conflicts: actionData?.conflicts ?? [], modelLabel: page.question?.label ?? "" }}
          onDraft={(form, photos, step, change) => {
            if (change === "value" || page.listing === null || any())
              keep(form, PHOTO_INPUT, { filled, photos, step });
          }}
          onSent={send}
          busy={navigation.state !== "idle" && navigation.formMethod === "POST"}
        />
      </div>
    </div>
  );
}
