import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { findToken } from '#github/grants/tokens.ts'
import { findRegistration, type GithubNeeds } from '#github/needs.ts'
import type { Person } from '#github/people/person.ts'
import type { Registration } from '#github/registration.ts'
import type { ApiEnv, Caller } from './api-env.ts'
import { badCredentials, requiresAuthentication } from './errors.ts'
import { provenApplication } from './proven-application.ts'
import { showRate } from './rate-limit.ts'
import { asAddress, asApplication, asPerson, type Counted } from './rates.ts'

/** A token that is not good is refused everywhere, even where none is needed. */
export const identifyCaller = (needs: GithubNeeds) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const authorization = c.req.header('authorization')
    const accessToken = bearer(authorization)
    const caller = accessToken === undefined ? null : callerWith(needs, accessToken)
    const application = provenApplication(needs, authorization)
    const counted = countedAs(caller?.person, application, getConnInfo(c).remote.address)
    if (caller === undefined) {
      showRate(c, 'core', needs.memory.rates.look(counted, 'core'))
      throw badCredentials()
    }

    c.set('caller', caller)
    c.set('counted', counted)
    if (caller?.registration.kind === 'oauth-app') {
      c.header('x-oauth-scopes', caller.token.scopes.join(', '))
    }
    return next()
  })

export function mustBeCalled(c: Context<ApiEnv>): Caller {
  const caller = c.get('caller')
  if (!caller) throw requiresAuthentication()

  return caller
}

function callerWith(needs: GithubNeeds, accessToken: string): Caller | undefined {
  const token = findToken(needs.memory.grants.state, accessToken, needs.clock.now())
  const person = token && needs.memory.people.byId(token.personId)
  const registration = token && findRegistration(needs, token.clientId)

  return token && person && registration && { token, person, registration }
}

function countedAs(
  person: Person | undefined,
  application: Registration | undefined,
  address: string | undefined,
): Counted {
  if (person) return asPerson(person)

  return application ? asApplication(application) : asAddress(address)
}

/** GitHub takes both words, in any case. `Basic` names a program, not a person, and is read elsewhere. */
const bearer = (header: string | undefined) => /^(?:bearer|token) +(.*)$/i.exec(header ?? '')?.[1]
