import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const assistantRoutes: RouteConfigEntry[] = [
  route("assistant/suggestions", "features/assistant/suggestions.route.ts"),
];
