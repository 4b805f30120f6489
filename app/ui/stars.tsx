import { Star } from "lucide-react";

const FIVE = [1, 2, 3, 4, 5];

/** `rating` is from 1 to 5. Hidden from screen readers, because the number is beside it. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span aria-hidden="true" className="relative inline-flex shrink-0">
      <span className="flex gap-0.5 text-edge">
        {FIVE.map((star) => (
          <Star key={star} className="size-4.5" strokeWidth={1.5} />
        ))}
      </span>
      <span
        className="absolute inset-y-0 left-0 flex gap-0.5 overflow-hidden text-clay"
        style={{ width: `${(Math.round(rating * 10) / 50) * 100}%` }}
      >
        {FIVE.map((star) => (
          <Star key={star} className="size-4.5 shrink-0 fill-current" strokeWidth={1.5} />
        ))}
      </span>
    </span>
  );
}
