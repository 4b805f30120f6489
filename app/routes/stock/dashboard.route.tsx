import { href } from "react-router";
import { z } from "zod";
import { formatDay } from "#app/domain/format.ts";
import { sellCards } from "#app/features/sell/form-view.server.ts";
import { SellCards } from "#app/features/sell/ui/sell-cards.tsx";
import { traderOf } from "#app/features/sellers/trader/queries.server.ts";
import { choicesOfPerson } from "#app/features/shell/commands.server.ts";
import { answersOfSeller } from "#app/features/stock/answers/present.server.ts";
import { receivePlain } from "#app/features/stock/answers/receive-plain.server.ts";
import { usedText, waitingTexts } from "#app/features/stock/answers/ui/texts.ts";
import type { FileReading } from "#app/features/stock/answers/view.ts";
import { stockLabels } from "#app/features/stock/csv/labels.server.ts";
import { homeCurrency } from "#app/features/stock/profiles/currency-clues.ts";
import { BulkPanel } from "#app/features/stock/ui/bulk-panel.tsx";
import { BusinessTabs } from "#app/features/stock/ui/business-tabs.tsx";
import { leftOutText } from "#app/features/stock/ui/left-out.tsx";
import { uploadOf, uploadsOf } from "#app/features/stock/upload/present.server.ts";
import {
  FILE_FIELD,
  isRunning,
  NO_SCRIPT_LIMITS,
  NO_SCRIPT_MEGABYTES,
} from "#app/features/stock/upload/rules.ts";
import { uploadPagePath } from "#app/features/stock/upload/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { BodyTooLarge, formIn, isMultipart } from "#app/platform/body.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { MAX_FLASH } from "#app/platform/flash.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { datedRates } from "#app/platform/rates.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type SentForm, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { SentToast } from "#app/ui/toast.ts";
import type { Route } from "./+types/dashboard.route.ts";

export const middleware = [signedIn];

/** /sell/business: a shop lists its items one by one, or many at once from a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const isTrader = (await traderOf(viewer.id)) !== null;
  if (url.searchParams.get("tab") !== "upload") return { cards: sellCards(), bulk: null, isTrader };
  const after = await eventsUpTo(viewer.id);
  const uploads = await uploadsOf(viewer);
  // A returning seller sees an upload that is still running.
  const uploadId = url.searchParams.get("upload") ?? uploads.find(({ state }) => isRunning(state))?.id;
  const upload = uploadId ? await uploadOf(viewer, uploadId) : null;
  const rates = await datedRates();
  const page = { userId: viewer.id, after };
  const answers = await answersOfSeller(viewer);
  const home = homeCurrency((await choicesOfPerson(viewer.id)).country);
  const bulk = { page, uploads, upload, rates, answers, home, labels: stockLabels() };
  return { cards: [], bulk, isTrader };
}

const fileSchema = z.object({
  [FILE_FIELD]: z.instanceof(File, { error: () => m.business_no_file_text() }),
});

/** Only for a form without JavaScript. */
export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: fileSchema,
    read: sentFile,
    command: async ({ [FILE_FIELD]: file }, viewer) => {
      const { id, answeredAt, reading } = await receivePlain(viewer, file);
      const toast = toastOf(answeredAt, reading);
      return { to: uploadPagePath(id), ...(toast && { toast }) };
    },
  });
}

const SEPARATOR = " · ";

/** Says what a form without JavaScript could not ask; null if there is nothing to say. */
function toastOf(answeredAt: Date | null, { waiting, leftOut, rates }: FileReading): SentToast | null {
  const used = answeredAt ? usedText(formatDay(answeredAt, getLocale()), rates) : null;
  const open = waiting.length > 0 ? m.answers_waiting({ rows: waitingTexts(waiting) }) : null;
  const said = [open, used].filter((text) => text !== null).join(" ");
  const out = leftOutText({ leftOut }, Math.max(0, MAX_FLASH - said.length - SEPARATOR.length));
  // `flash` cuts a long message at its end, so what was left out comes first.
  const all = [out, said].filter(Boolean).join(SEPARATOR);
  if (out) return { title: m.business_left_out(), description: all, tone: "plain" };
  const [title, description] = open ? [open, used] : [used, null];
  return title === null ? null : { title, ...(description && { description }), tone: "plain" };
}

async function sentFile(request: Request): Promise<SentForm> {
  const form = new FormData();
  const sent = isMultipart(request) ? await formIn(request, NO_SCRIPT_LIMITS).catch(tooLarge) : null;
  const file = sent?.get(FILE_FIELD);
  if (!(file instanceof File) || file.name === "") return { form };
  if (file.size > NO_SCRIPT_MEGABYTES * 1024 * 1024) tooLarge(new BodyTooLarge());
  form.set(FILE_FIELD, file);
  return { form };
}

function tooLarge(error: unknown): never {
  if (!(error instanceof BodyTooLarge)) throw error;
  throw new Refused("stock_file_too_large", {
    sentence: m.business_plain_limit({ most: NO_SCRIPT_MEGABYTES }),
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(listTitle([m.business_title(), loaderData?.bulk && m.business_bulk()]), m.business_lead());
}

export default function DashboardPage({
  loaderData: { cards, bulk, isTrader },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle
        title={m.business_title()}
        lead={m.business_lead()}
        actions={
          <>
            <LinkButton to={href("/sell/business/stock")}>{m.business_stock()}</LinkButton>
            <LinkButton to={href("/sell/business/feeds")}>{m.feeds_title()}</LinkButton>
            <LinkButton to={href("/sell/business/api")}>{m.keys_title()}</LinkButton>
            <LinkButton to={href("/sell/business/api/webhooks")}>{m.webhooks_title()}</LinkButton>
            <LinkButton to={href("/my-listings")}>{m.mine_title()}</LinkButton>
            {isTrader && <LinkButton to={href("/sell/business/trader")}>{m.trader_title()}</LinkButton>}
          </>
        }
      />
      {!isTrader && (
        <Alert
          className="mb-6"
          title={m.trader_ask_title()}
          action={
            <LinkButton to={href("/sell/business/trader")} size="sm">
              {m.trader_ask_button()}
            </LinkButton>
          }
        >
          {m.trader_ask_text()}
        </Alert>
      )}
      <BusinessTabs current={bulk ? "bulk" : "manual"} />
      {bulk ? (
        <BulkPanel {...bulk} refused={actionData?.ok === false ? actionData.message : undefined} />
      ) : (
        <SellCards cards={cards} />
      )}
    </div>
  );
}
