import type { Clock } from '#clock/clock.ts'
import type { RestConfig } from '#config/read-rest-config.ts'
import { quoteName } from '#data-api/quoting/identifiers.ts'
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

/** The same for a database that is already open; the caller closes it. */
export async function serveRest({ config, clock, log, db }: Needs & { db: Database }) {
  const { anonRole, jwtSecret, jwtAudience } = config
  const callerOf = jwtCallers({ secret: jwtSecret, audience: jwtAudience, anonRole, clock })
  // As in PostgREST, the database sets the limits of each role.
  const options = {
    ...config,
    preRequest: config.preRequest === null ? undefined : quoted(config.preRequest),
    statementLimits: {},
    alsoExposed: [],
    credentialHeaders: [],
  }
  const rest = await openRest({ db, clock, log, options, callerOf, mountedAt: '' })
  const listener = await listen(rest.serve, config)

  return {
    url: `http://${config.host}:${listener.port}`,
    stop: async () => {
      await listener.drain()
      await rest.close()
    },
  }
}

/** `schema.function`, or a function that the search path finds. */
function quoted(text: string): string {
  const dot = text.indexOf('.')
  const names = dot === -1 ? [text] : [text.slice(0, dot), text.slice(dot + 1)]

  return names.map(quoteName).join('.')
}
