import { findBrowser, findExtensionBrowser } from './browser.js'
import { findPgBouncer } from './pgbouncer.js'
import { findPostgres } from './postgres.js'
import { Refusal, say } from './run.js'

const TOOLS = {
  browser: {
    find: findBrowser,
    missing:
      'No browser found, the journeys are skipped: install Chromium, or set CHROMIUM to a browser.',
  },
  extensionBrowser: {
    find: findExtensionBrowser,
    missing:
      'No Chromium found that loads extensions, their journeys are skipped: install Chromium, or set CHROMIUM to one.',
  },
  pgbouncer: {
    find: findPgBouncer,
    missing: 'No PgBouncer found, its tests are skipped: install one, or set PGBOUNCER.',
  },
  postgres: {
    find: findPostgres,
    missing: 'No PostgreSQL found, its tests are skipped: install one, or set POSTGRES_BIN.',
  },
}

/** The programs that tests use beside packages. Installs missing programs if possible, else reports them. */
export async function findTestTools(names) {
  const tools = {}
  for (const name of names) {
    tools[name] = await TOOLS[name].find()
    if (tools[name]) continue

    say(`\n!!! ${TOOLS[name].missing}\n`)
    if (process.env.CI) throw new Refusal('With CI set, no tests may be skipped.')
  }
  return tools
}
