import { Hono } from 'hono'
import { openRepository } from '#github/access/open-repository.ts'
import { WRITE_CODE } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { missingField, notFound, validationFailed } from '#github/api/errors.ts'
import { readBody } from '#github/api/read-body.ts'
import { BYPASS_LIFE_MS } from '#github/memory/bypasses.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { githubTime } from '#github/shapes/user-shapes.ts'

const REASONS = ['false_positive', 'used_in_tests', 'will_fix_later']

/** Allows a secret that push protection refused. */
export const bypassRoutes = (needs: GithubNeeds) =>
  new Hono<ApiEnv>().post(
    '/repos/:owner/:name/secret-scanning/push-protection-bypasses',
    async (c) => {
      const { bypasses } = needs.memory
      const { repository } = openRepository(needs, c, WRITE_CODE)
      const { reason, placeholder_id: id } = await readBody(c)
      if (typeof id !== 'string') throw missingField('PushProtectionBypass', 'placeholder_id')
      if (!REASONS.includes(String(reason))) {
        throw validationFailed({
          resource: 'PushProtectionBypass',
          code: 'invalid',
          field: 'reason',
        })
      }
      const placeholder = bypasses.find(repository.id, id)
      if (!placeholder) throw notFound()
      const until = needs.clock.now() + BYPASS_LIFE_MS
      await bypasses.allow(placeholder, until)
      return c.json({ reason, expire_at: githubTime(until), token_type: placeholder.type })
    },
  )
