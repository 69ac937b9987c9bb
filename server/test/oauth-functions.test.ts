import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { functionNames } from '#http/functions/routes.ts'
import { startAuth } from './auth-server.ts'
import { JWT_SECRET, newMember } from './new-member.ts'

test('first-party clients call what an extension and a command line need, by scope, and nothing else', async () => {
  const server = await startAuth({ env: { JWT_SECRET, AUTH_RATE_LIMIT_FACTOR: '0' } })
  const member = await newMember(server.sql, {})
  const tokenWith = (scope: string) =>
    new SignJWT({ ...decodeJwt(member.token), client_id: member.id, scope })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JWT_SECRET))
  const openTo = async (token: string) => {
    const open: string[] = []
    for (const name of functionNames) {
      if ((await answerOf(server.url, name, token)) !== 'insufficient_scope') open.push(name)
    }
    return open
  }

  // The function reads no caller, so it is public.
  const open = ['newsletter-subscription']
  expect(await openTo(await tokenWith('openid email'))).toEqual(open)
  expect(await openTo(await tokenWith('sync:read'))).toEqual(['missing-repositories', ...open])
  expect(await openTo(await tokenWith('sync:write'))).toEqual([
    'continue-private-import',
    'delete-temporary-clone',
    'get-github-token',
    ...open,
    'record-pull',
    'record-push',
    'start-private-import',
    'sync-bolt-projects',
  ])
})

/** The code of the refusal, whichever method the function takes. */
async function answerOf(url: string, name: string, token: string): Promise<string> {
  for (const method of ['POST', 'GET', 'DELETE']) {
    const answer = await fetch(`${url}/functions/v1/${name}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    })
    const { code } = (await answer.json()) as { code?: string }
    if (answer.status !== 405) return code ?? ''
  }
  return ''
}
