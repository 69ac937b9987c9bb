import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Clock, machineClock } from '@app/platform/clock/clock.ts'
import type { Environment } from '@app/platform/config/environment.ts'
import type { Database } from '@app/platform/db/database.ts'
import { openLog } from '@app/platform/log/log.ts'
import { onTestFinished } from 'vitest'
import { serve } from '#compose/serve.ts'
import { readConfig } from '#config/read-config.ts'
import { loadWebBuild, type WebBuild } from '#http/pages/web-build.ts'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import type { AtEnd } from '@app/platform/test/fresh-database.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'

type Options = { env?: Environment; clock?: Clock; db?: Database; atEnd?: AtEnd }

/** The real server on a port of its own, over a database of the test's own; all it logs is kept. */
export async function startTestServer({
  env = {},
  clock = machineClock,
  db,
  atEnd = onTestFinished,
}: Options = {}) {
  const database = db ?? (await recycledDatabase())
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    LOG_LEVEL: 'debug',
    SEED: 'none',
    DATA_DIR: secretsFolder(atEnd),
    ...env,
  })
  const logged: string[] = []
  const log = openLog({
    level: config.logLevel,
    destination: { write: (line) => logged.push(line) },
  })
  const running = await serve({ config, db: database, web: await web(), clock, log })
  atEnd(async () => {
    await running.stop()
    refuseSecrets(logged)
  })

  return { ...running, db: database, config, logged }
}

/** Tokens of ours and of GitHub's, keys and password hashes, whatever they are called where they are written. */
const SECRET =
  /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}|gh[opsur]_\w{20,}|sb_secret_\w{8,}|\$argon2|\$2[aby]\$\d\d\$/

/** Whatever a test was about: nothing that opens an account is ever written to the log. */
function refuseSecrets(logged: readonly string[]): void {
  const told = logged.find((line) => SECRET.test(line))

  if (told) throw new Error(`A secret went to the log: ${told.slice(0, 500)}`)
}

/** Only the generated secrets lie there. */
function secretsFolder(atEnd: AtEnd) {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-secrets-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}

let built: Promise<WebBuild> | undefined

function web() {
  built ??= loadWebBuild(fileURLToPath(new URL('../../web/dist', import.meta.url)))
  return built
}
