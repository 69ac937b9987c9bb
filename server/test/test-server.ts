import { fileURLToPath } from 'node:url'
import { machineClock } from '@app/platform/clock/clock.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import {
  keptLog,
  refuseSecrets,
  type TestServerOptions,
  testEnvironment,
} from '@app/platform/test/test-server.ts'
import { onTestFinished } from 'vitest'
import { serve } from '#compose/serve.ts'
import { readConfig } from '#config/read-config.ts'
import { loadWebBuild, type WebBuild } from '#http/pages/web-build.ts'

/** The product on a free port, over a database of the test; log lines are collected. */
export async function startTestServer({
  env = {},
  clock = machineClock,
  db: given,
  atEnd = onTestFinished,
}: TestServerOptions = {}) {
  const db = given ?? (await recycledDatabase())
  const config = readConfig({ ...(await testEnvironment(atEnd)), SEED: 'none', ...env })
  const { log, logged } = keptLog(config.logLevel)
  const running = await serve({ config, db, web: await web(), clock, log })
  atEnd(async () => {
    await running.stop()
    refuseSecrets(logged)
  })

  return { ...running, db, config, logged }
}

let built: Promise<WebBuild> | undefined

function web() {
  built ??= loadWebBuild(fileURLToPath(new URL('../../web/dist', import.meta.url)))
  return built
}
