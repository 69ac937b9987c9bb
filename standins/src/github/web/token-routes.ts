import { Hono } from 'hono'
import type { Token } from '#github/grants/grant-memory.ts'
import { ACCESS_LIFE_S, REFRESH_LIFE_S } from '#github/grants/tokens.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { readParameters } from '#oauth/read-parameters.ts'
import { answerDenial } from './denials.ts'
import { exchange } from './exchange.ts'
import { inFormatOf } from './token-formats.ts'

/** The token endpoint. GitHub answers errors with status 200. */
export const tokenRoutes = (needs: GithubNeeds): Hono =>
  new Hono().post('/login/oauth/access_token', async (c) => {
    const outcome = await exchange(needs, await readParameters(c))
    const answer = typeof outcome === 'string' ? answerDenial(outcome) : answerToken(outcome)

    return inFormatOf(c.req.header('accept'), answer)
  })

const answerToken = ({ accessToken, scopes, renewal }: Token) => ({
  access_token: accessToken,
  ...(renewal && {
    expires_in: ACCESS_LIFE_S,
    refresh_token: renewal.refreshToken,
    refresh_token_expires_in: REFRESH_LIFE_S,
  }),
  scope: scopes.join(','),
  token_type: 'bearer',
})
