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
import { githubTime } from '#github/shapes/user-shapes.ts'
import type { ApiEnv, Bot, Caller } from './api-env.ts'
import { authenticateApplication } from './authenticate-application.ts'
import { identifyCredential } from './credentials.ts'
import { badCredentials, badJwt, notAccessible, requiresAuthentication } from './errors.ts'
import { showRate } from './rate-limit.ts'

/** An invalid token is refused everywhere, even where none is needed. */
export const identifyCaller = (needs: GithubNeeds) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const authorization = c.req.header('authorization')
    const shown = await identifyCredential(needs, bearer(authorization))
    const counted = countedAs(
      shown?.caller ?? null,
      shown?.bot ?? null,
      shown?.app ?? authenticateApplication(needs, authorization),
      getConnInfo(c).remote.address,
    )
    if (shown === undefined) {
      showRate(c, 'core', needs.memory.rates.current(counted, 'core'))
      throw badCredentials()
    }

    c.set('caller', shown.caller)
    c.set('bot', shown.bot)
    c.set('app', shown.app)
    c.set('counted', counted)
    if (shown.caller?.program.kind === 'oauth-app') {
      c.header('x-oauth-scopes', shown.caller.scopes.join(', '))
    }
    const expiresAt = shown.caller?.tokenExpiresAt ?? null
    if (expiresAt !== null) {
      const [date, time] = githubTime(expiresAt).slice(0, -1).split('T')
      c.header('github-authentication-token-expiration', `${date} ${time} UTC`)
    }
    return next()
  })

export function requireUser(c: Context<ApiEnv>): Caller {
  const caller = c.get('caller')
  if (c.get('bot')) throw notAccessible()
  if (c.get('app')) throw badJwt()
  if (!caller) throw requiresAuthentication()

  return caller
}

/** For endpoints that need the app's JWT. */
export function requireApp(c: Context<ApiEnv>): Registration {
  const app = c.get('app')
  if (!app) throw badJwt()

  return app
}

export function requireBot(c: Context<ApiEnv>): Bot {
  const bot = c.get('bot')
  if (c.get('caller')) throw notAccessible()
  if (!bot) throw requiresAuthentication()

  return bot
}

function countedAs(
  caller: Caller | null,
  bot: Bot | null,
  application: Registration | undefined,
  address: string | undefined,
): Counted {
  if (caller) return asPerson(caller.person)
  if (bot) return asInstallation(bot.installation)

  return application ? asApplication(application) : asAddress(address)
}

/** GitHub accepts both schemes, in any case. `Basic` authenticates a program and is read elsewhere. */
const bearer = (header: string | undefined) => /^(?:bearer|token) +(.*)$/i.exec(header ?? '')?.[1]
