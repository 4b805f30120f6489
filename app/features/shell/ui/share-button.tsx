import { Share2 } from "lucide-react";
import { useHref, useRouteLoaderData } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ShellData } from "../shell-data.ts";

const BUTTON_CLASS =
  "inline-flex min-h-11 items-center gap-2 rounded-full font-semibold text-[0.9375rem] hover:underline";

/** Without JavaScript it is a mail link. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const origin = useRouteLoaderData<ShellData>("root")?.origin ?? "";
  const url = origin + useHref(path);
  const content = (
    <>
      <Share2 aria-hidden="true" className="size-4" />
      {m.share_button()}
    </>
  );
  if (!useHydrated()) {
    const mail = new URLSearchParams({ subject: title, body: url }).toString().replaceAll("+", "%20");
    return (
      <a href={`mailto:?${mail}`} className={BUTTON_CLASS}>
        {content}
      </a>
    );
  }
  return (
    <button type="button" onClick={() => void share(title, url)} className={BUTTON_CLASS}>
      {content}
    </button>
  );
}

async function share(title: string, url: string): Promise<void> {
  if (typeof navigator.share === "function") {
    // A user who closes the share sheet gets no message.
    const refused = await navigator.share({ title, url }).then(
      () => null,
      (error: unknown) => error,
    );
    if (refused === null || (refused instanceof DOMException && refused.name === "AbortError")) return;
  }
  try {
    // The clipboard does not exist on plain HTTP.
    await navigator.clipboard.writeText(url);
    showToast({ title: m.share_copied(), tone: "good" });
  } catch {
    showToast({ title: m.share_failed(), description: url, milliseconds: 15_000 });
  }
}
