import type { CodeHost } from '#code-host/code-host.ts'
import { giveToken } from '#code-host/give-token.ts'
import { assuredFunction } from './assured-function.ts'

type Needs = { codeHost: CodeHost }

export const getGithubToken = assuredFunction<Needs>('GET', async (request, member, needs) => {
  const check = new URL(request.url).searchParams.get('check') === 'true'
  const reply = await giveToken(needs.codeHost, member.id, { check })

  return Response.json(reply, { headers: { 'cache-control': 'no-store' } })
})
