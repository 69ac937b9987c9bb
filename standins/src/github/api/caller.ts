import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { GithubNeeds } from '#github/memory/needs.ts'
import {
  asAddress,
  asApplication,
  asInstallation,
  asPerson,
  type Counted,
} from '#github/memory/rates.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { ApiEnv, Caller, Robot } from './api-env.ts'
import { provenApplication } from './authenticate-application.ts'
import { whoShows } from './credentials.ts'
import { badCredentials, badJwt, notAccessible, requiresAuthentication } from './errors.ts'
import { showRate } from './rate-limit.ts'

/** A token that is not good is refused everywhere, even where none is needed. */
export const identifyCaller = (needs: GithubNeeds) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const authorization = c.req.header('authorization')
    const shown = await whoShows(needs, bearer(authorization))
    const counted = countedAs(
      shown?.caller ?? null,
      shown?.robot ?? null,
      shown?.app ?? provenApplication(needs, authorization),
      getConnInfo(c).remote.address,
    )
    if (shown === undefined) {
      showRate(c, 'core', needs.memory.rates.look(counted, 'core'))
      throw badCredentials()
    }

    c.set('caller', shown.caller)
    c.set('robot', shown.robot)
    c.set('app', shown.app)
    c.set('counted', counted)
    if (shown.caller?.registration.kind === 'oauth-app') {
      c.header('x-oauth-scopes', shown.caller.token.scopes.join(', '))
    }
    return next()
  })

export function mustBeCalled(c: Context<ApiEnv>): Caller {
  const caller = c.get('caller')
  if (c.get('robot')) throw notAccessible()
  if (c.get('app')) throw badJwt()
  if (!caller) throw requiresAuthentication()

  return caller
}

/** For what only the app itself may ask. */
export function mustBeApp(c: Context<ApiEnv>): Registration {
  const app = c.get('app')
  if (!app) throw badJwt()

  return app
}

export function mustBeRobot(c: Context<ApiEnv>): Robot {
  const robot = c.get('robot')
  if (c.get('caller')) throw notAccessible()
  if (!robot) throw requiresAuthentication()

  return robot
}

function countedAs(
  caller: Caller | null,
  robot: Robot | null,
  application: Registration | undefined,
  address: string | undefined,
): Counted {
  if (caller) return asPerson(caller.person)
  if (robot) return asInstallation(robot.installation)

  return application ? asApplication(application) : asAddress(address)
}

/** GitHub takes both words, in any case. `Basic` names a program, not a person, and is read elsewhere. */
const bearer = (header: string | undefined) => /^(?:bearer|token) +(.*)$/i.exec(header ?? '')?.[1]
