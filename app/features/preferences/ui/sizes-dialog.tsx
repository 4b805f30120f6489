import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { Sizes } from "#app/domain/categories/sizes.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { SizeFields } from "./size-fields.tsx";
import { type KnownSizes, useSizes } from "./use-sizes.ts";

const FORM = "sizes-form";

export function SizesDialog({
  signedIn,
  onClose,
  onSaved,
  opener,
}: {
  signedIn: boolean;
  onClose: () => void;
  onSaved: (sizes: Sizes) => void;
  opener: RefObject<HTMLElement | null>;
}) {
  const { load, save, saving } = useSizes(signedIn);
  const [knownSizes, setKnownSizes] = useState<KnownSizes>();

  // Loads the sizes each time the dialog opens, because another tab may have saved some.
  const begin = useEffectEvent(async (open: () => boolean) => {
    const loaded = await load();
    if (!open()) return;
    if (loaded) setKnownSizes(loaded);
    else onClose();
  });
  useEffect(() => {
    let open = true;
    void begin(() => open);
    return () => {
      open = false;
    };
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const saved = await save(new FormData(event.currentTarget));
    if (!saved) return;
    onSaved(saved);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      opener={opener}
      title={m.shell_sizes()}
      description={m.sizes_lead()}
      footer={
        <>
          <Button onClick={onClose}>{m.ui_cancel()}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={saving}
            busyLabel={m.sizes_saving()}
            disabled={!knownSizes}
          >
            {m.sizes_save()}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="grid gap-7">
        {knownSizes ? <SizeFields knownSizes={knownSizes} /> : <Skeleton className="h-96 w-full" />}
      </form>
    </Dialog>
  );
}
