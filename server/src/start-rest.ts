import type { Clock } from '#clock/clock.ts'
import type { RestConfig } from '#config/read-rest-config.ts'
import type { Database } from '#db/database.ts'
import { openForeign } from '#db/open-foreign.ts'
import { listen } from '#http/frame/listen.ts'
import { jwtCallers } from '#http/rest/jwt-caller.ts'
import { openRest } from '#http/rest/open-rest.ts'
import type { Log } from '#log/log.ts'

const STATEMENT_LIMIT_MS = 60_000

type Needs = { config: RestConfig; clock: Clock; log: Log }

/** The data API alone, over any database. */
export async function startRest(needs: Needs) {
  const { config, clock } = needs
  const db = await openForeign({ uri: config.dbUri, clock, statementLimitMs: STATEMENT_LIMIT_MS })

  try {
    const running = await serveRest({ ...needs, db })
    return {
      ...running,
      db,
      stop: async () => {
        await running.stop()
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The same over a database that is open already; whoever opened it closes it. */
export async function serveRest({ config, clock, log, db }: Needs & { db: Database }) {
  const { anonRole, jwtSecret, jwtAudience } = config
  const callerOf = jwtCallers({ secret: jwtSecret, audience: jwtAudience, anonRole, clock })
  // As in PostgREST, roles have the limits that the database gives them.
  const options = { ...config, preRequest: nameOf(config.preRequest), statementLimits: {} }
  const rest = await openRest({ db, log, options, callerOf, mountedAt: '' })
  const door = await listen(rest.serve, config)

  return {
    url: `http://${config.host}:${door.port}`,
    stop: async () => {
      await door.drain()
      rest.close()
    },
  }
}

/** `schema.function`, or a function in `public`. */
function nameOf(text: string | null) {
  if (text === null) return undefined
  const dot = text.indexOf('.')

  return dot === -1
    ? { schema: 'public', name: text }
    : { schema: text.slice(0, dot), name: text.slice(dot + 1) }
}
