import { join } from 'node:path'
import { Hono } from 'hono'
import signInCss from '#oauth/sign-in.css?raw'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type Standin, standin } from '#runtime/standin.ts'
import { apiListener } from './api-listener.ts'
import { installRoutes } from './apps-web/install-routes.ts'
import { settingsRoutes } from './apps-web/settings-routes.ts'
import { downloadRoutes } from './archives/download-routes.ts'
import { deliveriesRoutes } from './browse/deliveries-routes.ts'
import { pullPageRoutes } from './browse/pull-page-routes.ts'
import { repositoryPageRoutes } from './browse/repository-page-routes.ts'
import { unblockRoutes } from './browse/unblock-routes.ts'
import { githubControl } from './control/control-routes.ts'
import { openAppKey } from './installations/app-key.ts'
import { openGithubMemory } from './memory/memory.ts'
import { localApp, type Registration } from './registrations/registration.ts'
import { seedGithub } from './seed/seed.ts'
import { transportRoutes } from './transport/transport-routes.ts'
import { authorizeRoutes } from './web/authorize-routes.ts'
import { peopleRoutes } from './web/people-routes.ts'
import { tokenRoutes } from './web/token-routes.ts'

/** Plays GitHub: pages and sign-in on one address, the API on another. */
const playGithub = (registrations: readonly Registration[], isDemo = false): Standin =>
  standin({
    name: 'github',
    title: 'GitHub',
    plays: 'Plays GitHub: these people are made up, and nothing here reaches github.com.',
    links: [
      { href: '/', label: 'People' },
      { href: '/deliveries', label: 'Deliveries' },
    ],
    files: { 'sign-in.css': signInCss },
    remember: (place) => openGithubMemory(place, isDemo),
    app: (needs) =>
      new Hono()
        .use(sameOriginOnly)
        .route('/', authorizeRoutes({ ...needs, registrations }))
        .route('/', tokenRoutes({ ...needs, registrations }))
        .route('/', installRoutes({ ...needs, registrations }))
        .route('/', settingsRoutes({ ...needs, registrations }))
        .route('/', deliveriesRoutes({ ...needs, registrations }))
        .route('/', transportRoutes({ ...needs, registrations }))
        .route('/', unblockRoutes({ ...needs, registrations }))
        .route('/', downloadRoutes({ ...needs, registrations }))
        .route('/', peopleRoutes({ ...needs, registrations }))
        .route('/', pullPageRoutes({ ...needs, registrations }))
        .route('/', repositoryPageRoutes({ ...needs, registrations })),
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
  /** Address of the first program: target of redirects after an installation, and of webhooks. */
  productUrl?: string
  /** Where its API is, if that is another address. */
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
