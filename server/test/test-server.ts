import { fileURLToPath } from 'node:url'
import { machineClock } from '@app/platform/clock/clock.ts'
import { recycledDatabase } from '@app/platform/test/recycled-database.ts'
import {
  keptLog,
  quickHashing,
  refuseSecrets,
  type TestServerOptions,
  testEnvironment,
} from '@app/platform/test/test-server.ts'
import { onTestFinished } from 'vitest'
import { serve } from '#compose/serve.ts'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/read-config.ts'
import { loadWebBuild, type WebBuild } from '#http/pages/web-build.ts'

type Options = TestServerOptions & {
  /** For limits that no variable sets. */
  adjust?: (config: Config) => Config
  /** For tests that count what is rendered. */
  adjustWeb?: (web: WebBuild) => WebBuild
}

/** The product on a free port, over a database of the test; log lines are collected. */
export async function startTestServer({
  env = {},
  clock = machineClock,
  db: given,
  atEnd = onTestFinished,
  hashing = quickHashing,
  adjust = (config) => config,
  adjustWeb = (web) => web,
}: Options = {}) {
  const db = given ?? (await recycledDatabase())
  const config = adjust(readConfig({ ...(await testEnvironment(atEnd)), SEED: 'none', ...env }))
  const { log, logged } = keptLog(config.logLevel)
  const running = await serve({ config, db, web: adjustWeb(await web()), clock, log, hashing })
  atEnd(async () => {
    await running.stop()
    refuseSecrets(logged)
  })
  await running.begin()

  return { ...running, db, config, logged }
}

let built: Promise<WebBuild> | undefined

function web() {
  built ??= loadWebBuild(fileURLToPath(new URL('../../web/dist', import.meta.url)))
  return built
}
