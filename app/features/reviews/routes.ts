import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const reviewRoutes: RouteConfigEntry[] = [
  route("orders/:id/review", "features/reviews/review.route.tsx"),
  route("reviews/:id/answer", "features/reviews/answer.route.tsx"),
  route("reviews/:id/report", "features/reviews/report.route.tsx"),
];
