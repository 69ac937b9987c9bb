import { Hono } from 'hono'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { issueIdToken } from './id-token.ts'
import { findByEmail, type GoogleNeeds, ID_TOKEN_FAULTS, localClient } from './memory.ts'
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
      const input = fieldsOf(await readJson(c.req))
      const kind = input.oneOf('kind', ID_TOKEN_FAULTS)
      const remaining = input.integer('times', 1)
      if (!kind || remaining < 1) {
        throw new InvalidInput('Say a "kind", and "times" of at least 1.')
      }
      await google.change((state) => state.idTokenFaults.push({ kind, remaining }))
      return c.json({ kind, remaining }, 201)
    })
    .post('/id-tokens', async (c) => {
      const input = fieldsOf(await readJson(c.req))
      const person = findByEmail(needs, input.text('person'))
      if (!person) throw new InvalidInput('Nobody has this address.')
      const accessToken = newAccessToken()
      const idToken = await issueIdToken(needs, {
        person,
        clientId: input.text('clientId', localClient.clientId),
        scopes: SCOPES,
        accessToken,
        nonce: input.has('nonce') ? input.text('nonce') : undefined,
        fault: input.oneOf('fault', ID_TOKEN_FAULTS),
      })
      return c.json({ id_token: idToken, access_token: accessToken }, 201)
    })
}
