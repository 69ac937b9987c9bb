import type { Context } from 'hono'
import type { ApiEnv, Caller } from '#github/api/api-env.ts'
import { Refusal } from '#github/api/errors.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { type Account, type Organisation, roleIn } from '#github/people/organisation.ts'
import { addressesOf } from '#github/shapes/addresses.ts'

/** An organisation may turn away a token that its person could use elsewhere. */
export function mustBeAdmitted(needs: GithubNeeds, c: Context<ApiEnv>, owner: Account): void {
  const caller = c.get('caller')
  const organisation = needs.memory.people.organisation(owner.login)
  if (!caller || !organisation) return
  if (organisation.requiresSso) throw ssoRequired(addressesOf(needs).web, organisation, caller)
  if (
    organisation.restrictsOauthApps &&
    caller.program.kind === 'oauth-app' &&
    !caller.program.isPersonal
  ) {
    throw appsRestricted(organisation)
  }
}

/** Owners may always delete. */
export function mustLetDelete(needs: GithubNeeds, c: Context<ApiEnv>, owner: Account): void {
  const caller = c.get('caller')
  const organisation = needs.memory.people.organisation(owner.login)
  const isOwner = organisation && caller && roleIn(organisation, caller.person.id) === 'admin'
  if (!organisation?.forbidsDeletion || isOwner) return
  throw new Refusal(403, 'Organization members cannot delete repositories.')
}

function ssoRequired(web: string, { login }: Organisation, { program }: Caller): Refusal {
  const isOfApp =
    program.kind === 'github-app' || (program.kind === 'oauth-app' && !program.isPersonal)
  const token = isOfApp ? 'OAuth token' : 'Personal Access token'

  return new Refusal(
    403,
    `Resource protected by organization SAML enforcement. You must grant your ${token} access to this organization.`,
    undefined,
    { 'x-github-sso': `required; url=${web}/orgs/${login}/sso?authorization_request=AAAA` },
  )
}

const appsRestricted = ({ login }: Organisation) =>
  new Refusal(
    403,
    `Although you appear to have the correct authorization credentials, the \`${login}\` organization has enabled OAuth App access restrictions, meaning that data access to third-parties is limited. For more information on these restrictions, including how to enable this app, visit https://docs.github.com/articles/restricting-access-to-your-organization-s-data/`,
  )
