// Registers the operators' routes, except takedown notices, which are registered with the visitors' forms.
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import type { Services } from '../services.ts';
import { adminAudit } from './admin-audit.ts';
import { adminCockpit } from './admin-cockpit.ts';
import { adminEngine } from './admin-engine.ts';
import { adminFilms } from './admin-films.ts';
import { adminKeys } from './admin-keys.ts';
import { adminPageViews } from './admin-page-views.ts';
import { adminSignIn } from './admin-sign-in.ts';
import { adminTrending } from './admin-trending.ts';
import { adminTrendingTools } from './admin-trending-tools.ts';
import { adminWorthFeaturing } from './admin-worth-featuring.ts';

/** Registers the routes. */
export function operatorRoutes(
  app: FastifyInstance,
  services: Services,
  { admin, paceBody, options }: RouteContext,
): void {
  const { signingIn, curating, ordering, inspecting, filming, networkOf } = services;
  adminSignIn(app, { ...admin, signingIn, networkOf });
  adminTrending(app, { ...admin, curating, publicUrl: options.publicUrl });
  adminTrendingTools(app, { ...admin, curating, ordering, inspecting });
  adminFilms(app, { ...admin, filming, networkOf, paceBody });
  adminWorthFeaturing(app, { ...admin, popular: services.popular });
  adminPageViews(app, { ...admin, sumUpPageViews: services.sumUpPageViews });
  adminKeys(app, { ...admin, apiKeys: services.apiKeys, clock: services.clock });
  adminAudit(app, { ...admin, auditLog: services.auditLog });
  adminCockpit(app, { ...admin, cockpit: services.cockpit, operating: services.operating });
  adminEngine(app, { ...admin, engine: services.engine });
}
