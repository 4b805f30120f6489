import { Camera } from "lucide-react";
import { useRef, useState } from "react";
import { href, useFetcher, useHref } from "react-router";
import { withinLimits } from "#app/features/photos/ui/shrink-photo.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { Answer } from "#app/ui/answer.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const TYPES = "image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif";

const CropDialog = lazyLoad(async () => (await import("./crop-dialog.tsx")).CropDialog);

interface PictureCardProps {
  readonly name: string;
  readonly src: string | null;
  readonly heading?: "h1" | "h2";
}

export function PictureCard({ name, src, heading: Heading = "h2" }: PictureCardProps) {
  const hydrated = useHydrated();
  return (
    <Panel aria-labelledby="picture">
      <Heading id="picture" className="text-heading">
        {m.profile_picture()}
      </Heading>
      <p className="mt-1 text-soft">{m.profile_picture_lead()}</p>
      <div className="mt-5 flex flex-wrap items-center gap-5">
        <Avatar name={name} src={src} size="xl" />
        {hydrated ? <LivePicture src={src} /> : <PlainPicture src={src} />}
      </div>
    </Panel>
  );
}

function LivePicture({ src }: { src: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const { submit, state, data } = useFetcher<Answer>();
  // The answer for the previously chosen file. Its fault must not be shown for the new file.
  const [before, setBefore] = useState<Answer>();
  const busy = state !== "idle";
  const answer = busy ? undefined : data;
  const fault = answer && answer !== before && !answer.ok ? answer.message : null;
  // Not `answer`, which waits for the page: another picture may have been chosen since.
  useFetcherAnswer(data, ({ ok }) => {
    if (ok) setFile(null);
  });

  function send(fields: FormData): void {
    void submit(fields, { method: "post", action: href("/profile/picture"), encType: "multipart/form-data" });
  }

  function remove(): void {
    const fields = new FormData();
    fields.set("intent", "remove");
    send(fields);
  }

  return (
    <div className="grid min-w-0 gap-3">
      <input
        ref={input}
        type="file"
        accept={TYPES}
        aria-label={m.profile_picture_file()}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          // Otherwise choosing the same file again fires no change event.
          event.currentTarget.value = "";
          setBefore(data);
          if (chosen) void withinLimits(chosen).then(setFile);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          busy={busy}
          icon={<Camera aria-hidden="true" className="size-4" />}
          onClick={() => input.current?.click()}
        >
          {src ? m.profile_picture_change() : m.profile_picture_choose()}
        </Button>
        {src && (
          <Button variant="ghost" busy={busy} onClick={remove}>
            {m.profile_picture_remove()}
          </Button>
        )}
      </div>
      {fault && !file && <Alert tone="danger">{fault}</Alert>}
      {file && (
        <CropDialog
          file={file}
          busy={busy}
          fault={fault}
          opener={button}
          onSave={send}
          onClose={() => setFile(null)}
          onMissing={() => setFile(null)}
        />
      )}
    </div>
  );
}

/** The form without JavaScript: the server crops to the middle. */
function PlainPicture({ src }: { src: string | null }) {
  const action = useHref(href("/profile/picture"));
  return (
    <div className="grid min-w-0 gap-3">
      <form method="post" action={action} encType="multipart/form-data" className="grid gap-3">
        <label className="grid gap-1.5">
          <span className="font-semibold text-[0.9375rem]">{m.profile_picture_file()}</span>
          <span className="text-sm text-soft">{m.profile_picture_file_hint()}</span>
          <input type="file" name="file" accept={TYPES} required className="max-w-full text-sm" />
        </label>
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{m.profile_picture_save()}</Button>
        </div>
      </form>
      {src && (
        <form method="post" action={action}>
          <Button type="submit" name="intent" value="remove" variant="ghost">
            {m.profile_picture_remove()}
          </Button>
        </form>
      )}
    </div>
  );
}
