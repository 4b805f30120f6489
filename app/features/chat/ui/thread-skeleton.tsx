import { m } from "#app/paraglide/messages.js";
import { Skeleton } from "#app/ui/lazy-load.tsx";

/** Stands where a conversation will be, below the row with the other person. */
export function ThreadSkeleton() {
  return (
    <div role="status" aria-label={m.chat_loading()} className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-3 border-line border-y px-4 py-1.5 sm:py-2.5">
        <Skeleton className="size-11 shrink-0 rounded-xs" />
        <Skeleton className="h-5 w-1/2" />
      </div>
      <div className="grid flex-1 content-end gap-3 px-4 py-3">
        <Skeleton className="h-10 w-3/5" />
        <Skeleton className="h-10 w-2/5 justify-self-end" />
        <Skeleton className="h-16 w-4/5" />
      </div>
      <div className="border-line border-t p-2 sm:p-3">
        <Skeleton className="h-11.5" />
      </div>
    </div>
  );
}
