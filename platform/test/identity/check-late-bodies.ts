import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { type FactorsServer, memberWithFactor } from './factors-server.ts'
import { beginLateBody, type LateRequest } from './late-body.ts'

type Verb = { path: string; method?: string; body: (email: string) => object }
type Ending = (server: FactorsServer, member: { id: string; token: string }) => Promise<unknown>

export type Calls = {
  verbs: Record<string, Verb>
  /** All tables that they could change. */
  tables: string[]
}

const ENDINGS: Record<string, Ending> = {
  'a sign-out': (server, { token }) =>
    server.call('/logout?scope=local', { method: 'POST', as: token }),
  'a ban': (server, { id }) =>
    server.admin(`/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } }),
  'a deletion': (server, { id }) => server.admin(`/admin/users/${id}`, { method: 'DELETE' }),
}

/** A route that reads a body notices that the session ended while the body arrived. */
export function checkLateBodies(start: () => Promise<FactorsServer>, { verbs, tables }: Calls) {
  test.each(Object.keys(ENDINGS))(
    'a body that comes after %s changes nothing, whatever it asks for',
    async (ending) => {
      const server = await start()
      const begun: [string, LateRequest][] = []
      for (const [name, { method = 'POST', path, body }] of Object.entries(verbs)) {
        const { session, token, email } = await memberWithFactor(server)
        const headers = { apikey: server.keys.publishable, authorization: `Bearer ${token}` }
        const url = server.url + path
        begun.push([name, await beginLateBody({ method, url, headers, body: body(email) })])
        await ENDINGS[ending]?.(server, { id: session.user.id, token })
      }
      const before = await contents(server, tables)

      const refused: Record<string, boolean> = {}
      for (const [name, late] of begun) {
        const { status } = await late.finish()
        refused[name] = status === 401 || status === 403
      }

      expect(refused).toEqual(Object.fromEntries(Object.keys(verbs).map((name) => [name, true])))
      expect(await contents(server, tables)).toEqual(before)
    },
  )
}

async function contents({ db }: FactorsServer, tables: string[]) {
  const found = await db.askAll(
    theServer,
    tables.map((table) => ({ text: `select * from ${table} order by id` })),
  )

  return found.map(({ rows }) => rows)
}
