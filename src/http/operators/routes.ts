// Registers the operators' routes.
import type { FastifyInstance } from 'fastify';
import { requireAdmin } from '../requests/admin-session.ts';
import type { RouteContext } from '../route-context.ts';
import { adminAudit } from './admin-audit.ts';
import { adminCockpit } from './admin-cockpit.ts';
import { adminEngine } from './admin-engine.ts';
import { adminFilms } from './admin-films.ts';
import { adminKeys } from './admin-keys.ts';
import { adminPageViews } from './admin-page-views.ts';
import { adminSignIn } from './admin-sign-in.ts';
import { adminTakedowns } from './admin-takedowns.ts';
import { adminTrending } from './admin-trending.ts';
import { adminTrendingTools } from './admin-trending-tools.ts';
import { adminWorthFeaturing } from './admin-worth-featuring.ts';

/** Registers the routes. All but those of signing in require a session before the body is read. */
export function operatorRoutes(app: FastifyInstance, context: RouteContext): void {
  adminSignIn(app, context);
  app.register(async (signedIn) => {
    requireAdmin(signedIn, context.admin);
    adminTrending(signedIn, context);
    adminTrendingTools(signedIn, context);
    adminFilms(signedIn, context);
    adminWorthFeaturing(signedIn, context);
    adminPageViews(signedIn, context);
    adminKeys(signedIn, context);
    adminAudit(signedIn, context);
    adminCockpit(signedIn, context);
    adminEngine(signedIn, context);
    adminTakedowns(signedIn, context);
  });
}
