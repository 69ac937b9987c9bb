import { Hono } from 'hono'
import { sameOriginOnly } from '#runtime/guard.ts'
import { standin } from '#runtime/standin.ts'
import { samlControl } from './control-routes.ts'
import { openSamlMemory, seedSamlPeople } from './memory.ts'
import post from './post.js?raw'
import { entityIdOf, signInRoutes } from './sign-in-routes.ts'

/** Plays the identity provider of a company: SAML 2.0 with made-up employees. */
export const saml = standin({
  name: 'saml',
  title: 'Lanternworks',
  plays: 'Plays the sign-in of a company: these employees are made up.',
  links: [{ href: '/', label: 'People' }],
  files: { 'post.js': post },
  remember: openSamlMemory,
  app: (needs) => new Hono().use(sameOriginOnly).route('/', signInRoutes(needs)),
  control: samlControl,
  seed: seedSamlPeople,
})

type SamlOptions = { dataDir: string; port?: number; host?: string }

export async function startSaml({ dataDir, port = 0, host }: SamlOptions) {
  const { url, close } = await saml.start({
    dataDir,
    ports: { http: port },
    ...(host && { host }),
  })

  return { url, entityId: entityIdOf(url), close }
}
