import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import {
  assuredFunction,
  memberFunction,
  type ServerFunction,
  serviceFunction,
} from '#http/functions/server-function.ts'

type Needs = { db: Database }

/** The test program's functions: one for each kind of caller. */
export const testFunctions: Record<string, ServerFunction<Needs>> = {
  whoami: memberFunction(['GET', 'POST'], async (_request, { id }) => Response.json({ id })),
  'add-note': assuredFunction<Needs>(['GET', 'POST'], async (request, member, { db }) => {
    const id = randomUUID()
    await db.ask(member, {
      text: 'insert into public.notes (id, text) values ($1, $2)',
      values: [id, await request.text()],
    })
    return Response.json({ id })
  }),
  'read-apps': memberFunction('GET', async (_request, { id }) => Response.json({ id }), {
    scope: 'sync:read',
  }),
  operator: serviceFunction(['GET', 'POST'], async () => Response.json({})),
}
