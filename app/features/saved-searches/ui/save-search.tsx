import { Bookmark, BookmarkCheck } from "lucide-react";
import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { SAVED_ACTION, type SaveView } from "../view.ts";

const ICON = "size-5.5 lg:size-4";
const ICON_ON_A_PHONE = "max-lg:size-11 max-lg:border-transparent max-lg:bg-transparent max-lg:px-0";

export function SaveSearch({ save, signedIn }: { save: SaveView; signedIn: boolean }) {
  const fetcher = useFetcher();
  if (!signedIn) {
    return (
      <LinkButton
        to={`${href("/search/saved/new")}?${new URLSearchParams({ of: save.address })}`}
        rel="nofollow"
        size="sm"
        title={m.search_save()}
        icon={<Bookmark aria-hidden="true" className={ICON} />}
        className={ICON_ON_A_PHONE}
      >
        <span className="max-lg:sr-only">{m.search_save()}</span>
      </LinkButton>
    );
  }
  const pendingIntent = fetcher.formData?.get("intent");
  const isSaved =
    pendingIntent === undefined || pendingIntent === null ? save.id !== null : pendingIntent === "save";
  return (
    <fetcher.Form
      method="post"
      action={SAVED_ACTION}
      onSubmit={(event) => {
        if (fetcher.state !== "idle") event.preventDefault();
      }}
    >
      <input type="hidden" name="intent" value={isSaved ? "remove" : "save"} />
      <input type="hidden" name={isSaved ? "id" : "of"} value={isSaved ? (save.id ?? "") : save.address} />
      <Button
        type="submit"
        size="sm"
        title={isSaved ? m.search_saved_remove() : m.search_save()}
        className={ICON_ON_A_PHONE}
        icon={
          isSaved ? (
            <BookmarkCheck aria-hidden="true" className={`${ICON} fill-clay text-on-clay`} />
          ) : (
            <Bookmark aria-hidden="true" className={ICON} />
          )
        }
      >
        <span className="max-lg:sr-only">{isSaved ? m.search_saved() : m.search_save()}</span>
        {isSaved && <span className="sr-only">, {m.search_saved_remove()}</span>}
      </Button>
    </fetcher.Form>
  );
}
