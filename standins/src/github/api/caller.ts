import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { GithubNeeds } from '#github/memory/memory.ts'
import {
  asAddress,
  asApplication,
  asInstallation,
  asPerson,
  type Counted,
} from '#github/memory/rates.ts'
import type { Registration } from '#github/registrations/registration.ts'
import type { ApiEnv, Bot, Caller } from './api-env.ts'
import { authenticateApplication, identifyCredential } from './credentials.ts'
import {
  type Accessor,
  badCredentials,
  badJwt,
  notAccessible,
  notFound,
  requiresAuthentication,
} from './errors.ts'
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
    if (shown.caller?.program.kind === 'classic-token') {
      c.header('x-oauth-scopes', shown.caller.scopes.join(', '))
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

type Right = {
  /** The permission that an app or a fine-grained token needs. */
  permission: string
  access: 'read' | 'write'
  /** Any one of these is enough for a classic token. */
  scopes: string[]
}

/** Throws unless the caller has the right; the headers say what would be enough. */
export function requireRight(c: Context<ApiEnv>, { permission, access, scopes }: Right): Caller {
  const caller = requireUser(c)
  const { program } = caller

  if (program.kind === 'classic-token') {
    c.header('x-accepted-oauth-scopes', scopes.join(', '))
    // GitHub answers 404 without the scope.
    if (!scopes.some((one) => caller.scopes.includes(one))) throw notFound()
    return caller
  }
  c.header('x-accepted-github-permissions', `${permission}=${access}`)
  const granted = program.permissions[permission]
  if (granted !== access && granted !== 'write') throw notAccessible(accessorOf(caller))

  return caller
}

export const accessorOf = (caller: Caller | null): Accessor =>
  caller?.program.kind === 'fine-grained-token' ? 'personal access token' : 'integration'
