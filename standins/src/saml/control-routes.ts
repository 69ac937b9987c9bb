import { Hono } from 'hono'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import type { SamlNeeds } from './memory.ts'
import { honest, responseXml, type Said } from './response.ts'
import { entityIdOf } from './sign-in-routes.ts'

/** Responses as a test wants them, signed by the provider's key or by another one, and new keys. */
export const samlControl = ({ memory, addresses, clock }: SamlNeeds): Hono =>
  new Hono()
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
