import { MessageCircle } from "lucide-react";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { href, useHref, useLocation, useNavigate } from "react-router";
import { OPEN_CHAT } from "#app/domain/chat-message.ts";
import { withNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { showToast } from "#app/ui/toast.ts";

// Lazy-loaded: most visitors of a listing never open its chat.
const ChatDialog = lazyLoad(async () => (await import("./chat-dialog.tsx")).ChatDialog);

type ChatButtonProps = {
  listing: { type: string; id: string; path: string };
  /** Null: signed out. */
  viewer: { id: string } | null;
  own: boolean;
  renderDeal?: ComponentProps<typeof ChatDialog>["renderDeal"];
  Offer: ComponentProps<typeof ChatDialog>["Offer"];
} & Pick<ComponentProps<typeof Button>, "variant" | "size" | "className">;

/** The button that opens the chat with a seller. Before JavaScript has loaded, it leads to a page instead. */
export function ChatButton({ listing, viewer, own, renderDeal, Offer, ...look }: ChatButtonProps) {
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const rooms = useHref(href("/chat/rooms"));
  const navigate = useNavigate();
  const arrives = useLocation().search === OPEN_CHAT && viewer !== null && !own;
  const here = useHref(listing.path);
  useEffect(() => {
    if (!arrives) return;
    setRequested(true);
    setOpen(true);
    // Neither a reload nor the Back button opens the chat again.
    window.history.replaceState(window.history.state, "", here);
  }, [arrives, here]);

  function press(event: FormEvent) {
    event.preventDefault();
    if (!viewer) {
      showToast({
        title: m.chat_sign_in_title(),
        description: m.chat_sign_in_text(),
        tone: "danger",
        forNextPage: true,
      });
      void navigate(withNext(href("/auth"), listing.path + OPEN_CHAT));
    } else if (own) {
      showToast({ title: m.chat_own_title(), description: m.chat_own_text(), tone: "danger" });
    } else {
      setRequested(true);
      setOpen(true);
    }
  }
  return (
    <form method="post" action={rooms} onSubmit={press} className="contents">
      <input type="hidden" name="listingType" value={listing.type} />
      <input type="hidden" name="listingId" value={listing.id} />
      <Button
        {...look}
        ref={button}
        type="submit"
        icon={<MessageCircle aria-hidden="true" className="size-5" />}
      >
        {m.chat_button()}
      </Button>
      {requested && (
        <ChatDialog
          open={open}
          onOpenChange={setOpen}
          opener={button}
          listing={listing}
          renderDeal={renderDeal}
          Offer={Offer}
          onMissing={() => setRequested(false)}
        />
      )}
    </form>
  );
}
