import { join } from 'node:path'
import { Hono } from 'hono'
import { downloadRoutes } from '#github/archives/archive-routes.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type Standin, standin } from '#runtime/standin.ts'
import { apiListener } from './api-listener.ts'
import { installRoutes } from './apps-web/install-routes.ts'
import { accountPages } from './browse/account-pages.ts'
import { mergeRoute, repositoryPages } from './browse/repository-pages.ts'
import { githubControl } from './control/control-routes.ts'
import { openAppKey } from './installations/app-key.ts'
import { openGithubMemory } from './memory/memory.ts'
import { localApp, type Registration } from './registrations/registration.ts'
import { seedGithub } from './seed/seed.ts'
import { transportRoutes } from './transport/transport-routes.ts'
import { authorizeRoutes } from './web/authorize-routes.ts'
import { tokenRoutes } from './web/token-routes.ts'

/** Plays GitHub: pages and sign-in on one address, the API on another. */
const playGithub = (registrations: readonly Registration[], isDemo = false): Standin =>
  standin({
    name: 'github',
    title: 'GitHub',
    plays: 'Plays GitHub: these people are made up, and nothing here reaches github.com.',
    links: [{ href: '/', label: 'People' }],
    remember: (place) => openGithubMemory(place, isDemo),
    app: (needs) =>
      new Hono()
        .use(sameOriginOnly)
        .route('/', authorizeRoutes({ ...needs, registrations }))
        .route('/', tokenRoutes({ ...needs, registrations }))
        .route('/', installRoutes({ ...needs, registrations }))
        .route('/', transportRoutes({ ...needs, registrations }))
        .route('/', downloadRoutes({ ...needs, registrations }))
        .route('/', accountPages({ ...needs, registrations }))
        .route('/', mergeRoute({ ...needs, registrations }))
        .route('/', repositoryPages({ ...needs, registrations })),
    control: (needs) => githubControl({ ...needs, registrations }),
    seed: (needs, input) => seedGithub({ ...needs, registrations }, input),
    listeners: { api: (needs) => apiListener({ ...needs, registrations }) },
  })

/** As the start script runs it: the demo's member is connected. */
export const github = playGithub([localApp], true)

type GithubOptions = {
  dataDir: string
  webPort?: number
  apiPort?: number
  host?: string
  /** Registered programs; default: the product's local one. */
  registrations?: readonly Registration[]
  /** The first program's URL: target of redirects after an installation, and of webhooks. */
  productUrl?: string
  /** The URL of its API, if different. */
  productApiUrl?: string
}

export async function startGithub(options: GithubOptions) {
  const { dataDir, webPort = 0, apiPort = 0, host, registrations = [localApp] } = options
  const ports = { http: webPort, api: apiPort }
  const { url, addresses, close } = await playGithub(registrations).start({
    dataDir,
    ports,
    productUrl: options.productUrl,
    productApiUrl: options.productApiUrl,
    ...(host && { host }),
  })
  const { appId, slug, clientId, clientSecret, webhookSecret } = registrations[0] ?? localApp

  return {
    webUrl: url,
    apiUrl: addresses.api ?? '',
    /** The registration's credentials. Making the key takes up to a second, the first time. */
    app: {
      id: appId,
      slug,
      clientId,
      clientSecret,
      webhookSecret,
      privateKey: openAppKey(join(dataDir, 'standins', 'github')).privatePem,
    },
    close,
  }
}
