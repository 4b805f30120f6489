import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const cartRoutes: RouteConfigEntry[] = [route("/cart", "features/cart/cart.route.tsx")];
