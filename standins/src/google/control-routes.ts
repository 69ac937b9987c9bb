import { Hono } from 'hono'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { issueIdToken } from './id-token.ts'
import { ID_TOKEN_FAULTS, readIdTokenFault } from './id-token-faults.ts'
import { findByEmail, type GoogleNeeds } from './memory.ts'
import { newAccessToken } from './token-routes.ts'

const SCOPES = ['openid', 'email', 'profile']

/** Faults of Google's own tokens and keys, and id tokens as Google's sign-in button issues them. */
export function googleControl(needs: GoogleNeeds): Hono {
  const { google, keys } = needs.memory

  return new Hono()
    .post('/keys', async (c) => {
      await keys.rotate({ dropsOld: fieldsOf(await readJson(c.req)).flag('dropsOld') })
      return c.json({ keys: await keys.published() }, 201)
    })
    .post('/id-token-faults', async (c) => {
      const fault = readIdTokenFault(await readJson(c.req))
      await google.change((state) => state.idTokenFaults.push(fault))
      return c.json(fault, 201)
    })
    .post('/id-tokens', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const person = findByEmail(needs, input.text('person'))
      if (!person) throw new InvalidInput('Nobody has this address.')
      const clientId = input.text('clientId')
      const owner = { clientId, sub: person.sub, scopes: SCOPES }
      const accessToken = newAccessToken()
      const idToken = await issueIdToken(needs, {
        ...owner,
        person,
        accessToken,
        nonce: input.has('nonce') ? input.text('nonce') : undefined,
        fault: input.oneOf('fault', ID_TOKEN_FAULTS),
      })
      return c.json({ id_token: idToken, access_token: accessToken }, 201)
    })
}
