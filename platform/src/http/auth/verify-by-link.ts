import { AppError } from '#errors/app-error.ts'
import { toAppError } from '#http/frame/failures.ts'
import { validationFailed } from '#identity/errors.ts'
import { redeemLink, redeemLinkForCode } from '#identity/flows/redeem-link.ts'
import { isEmailType } from '#identity/one-time/code-kinds.ts'
import { PKCE_PREFIX } from '#identity/one-time/codes.ts'
import type { AuthContext, AuthNeeds, Route } from './auth-needs.ts'
import { takeFor } from './limits.ts'
import { presenterOf } from './presenter.ts'
import { readRedirectTo } from './redirect-parameters.ts'
import { errorParameters, sessionParameters, withFragment, withQuery } from './redirects.ts'
import { emailType, HALF_DONE } from './verify.ts'

/** The target of mailed links. A user is waiting, so every outcome is a redirect. */
export const getVerify: Route = (needs) => async (c) => {
  // Mail scanners send HEAD requests for links, which must not consume the code.
  if (c.req.method === 'HEAD') return c.body(null, 200)

  const { token, type } = c.req.query()
  if (!type) throw validationFailed('Verify requires a verification type')
  if (!token) throw validationFailed('Verify requires a token or a token hash')

  const target = readRedirectTo(needs, c)
  const isPkce = token.startsWith(PKCE_PREFIX)
  try {
    await takeFor(needs, c, 'verify')
    const location = isPkce
      ? await targetWithCode(needs, c, target, { token, type })
      : await targetWithSession(needs, c, target, { token, type })
    return c.redirect(location, 303)
  } catch (thrown) {
    const parameters = errorParameters(asKnown(thrown, needs))
    const location = isPkce ? withQuery(target, parameters) : target
    // Supabase Auth does not add it: the page that offers a new link needs the old link's type.
    const kind = isEmailType(type) ? { type } : {}

    return c.redirect(withFragment(location, { ...parameters, ...kind, sb: '' }), 303)
  }
}

type Link = { token: string; type: string }

async function targetWithSession(needs: AuthNeeds, c: AuthContext, target: string, link: Link) {
  const presented = { type: emailType(link.type), link: link.token }
  const session = await redeemLink(needs.identity, presented, await presenterOf(needs, c))
  if (!session) return withFragment(target, { message: HALF_DONE, sb: '' })

  return withFragment(target, { ...sessionParameters(session), type: link.type })
}

async function targetWithCode(needs: AuthNeeds, c: AuthContext, target: string, link: Link) {
  const presented = { type: emailType(link.type), link: link.token }
  const code = await redeemLinkForCode(needs.identity, presented, await presenterOf(needs, c))
  if (code) return withQuery(target, { code })

  const message = { message: HALF_DONE }
  return withFragment(withQuery(target, message), { ...message, sb: '' })
}

const asKnown = (thrown: unknown, { log }: AuthNeeds): AppError =>
  thrown instanceof AppError ? thrown : toAppError(thrown, log)
