import type { RouteConfig } from "@react-router/dev/routes";
import { accountRoutes } from "./features/accounts/routes.ts";
import { assistantRoutes } from "./features/assistant/routes.ts";
import { businessRoutes } from "./features/business/routes.ts";
import { cartRoutes } from "./features/cart/routes.ts";
import { chatRoutes } from "./features/chat/routes.ts";
import { dealRoutes } from "./features/deals/routes.ts";
import { devRoutes } from "./features/dev/routes.ts";
import { earningRoutes } from "./features/earnings/routes.ts";
import { favoriteRoutes } from "./features/favorites/routes.ts";
import { helpRoutes } from "./features/help/routes.ts";
import { homeRoutes } from "./features/home/routes.ts";
import { listingRoutes } from "./features/listings/routes.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { preferenceRoutes } from "./features/preferences/routes.ts";
import { reviewRoutes } from "./features/reviews/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { sellerRoutes } from "./features/sellers/routes.ts";
import { seoRoutes } from "./features/seo/routes.ts";
import { shellRoutes } from "./features/shell/routes.ts";

/** Every address of the product. Those of the host (/events, /healthz, /readyz, /metrics) are in server/app.ts. */
export default [
  ...listingRoutes,
  ...businessRoutes,
  ...accountRoutes,
  ...favoriteRoutes,
  ...earningRoutes,
  ...sellerRoutes,
  ...reviewRoutes,
  ...cartRoutes,
  ...chatRoutes,
  ...dealRoutes,
  ...notificationRoutes,
  ...assistantRoutes,
  ...helpRoutes,
  ...searchRoutes,
  ...preferenceRoutes,
  ...shellRoutes,
  ...seoRoutes,
  ...devRoutes,
  ...homeRoutes,
] satisfies RouteConfig;
