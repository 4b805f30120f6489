import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { type ReactNode, useId, useRef } from "react";
import { m } from "#app/paraglide/messages.js";

type PhotoOrderProps = {
  keys: readonly string[];
  onMove: (key: string, to: number) => void;
  children: ReactNode;
};

/** Makes the tiles inside draggable by mouse, touch (after a delay, so that scrolling works) and keyboard. */
export function PhotoOrder({ keys, onMove, children }: PhotoOrderProps) {
  const id = useId();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const total = keys.length;
  const placeOf = (key: unknown) => keys.indexOf(String(key)) + 1;
  const lifted = useRef(false);
  const announcements: Announcements = {
    onDragStart({ active }) {
      lifted.current = true;
      return m.photos_drag_lifted({ position: placeOf(active.id), total });
    },
    onDragOver({ active, over }) {
      // A drag begins over the photo's own position. Announcing that position would interrupt the announcement that the
      // photo was picked up.
      const isBeginning = lifted.current && over?.id === active.id;
      lifted.current = false;
      return over && !isBeginning ? m.photos_drag_over({ position: placeOf(over.id), total }) : undefined;
    },
    // The picker says where a photo was moved to.
    onDragEnd: ({ active, over }) =>
      over?.id === active.id || !over ? m.photos_drag_cancelled() : undefined,
    onDragCancel: () => m.photos_drag_cancelled(),
  };

  function dropped({ active, over }: DragEndEvent): void {
    if (over && over.id !== active.id) onMove(String(active.id), placeOf(over.id) - 1);
  }

  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{ announcements, screenReaderInstructions: { draggable: m.photos_drag_help() } }}
    >
      <SortableContext items={[...keys]} strategy={rectSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
