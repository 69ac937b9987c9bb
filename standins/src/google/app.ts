import { Hono } from 'hono'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type Standin, standin } from '#runtime/standin.ts'
import { consentRoutes } from './consent-routes.ts'
import { googleControl } from './control-routes.ts'
import { discoveryRoutes } from './discovery-routes.ts'
import { type Client, localClient, openGoogleMemory } from './memory.ts'
import { seedPeople } from './people.ts'
import { peopleRoutes } from './people-routes.ts'
import { tokenRoutes } from './token-routes.ts'

/** Plays Google's sign-in: OpenID Connect with made-up people. */
const playGoogle = (clients: readonly Client[]): Standin =>
  standin({
    name: 'google',
    title: 'Google',
    plays: 'Plays Google’s sign-in: these people are made up, and nothing here reaches google.com.',
    links: [{ href: '/', label: 'People' }],
    remember: openGoogleMemory,
    app: (needs) =>
      new Hono()
        .use(sameOriginOnly)
        .route('/', discoveryRoutes({ ...needs, clients }))
        .route('/', consentRoutes({ ...needs, clients }))
        .route('/', tokenRoutes({ ...needs, clients }))
        .route('/', peopleRoutes({ ...needs, clients })),
    control: (needs) => googleControl({ ...needs, clients }),
    seed: (needs, input) => seedPeople({ ...needs, clients }, input),
  })

export const google = playGoogle([localClient])

type GoogleOptions = {
  dataDir: string
  port?: number
  host?: string
  /** Registered programs; default: the product's local one. */
  clients?: readonly Client[]
}

export async function startGoogle({ dataDir, port = 0, host, clients }: GoogleOptions) {
  const standin = clients ? playGoogle(clients) : google
  const { url, close } = await standin.start({
    dataDir,
    ports: { http: port },
    ...(host && { host }),
  })

  return { issuer: url, close }
}
