import type { MiddlewareHandler } from 'hono'
import { AppError } from '#errors/app-error.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { ADMIN_ROLES } from '#identity/admin/identify-admin.ts'
import type { AuthContext, AuthNeeds } from './auth-needs.ts'
import { bearerOf } from './caller.ts'
import { readObject } from './read-body.ts'

/** Requires a captcha if captchas are enabled. */
export const captchaRequired =
  (needs: AuthNeeds): MiddlewareHandler<RequestContext> =>
  async (c, next) => {
    await requireCaptcha(needs, c)
    await next()
  }

export async function requireCaptcha(needs: AuthNeeds, c: AuthContext): Promise<void> {
  if (!needs.isHuman || (await isService(needs, c))) return

  const { gotrue_meta_security: meta } = await readObject(c)
  const token =
    typeof meta === 'object' && meta !== null && 'captcha_token' in meta ? meta.captcha_token : ''
  if (typeof token !== 'string' || token === '') {
    throw captchaFailed('request disallowed (no captcha_token found)')
  }
  if (!(await needs.isHuman(token, c.env.incoming.clientAddress))) {
    throw captchaFailed('request disallowed (captcha was not solved)')
  }
}

async function isService(needs: AuthNeeds, c: AuthContext): Promise<boolean> {
  const bearer = await bearerOf(needs, c)

  return bearer.kind === 'claims' && ADMIN_ROLES.includes(String(bearer.claims.role))
}

const captchaFailed = (why: string) =>
  new AppError('captcha_failed', 400, `captcha protection: ${why}`)
