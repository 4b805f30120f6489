import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const helpRoutes: RouteConfigEntry[] = [route("help", "features/help/help.route.tsx")];
