import { isUuid } from '#db/uuid.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { identityIdNoUuid, linkingDisabled, meantForOthers } from '#identity/oauth/errors.ts'
import { unlinkIdentity } from '#identity/oauth/unlink-identity.ts'
import { signedInAs } from '#identity/sessions/authorise.ts'
import type { Member } from '#identity/sessions/identify.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { departure } from './authorize.ts'
import { clientOf, isMeantFor, memberOf } from './speaker.ts'

export const getIdentities: Route = (needs) => async (c) => {
  const { account } = await linkingMember(needs, c)

  return c.json({ identities: userJson(account).identities })
}

/** The way to a provider for somebody signed in, who wants to sign in with it from now on. */
export const getLinkAuthorize: Route = (needs) => async (c) => {
  const member = await linkingMember(needs, c)
  const url = await departure(needs, c, signedInAs(member))

  // A page asks by fetch, which cannot follow to another site: it goes there by itself.
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}

export const deleteIdentity: Route = (needs) => async (c) => {
  const member = await linkingMember(needs, c)
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw identityIdNoUuid()

  await unlinkIdentity(needs.identity, member, id, clientOf(c))
  return c.json({})
}

export async function linkingMember(needs: AuthNeeds, c: AuthContext): Promise<Member> {
  const member = await memberOf(needs, c)
  if (!needs.identity.settings.manualLinking) throw linkingDisabled()
  if (!isMeantFor(c, member)) throw meantForOthers()

  return member
}
