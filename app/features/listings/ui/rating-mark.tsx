import { Star } from "lucide-react";
import type { SellerRating } from "../view.ts";

export function RatingMark({ rating: { text, label } }: { rating: SellerRating }) {
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <Star aria-hidden="true" className="size-3.5 shrink-0 fill-current text-clay" />
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
