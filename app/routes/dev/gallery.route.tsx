import { href } from "react-router";
import { Bubble, UnsentState } from "#app/features/chat/ui/bubble.tsx";
import { requireDeveloper } from "#app/features/dev/queries.server.ts";
import { ControlSpecimens } from "#app/features/dev/ui/control-specimens.tsx";
import { InputSpecimens } from "#app/features/dev/ui/input-specimens.tsx";
import { Specimen } from "#app/features/dev/ui/specimen.tsx";
import { GalleryTitle, TextSpecimens } from "#app/features/dev/ui/text-specimens.tsx";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { presentCards } from "#app/features/listings/present.server.ts";
import { newestListings } from "#app/features/listings/queries.server.ts";
import { CardGrid, CardGridSkeleton } from "#app/features/listings/ui/card-grid.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { NoticeItems } from "#app/features/notifications/ui/notice-items.tsx";
import type { NoticeView } from "#app/features/notifications/view.ts";
import { ReviewList } from "#app/features/reviews/ui/review-list.tsx";
import { m } from "#app/paraglide/messages.js";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/gallery.route.ts";

const HERE = href("/dev/gallery");

/** /dev/gallery: every component in every state, for developers. */
export async function loader({ request }: Route.LoaderArgs) {
  requireDeveloper(request);
  return { cards: presentCards(await newestListings(4), null) };
}

export function meta() {
  return [...titled(m.gallery_title()), { name: "robots", content: "noindex" }];
}

export default function GalleryPage({ loaderData: { cards } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <GalleryTitle />
      <ControlSpecimens here={HERE} />
      <InputSpecimens />
      <TextSpecimens />
      <Listings cards={cards} />
      <People />
    </div>
  );
}

function Listings({ cards }: { cards: readonly ListingCard[] }) {
  const long = `${m.shell_description()} `.repeat(3).trim();
  const [card] = cards;
  const worst: readonly Partial<ListingCard>[] = [
    { status: "sold", available: null },
    { status: "reserved", available: null },
    {
      name: long,
      available: m.listing_available({ n: 24 }),
      place: "30210 Castillon-du-Gard, FR",
      distance: "12 km",
    },
    {
      photo: { drawing: ["M8 24a16 16 0 1 0 32 0 16 16 0 1 0-32 0", "M14 12c8 7 8 17 0 24"] },
      name: "Überlängenschlägersaitenverpackung".repeat(3),
      brand: null,
      place: null,
      facts: [],
    },
    { approximately: { text: "≈ £1,017.20", note: long }, price: "€1,189.00" },
  ];
  return (
    <>
      <Specimen name="ListingCard">
        <CardGrid
          cards={cards}
          heading="h3"
          corner={(shown) => (
            <FavoriteHeart listing={shown} favorite={shown.id === card?.id} signedIn={false} />
          )}
        />
        {card && (
          <CardGrid
            cards={worst.map((change, index) => ({ ...card, ...change, id: `${card.id}-${index}` }))}
            heading="h3"
          />
        )}
      </Specimen>
      <Specimen name="CardGridSkeleton">
        <CardGridSkeleton count={4} />
      </Specimen>
    </>
  );
}

function People() {
  const at = "2026-11-20T10:00:00.000Z";
  const words = m.shell_description();
  const unsent = { clientId: "a", message: words };
  const notice: NoticeView = {
    id: "1",
    kind: "message",
    content: words,
    searchQuery: null,
    imageUrl: null,
    path: null,
    createdAt: at,
    read: false,
  };
  const nothing = () => {};
  return (
    <>
      <Specimen name="Bubble">
        <ol className="grid max-w-xl gap-3">
          <Bubble mine={false} by="Harriet" text={words} home={HERE}>
            <time dateTime={at}>10:00</time>
          </Bubble>
          <Bubble mine={false} by="Harriet" text="www.example.com/pay" home={HERE} warning="payment">
            {m.chat_read()}
          </Bubble>
          <Bubble mine by={m.chat_you()} text="https://example.com" home={HERE} highlighted>
            <time dateTime={at}>10:01</time>
          </Bubble>
          <Bubble mine by={m.chat_you()} text={unsent.message} home={HERE} faint>
            <UnsentState unsent={{ ...unsent, state: "sending" }} onRetry={nothing} onDiscard={nothing} />
          </Bubble>
          <Bubble mine by={m.chat_you()} text={unsent.message} home={HERE} failed>
            <UnsentState unsent={{ ...unsent, state: "failed" }} onRetry={nothing} onDiscard={nothing} />
          </Bubble>
        </ol>
      </Specimen>
      <Specimen name="NoticeItems">
        <div className="max-w-xl">
          <NoticeItems
            notices={[
              notice,
              { ...notice, id: "2", kind: "saved_search", searchQuery: "babolat 300g", path: HERE },
              { ...notice, id: "3", kind: "price_drop", read: true },
            ]}
            marking={{
              asOf: 0,
              anyUnread: true,
              isRead: ({ read }) => read,
              mark: nothing,
              markAll: nothing,
              said: { text: "", count: 0 },
            }}
          />
        </div>
      </Specimen>
      <Specimen name="ReviewList">
        <ReviewList
          reviews={[
            {
              id: "1",
              rating: 5,
              comment: words,
              by: "Harriet",
              byPath: HERE,
              byAvatarUrl: null,
              of: "Margaret",
              date: "20/11/2026",
              at,
              answer: { text: words, date: "20/11/2026", at },
              answerPath: null,
              reportPath: HERE,
            },
            {
              id: "2",
              rating: 1,
              comment: "",
              by: m.account_deleted_user(),
              byPath: null,
              byAvatarUrl: null,
              of: "Margaret",
              date: "20/11/2026",
              at,
              answer: null,
              answerPath: HERE,
              reportPath: HERE,
            },
          ]}
        />
      </Specimen>
    </>
  );
}
