import { Clock3, RotateCw, ShieldAlert, Trash2 } from "lucide-react";
import { Fragment, type MouseEvent, type ReactNode, useState } from "react";
import { href, Link } from "react-router";
import type { ChatPhoto } from "#app/domain/chat-message.ts";
import type { OffPlatform } from "#app/domain/off-platform.ts";
import { isolated } from "#app/domain/text-rules.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { linkedListings, type Piece, textAndLinks } from "../links.ts";
import type { Unsent } from "../thread.ts";
import { LinkedListings } from "./linked-listings.tsx";

const PhotoZoomDialog = lazyLoad(async () => (await import("./photo-zoom-dialog.tsx")).PhotoZoomDialog);

const WARNINGS: Readonly<Record<OffPlatform, () => string>> = {
  payment: m.chat_warning_payment,
  contact: m.chat_warning_contact,
};

/** Whether a message of the viewer's is being sent, or was not sent. A refusal is said by a toast. */
export function UnsentState({
  unsent: { clientId, state },
  onRetry,
  onDiscard,
}: {
  unsent: Unsent;
  onRetry?: (clientId: string) => void;
  onDiscard?: (clientId: string) => void;
}) {
  if (state === "sending") {
    return (
      <span aria-live="off" className="inline-flex items-center gap-1">
        <Clock3 aria-hidden="true" className="size-3.5" />
        {m.chat_sending()}
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-1">
      <span aria-live={state === "failed" ? "off" : undefined} className="font-semibold text-danger">
        {m.chat_not_sent()}
      </span>
      <span aria-live="off" className="contents">
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => onRetry?.(clientId)}
        >
          {m.chat_retry()}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={() => onDiscard?.(clientId)}
        >
          {m.chat_discard()}
        </Button>
      </span>
    </span>
  );
}

/** `home` is the shop's origin, for `piecesOf`. */
export function Bubble({
  mine,
  by,
  text,
  lang,
  photos = [],
  home,
  id,
  seq,
  highlighted,
  faint,
  failed,
  card,
  warning,
  children,
}: {
  mine: boolean;
  by: string;
  text: string;
  lang?: string;
  photos?: readonly ChatPhoto[];
  home: string;
  /** Of a message that the server has. */
  id?: string;
  seq?: number;
  /** A search result led to this message. */
  highlighted?: boolean;
  faint?: boolean;
  failed?: boolean;
  card?: ReactNode;
  /** Set for a message that leads to a payment or a conversation outside the shop. */
  warning?: OffPlatform;
  children: ReactNode;
}) {
  const className = classes(
    highlighted && "outline-2 outline-focus outline-offset-2",
    faint && "opacity-85",
    failed && "outline-2 outline-danger outline-dashed outline-offset-2",
  );
  const pieces = textAndLinks(text, home);
  const linked = linkedListings(pieces);
  return (
    <li data-seq={seq} className={classes("flex flex-col gap-1", mine ? "items-end" : "items-start")}>
      {photos.length > 0 && <Photos photos={photos} by={by} className={className} />}
      {text !== "" && (
        <div
          className={classes(
            "max-w-[85%] whitespace-pre-wrap rounded-lg px-3.5 py-2",
            mine
              ? "rounded-br-xs bg-clay-fill text-on-clay dark:border dark:border-edge"
              : "rounded-bl-xs bg-sunken text-ink",
            className,
          )}
        >
          <span className="sr-only">{by}: </span>
          <span dir="auto" lang={lang}>
            <Text pieces={pieces} />
          </span>
        </div>
      )}
      {linked.length > 0 && <LinkedListings keys={linked} />}
      {warning && (
        <p className="flex max-w-[85%] gap-2 px-1 text-soft text-sm">
          <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-notice" />
          <span>
            {WARNINGS[warning]()}{" "}
            <Link to={href("/safety")} className="text-link underline underline-offset-2">
              {m.safety_link()}
            </Link>
            {id !== undefined && (
              <>
                {" · "}
                <Link
                  to={href("/report/:kind/:id", { kind: "message", id })}
                  className="text-link underline underline-offset-2"
                >
                  {m.chat_warning_report()}
                </Link>
              </>
            )}
          </span>
        </p>
      )}
      {/* The offer is below its note: a phone scrolls to the end, where the answer buttons must be. */}
      {card}
      {children && <div className="px-1 text-soft text-xs">{children}</div>}
    </li>
  );
}

function Text({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message and so its pieces do not change
    if (typeof piece === "string") return <Fragment key={index}>{piece}</Fragment>;
    // The text ends with the host, and the title has the whole URL.
    const elsewhere = piece.inside
      ? {}
      : { target: "_blank", rel: "noopener nofollow ugc noreferrer", title: piece.href };
    const name = nameOf(piece);
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message and so its pieces do not change
        key={index}
        href={piece.href}
        // A URL is written from left to right, regardless of the text around it.
        {...(name === null ? { dir: "ltr" } : { dir: "auto", lang: getLocale() })}
        className="underline underline-offset-2 focus-visible:outline-current"
        {...elsewhere}
      >
        {name ?? piece.text}
      </a>
    );
  });
}

/** The name of a page of the shop. Null for other pages. */
function nameOf({ listing, page }: Exclude<Piece, string>): string | null {
  if (listing !== undefined) return m.chat_link_listing();
  if (page === undefined) return null;
  if (page.kind === "search") return m.chat_link_search();
  return page.kind === "seller" ? m.seller_title({ name: isolated(page.name) }) : m.push_title();
}

function Photos({ photos, by, className }: { photos: readonly ChatPhoto[]; by: string; className?: string }) {
  const [zoomed, setZoomed] = useState<{ index: number; opener: HTMLElement }>();
  function enlarge(event: MouseEvent<HTMLElement>, index: number): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setZoomed({ index, opener: event.currentTarget });
  }
  const leave = () => setZoomed(undefined);
  const total = photos.length;
  return (
    <>
      <ul
        aria-label={`${by}: ${m.photos_label()}`}
        className={classes(
          "grid w-64 max-w-[85%] gap-1 overflow-hidden rounded-lg",
          total > 1 && "grid-cols-2",
          className,
        )}
      >
        {photos.map((photo, index) => (
          <li key={photo.id} className={classes(total % 2 === 1 && total > 1 && "first:col-span-2")}>
            <a
              href={photoUrl(photo.key, 1280)}
              onClick={(event) => enlarge(event, index)}
              aria-label={m.chat_photos_open({ position: index + 1, total })}
              className="block cursor-zoom-in focus-visible:-outline-offset-4"
            >
              <Photo
                photo={photo}
                alt=""
                sizes={total > 1 ? "8rem" : "16rem"}
                className={classes(
                  "w-full bg-sunken object-cover",
                  total === 1
                    ? "h-auto max-h-80"
                    : classes("h-full", total % 2 === 1 && index === 0 ? "aspect-[2/1]" : "aspect-square"),
                )}
              />
            </a>
          </li>
        ))}
      </ul>
      {zoomed !== undefined && (
        <PhotoZoomDialog photos={photos} {...zoomed} name={by} onClose={leave} onMissing={leave} />
      )}
    </>
  );
}
