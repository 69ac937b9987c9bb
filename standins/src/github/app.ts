import { join } from 'node:path'
import { Hono } from 'hono'
import { downloadRoutes } from '#github/archives/archive-routes.ts'
import { openAppKey } from '#github/installations/installations.ts'
import { authorizeRoutes, tokenRoutes } from '#github/web/oauth-routes.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type Standin, type StartOptions, standin } from '#runtime/standin.ts'
import { apiListener } from './api-listener.ts'
import { installRoutes } from './apps-web/install-routes.ts'
import { accountLine, browsePages } from './browse/browse-pages.ts'
import { githubControl } from './control/control-routes.ts'
import { openGithubMemory } from './memory/memory.ts'
import { localApp, type Registration, standbyApp } from './registrations/registration.ts'
import { seedGithub } from './seed/seed.ts'
import { transportRoutes } from './transport/transport-routes.ts'

/** Plays GitHub: pages and sign-in on one address, the API on another. */
const playGithub = (registrations: readonly Registration[], isDemo = false): Standin =>
  standin({
    name: 'github',
    title: 'GitHub',
    plays: 'Plays GitHub: these people are made up, and nothing here reaches github.com.',
    home: 'People',
    list: ({ memory: { people } }) => [...people.all(), ...people.organisations()].map(accountLine),
    remember: (place) => openGithubMemory(place, registrations, isDemo),
    app: (needs) =>
      new Hono()
        .use(sameOriginOnly)
        .route('/', authorizeRoutes(needs))
        .route('/', tokenRoutes(needs))
        .route('/', installRoutes(needs))
        .route('/', transportRoutes(needs))
        .route('/', downloadRoutes(needs))
        .route('/', browsePages(needs)),
    control: githubControl,
    seed: seedGithub,
    listeners: { api: apiListener },
  })

/** As the start script runs it: the demo's member is connected. */
export const github = playGithub([localApp, standbyApp], true)

type GithubOptions = Omit<StartOptions, 'ports' | 'codeHostUrl'> & {
  /** Registered programs; default: the product's two. */
  registrations?: readonly Registration[]
}

const OURS = [localApp, standbyApp]

/** With `productUrl`, where redirects after an installation and webhooks of the first program go. */
export async function startGithub({ registrations = OURS, ...options }: GithubOptions) {
  const { url, addresses, close } = await playGithub(registrations).start(options)
  const [first = localApp, standby] = registrations
  const privateKey = openAppKey(join(options.dataDir, 'standins', 'github')).privatePem
  const credentialsOf = ({ appId, slug, clientId, clientSecret, webhookSecret }: Registration) => ({
    id: appId,
    slug,
    clientId,
    clientSecret,
    webhookSecret,
    privateKey,
  })

  return {
    webUrl: url,
    apiUrl: addresses.api ?? '',
    /** The registration's credentials. Making the key takes up to a second, the first time. */
    app: credentialsOf(first),
    /** The same of the second one. */
    standby: standby && credentialsOf(standby),
    close,
  }
}
