// The security headers of every response: content security policy, framing, sniffing, referrer and https.
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { SiteFacts } from '../services.ts';

/** The content security policy of all pages, directive by directive. */
export const CONTENT_SECURITY_POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const;

const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()';

/** The optional scripts that an operator can enable. */
export type OutsideScripts = Pick<SiteFacts, 'gtmId' | 'consentScriptUrl'>;

/** The origins of Google Tag Manager and Analytics, as listed in Google's guide to content security policies. */
const TAG_MANAGER = {
  'script-src': ['https://*.googletagmanager.com'],
  'img-src': ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  'connect-src': [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
} as const;

/** Returns the policy, extended for the scripts that the operator has enabled. */
export function policyFor({
  gtmId,
  consentScriptUrl,
}: OutsideScripts): Readonly<Record<string, readonly string[]>> {
  const own = consentScriptUrl ? [new URL(consentScriptUrl).origin] : [];
  const more = (name: keyof typeof TAG_MANAGER) => [
    ...CONTENT_SECURITY_POLICY[name],
    ...own,
    ...(gtmId ? TAG_MANAGER[name] : []),
  ];
  return {
    ...CONTENT_SECURITY_POLICY,
    'script-src': more('script-src'),
    'img-src': more('img-src'),
    'connect-src': more('connect-src'),
  };
}

/** Registers the headers; the two that force https are sent only where the public address is https. */
export async function securityHeaders(
  app: FastifyInstance,
  publicUrl: string | undefined,
  scripts: OutsideScripts = { gtmId: undefined, consentScriptUrl: undefined },
): Promise<void> {
  const https = publicUrl?.startsWith('https:') ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...policyFor(scripts),
        ...(https ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: true,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xContentTypeOptions: true,
    xDnsPrefetchControl: { allow: false },
    xDownloadOptions: false,
    xFrameOptions: { action: 'deny' },
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    hidePoweredBy: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY);
  });
}
