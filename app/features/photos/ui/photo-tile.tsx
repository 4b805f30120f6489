import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowLeft, ArrowRight, ArrowUpDown, RotateCw, Star, X } from "lucide-react";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { DropdownMenu, MenuItem } from "#app/ui/dropdown-menu.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { uploadFaultText } from "./fault-text.ts";
import { ItemPicture } from "./item-picture.tsx";
import type { Item } from "./picker-state.ts";

type PhotoTileProps = {
  item: Item;
  index: number;
  total: number;
  isMain: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  onRetry: () => void;
};

// The size of the buttons on a picture: full size on phones, for touch, and smaller on wider screens, so that they
// cover less of the picture.
const ON_PICTURE = "bg-raised/90 shadow-rest hover:bg-raised sm:size-9 sm:[&_svg]:size-[1.125rem]";

/** One photo of the picker. It is moved by dragging its picture (pointer, touch, keyboard) or by its menu. */
export function PhotoTile({ item, index, total, isMain, onMove, onRemove, onRetry }: PhotoTileProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: item.key,
    attributes: { roleDescription: m.photos_drag_role() },
  });
  const position = index + 1;
  const isSending = item.state === "waiting" || item.state === "sending";
  return (
    <li
      ref={setNodeRef}
      data-photo={item.key}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classes(
        "relative aspect-square overflow-hidden rounded-lg border border-line bg-sunken",
        isDragging && "z-10 opacity-80 shadow-float",
      )}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-label={m.photos_position({ position, total })}
        className="block size-full cursor-grab touch-manipulation select-none rounded-lg focus-visible:-outline-offset-4 active:cursor-grabbing"
      >
        <ItemPicture item={item} sizes="12rem" className="pointer-events-none" />
      </button>
      {isMain && (
        <Badge
          tone="clay"
          className="pointer-events-none absolute top-2 left-2 max-w-[calc(100%-3.75rem)] whitespace-normal!"
        >
          {m.photos_main()}
        </Badge>
      )}
      <IconButton
        label={isSending ? m.photos_cancel({ position }) : m.photos_remove({ position })}
        onClick={onRemove}
        className={classes("absolute top-1 right-1 noscript:hidden", ON_PICTURE)}
      >
        <X aria-hidden="true" />
      </IconButton>
      {item.state === "failed" ? (
        <div className="absolute inset-x-0 bottom-0 grid gap-2 bg-raised/95 p-2 text-sm">
          <p className="text-danger">{uploadFaultText(item.fault)}</p>
          <Button size="sm" icon={<RotateCw aria-hidden="true" className="size-4" />} onClick={onRetry}>
            {m.photos_retry()}
          </Button>
        </div>
      ) : (
        total > 1 && <OrderMenu index={index} total={total} onMove={onMove} />
      )}
      {isSending && <Progress item={item} position={position} />}
    </li>
  );
}

function OrderMenu({ index, total, onMove }: { index: number; total: number; onMove: (to: number) => void }) {
  const label = m.photos_options({ position: index + 1 });
  return (
    <div className="absolute right-1 bottom-1 noscript:hidden">
      <DropdownMenu
        label={label}
        trigger={
          <IconButton label={label} className={ON_PICTURE}>
            <ArrowUpDown aria-hidden="true" className="rotate-90" />
          </IconButton>
        }
      >
        {index > 0 && (
          <>
            <MenuItem onSelect={() => onMove(0)}>
              <Star aria-hidden="true" />
              {m.photos_make_main()}
            </MenuItem>
            <MenuItem onSelect={() => onMove(index - 1)}>
              <ArrowLeft aria-hidden="true" />
              {m.photos_move_left()}
            </MenuItem>
          </>
        )}
        {index < total - 1 && (
          <MenuItem onSelect={() => onMove(index + 1)}>
            <ArrowRight aria-hidden="true" />
            {m.photos_move_right()}
          </MenuItem>
        )}
      </DropdownMenu>
    </div>
  );
}

function Progress({ item, position }: { item: Item; position: number }) {
  const percent = item.state === "sending" ? Math.round(item.sent * 100) : 0;
  const text =
    item.state === "waiting" ? m.photos_waiting() : percent < 100 ? `${percent} %` : m.photos_processing();
  return (
    <div className="absolute bottom-2 left-2 grid w-[calc(100%-4rem)] gap-1 rounded-md bg-raised/90 px-2 py-1.5">
      <div
        role="progressbar"
        aria-label={m.photos_sending({ position })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-link transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <span aria-hidden="true" className="text-[0.8125rem] tabular-nums leading-tight">
        {text}
      </span>
    </div>
  );
}
