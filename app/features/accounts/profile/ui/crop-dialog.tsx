import { type RefObject, useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

const ZOOM = { min: 1, max: 4, step: 0.05 };

/** A part of the picture, in percent of its width and height. */
type Area = { x: number; y: number; width: number };

/** Asks which square of a picture to show. `onSave` gets the form to send. */
export function CropDialog({
  file,
  busy,
  fault,
  opener,
  onSave,
  onClose,
}: {
  file: File;
  busy: boolean;
  fault: string | null;
  opener: RefObject<HTMLElement | null>;
  onSave: (fields: FormData) => void;
  onClose: () => void;
}) {
  const [address, setAddress] = useState<string>();
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(ZOOM.min);
  const [area, setArea] = useState<Area | null>(null);
  const [unseen, setUnseen] = useState(false);

  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);

  function save(): void {
    const fields = new FormData();
    fields.set("file", file);
    if (area && !unseen) {
      for (const name of ["x", "y", "width"] as const) fields.set(name, String(area[name] / 100));
    }
    onSave(fields);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      opener={opener}
      title={m.profile_crop_title()}
      description={unseen ? undefined : m.profile_crop_lead()}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={busy || undefined}>
            {m.ui_cancel()}
          </Button>
          <Button variant="primary" busy={busy} onClick={save}>
            {m.profile_picture_save()}
          </Button>
        </>
      }
    >
      {fault && (
        <Alert tone="danger" className="mb-4">
          {fault}
        </Alert>
      )}
      {unseen ? (
        <Alert tone="notice">{m.profile_crop_unseen()}</Alert>
      ) : (
        <>
          <div className="relative aspect-square w-full overflow-hidden rounded-md bg-sunken">
            {address && (
              <Cropper
                image={address}
                crop={at}
                zoom={zoom}
                minZoom={ZOOM.min}
                maxZoom={ZOOM.max}
                aspect={1}
                cropShape="round"
                showGrid={false}
                objectFit="cover"
                keyboardStep={8}
                onCropChange={setAt}
                onZoomChange={setZoom}
                onCropAreaChange={setArea}
                mediaProps={{ alt: "", onError: () => setUnseen(true) }}
                cropperProps={{ role: "group", "aria-label": m.profile_crop_area() }}
              />
            )}
          </div>
          <label className="mt-5 flex items-center gap-4 font-semibold text-[0.9375rem]">
            {m.profile_crop_zoom()}
            <input
              type="range"
              {...ZOOM}
              value={zoom}
              onChange={(event) => setZoom(Number(event.currentTarget.value))}
              className="h-11 min-w-0 flex-1 accent-clay"
            />
          </label>
        </>
      )}
    </Dialog>
  );
}
