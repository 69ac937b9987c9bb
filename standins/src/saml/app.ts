import { Hono } from 'hono'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { who } from '#runtime/page.ts'
import { standin } from '#runtime/standin.ts'
import { openSamlMemory, type SamlNeeds, seedSamlPeople } from './memory.ts'
import { honest, responseXml, type Said } from './response.ts'
import { entityIdOf, signInRoutes } from './sign-in-routes.ts'

/** Plays the identity provider of a company: SAML 2.0 with made-up employees. */
export const saml = standin({
  name: 'saml',
  title: 'Lanternworks',
  plays: 'Plays the sign-in of a company: these employees are made up.',
  home: 'People',
  list: ({ memory }) =>
    memory.saml.state.people.map(({ name, email, department }) =>
      who(name, `${email}, ${department}`),
    ),
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

/** Responses as a test wants them, signed by the provider's key or by another one, and new keys. */
function samlControl({ memory, addresses, clock }: SamlNeeds): Hono {
  return new Hono()
    .post('/responses', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const email = input.text('person')
      const person = memory.saml.state.people.find((one) => one.email === email)
      if (!person) throw new InvalidInput('Nobody has this address.')
      const said = honest(
        {
          issuer: entityIdOf(addresses.http),
          acsUrl: input.text('acsUrl'),
          audience: input.text('audience'),
          requestId: input.has('requestId') ? input.text('requestId') : null,
          now: input.integer('now', clock.now()),
        },
        person,
      )
      const lies = (input.value('lies') ?? {}) as Partial<Said>
      const key = input.flag('otherKey') ? await memory.otherKey() : await memory.ownKey()

      return c.json({ xml: responseXml({ ...said, ...lies }, key) }, 201)
    })
    .post('/keys', async (c) => {
      await memory.rotate()
      return c.json({}, 201)
    })
}
