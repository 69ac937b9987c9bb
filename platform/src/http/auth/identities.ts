import { readUuid } from '#db/uuid.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { unlinkIdentity } from '#identity/flows/unlink-identity.ts'
import { identityIdNoUuid, linkingDisabled, unexpectedAudience } from '#identity/oauth/errors.ts'
import { signedInAs } from '#identity/sessions/authorise.ts'
import type { Member } from '#identity/sessions/identify.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { beginAtProvider } from './authorize.ts'
import { clientOf, matchesAudience, memberOf } from './caller.ts'

export const getIdentities: Route = (needs) => async (c) => {
  const { account } = await linkingMember(needs, c)

  return c.json({ identities: userJson(account).identities })
}

/** Begins linking a provider's identity to the signed-in user's account. */
export const getLinkAuthorize: Route = (needs) => async (c) => {
  const member = await linkingMember(needs, c)
  const url = await beginAtProvider(needs, c, signedInAs(member))

  // A page calls this by fetch, which cannot navigate to another site, so it receives the URL as JSON.
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}

export const deleteIdentity: Route = (needs) => async (c) => {
  const member = await linkingMember(needs, c)
  const id = readUuid(c.req.param('id') ?? '')
  if (id === null) throw identityIdNoUuid()

  await unlinkIdentity(needs.identity, member, id, clientOf(c))
  return c.json({})
}

export async function linkingMember(needs: AuthNeeds, c: AuthContext): Promise<Member> {
  const member = await memberOf(needs, c)
  if (!needs.identity.settings.manualLinking) throw linkingDisabled()
  if (!matchesAudience(c, member)) throw unexpectedAudience()

  return member
}
