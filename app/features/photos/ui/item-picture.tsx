import { Image as ImageIcon } from "lucide-react";
import { useState } from "react";
import { classes } from "#app/ui/classes.ts";
import { Photo } from "./photo.tsx";
import type { Item } from "./picker-state.ts";

type ItemPictureProps = {
  item: Item;
  /** The displayed width, as the `sizes` of an `<img>`. */
  sizes: string;
  className?: string;
};

/** Shows a local preview until the server's picture is ready. */
export function ItemPicture({ item, sizes, className }: ItemPictureProps) {
  const [unreadable, setUnreadable] = useState(false);
  const pictureClass = classes("size-full object-cover", className);
  if (item.state === "stored")
    return <Photo photo={item.photo} alt="" sizes={sizes} priority className={pictureClass} />;
  // Most browsers cannot show HEIC. The server's picture replaces this placeholder.
  if (!item.preview || unreadable)
    return (
      <span className="flex size-full items-center justify-center text-soft">
        <ImageIcon aria-hidden="true" className="size-8" strokeWidth={1.5} />
      </span>
    );
  return (
    <img
      src={item.preview}
      alt=""
      onError={() => setUnreadable(true)}
      className={classes(pictureClass, "opacity-60")}
    />
  );
}
