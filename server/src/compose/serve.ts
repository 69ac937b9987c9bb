import type { Clock } from '@app/platform/clock/clock.ts'
import type { Config } from '#config/config.ts'
import { loadSecrets, publicKeyOf } from '@app/platform/config/secrets.ts'
import type { Database } from '@app/platform/db/database.ts'
import { listen } from '@app/platform/http/frame/listen.ts'
import { liveReloadTag } from '#http/pages/live-reload.ts'
import { pageCache } from '#http/pages/page-cache.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import type { Log } from '@app/platform/log/log.ts'
import { type Metrics, openMetrics } from '@app/platform/log/metrics.ts'
import { useCodeHost } from '#projects/links-table.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { createApp, metricsApp } from './app.ts'
import { startBackground } from './background.ts'
import { openCodeHost } from './open-code-host.ts'
import { openDataApi } from './open-data-api.ts'
import { openFarewell } from './open-farewell.ts'
import { openFiles } from './open-files.ts'
import { openFunctions } from './open-functions.ts'
import { openIdentity } from './open-identity.ts'
import { openNewsletter } from './open-newsletter.ts'
import { openPersonalData } from './open-personal-data.ts'
import { openPublicContent } from './open-public-content.ts'

export type Running = {
  url: string
  /** Does all background work that is due now: for tests, which move the clock instead of waiting. */
  settle(): Promise<void>
  /** Renders the public pages before somebody asks for them; logs what cannot be rendered. */
  warm(): Promise<void>
  stop(): Promise<void>
}

type Needs = { config: Config; db: Database; web: WebBuild; clock: Clock; log: Log }

/** The product over a database that is open already; whoever opened it closes it. */
export async function serve({ config: given, db, web, clock, log }: Needs): Promise<Running> {
  const secrets = loadSecrets(given)
  const config = { ...given, public: { ...given.public, publishableKey: publicKeyOf(secrets) } }
  const metrics = openMetrics()
  metrics.watchPool(db.stats)
  const sealing = keyring(secrets.encryptionKeys)
  const files = openFiles({ secrets, db, clock })
  await useCodeHost(db, config.public.github.webUrl)
  const codeHost = openCodeHost({ config, db, clock, log, keyring: sealing })
  const personalData = openPersonalData({ config, db, clock, files, keyring: sealing })
  const ground = { config, db, clock, log, metrics }
  const background = await startBackground({
    ...ground,
    keyring: sealing,
    codeHost,
    files,
    personalData,
  })
  const identity = await openIdentity({ config, secrets, db, clock, log, metrics })
  const auth = { ...identity, farewell: openFarewell(codeHost) }
  const dataApi = await openDataApi({ config: config.rest, db, log, auth })
  const newsletter = openNewsletter({ config: config.newsletter, db, keyring: sealing, log })
  const functions = openFunctions({ ...ground, auth, newsletter, codeHost, personalData })
  const content = await openPublicContent({ db, log })
  const pages = pageCache({
    renderer: web.renderer,
    config: config.public,
    content: content.current,
    atTheEnd: config.liveReload ? liveReloadTag : '',
  })
  let draining = false
  let stopped: Promise<void> | undefined
  const isDraining = () => draining
  const { serve: rest } = dataApi
  const app = await createApp({
    ...ground,
    web,
    pages,
    auth,
    files,
    rest,
    functions,
    newsletter,
    isDraining,
  })
  const collectors = await listenForCollectors(config, metrics)
  const door = await listen(app, config)

  return {
    url: `http://${hostInUrl(config.host)}:${door.port}`,
    settle: () => background.drain(),
    warm: () => pages.warm().catch((err) => log.error({ err }, 'a public page cannot be rendered')),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }

  async function stop(): Promise<void> {
    draining = true
    await door.drain(config.drainDelayMs)
    await collectors?.drain()
    dataApi.close()
    await content.close()
    await background.stop()
  }
}

function listenForCollectors(config: Config, metrics: Metrics) {
  const { host, port } = config.metrics
  if (port === null) return null

  return listen(metricsApp(config, metrics), { host, port, variables: METRICS_VARIABLES })
}

const METRICS_VARIABLES = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)
