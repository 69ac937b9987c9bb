import { LANGUAGES } from '@app/contract/languages'
import type { Clock } from '@app/platform/clock/clock.ts'
import {
  openPlatform,
  type Platform,
  type PlatformOptions,
} from '@app/platform/compose/open-platform.ts'
import type { Ports } from '@app/platform/compose/open-ports.ts'
import { servePlatform } from '@app/platform/compose/serve-platform.ts'
import { warmSignIn } from '@app/platform/compose/warm-sign-in.ts'
import { loadSecrets, publicKeyOf } from '@app/platform/config/secrets.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { ServerLog } from '@app/platform/log/log.ts'
import { openOutbox } from '@app/platform/mail/outbox.ts'
import { keyring as openKeyring } from '@app/platform/sealing/keyring.ts'
import { recordServiceCalls } from '#admin/operations/record-calls.ts'
import { useBillingMode } from '#billing/billing-mode-table.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import type { Config } from '#config/config.ts'
import { functionRoutes } from '#http/functions/routes.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import { isOptional, isSwitchedOff } from '#mails/notifications.ts'
import { templates } from '#mails/templates.ts'
import { useLanguages } from '#members/languages-table.ts'
import { openKeptSubscriptions } from '#newsletter/kept-subscriptions.ts'
import type { Newsletter } from '#newsletter/subscribe.ts'
import { mailingList } from '#outside/newsletter.ts'
import { endCopies } from '#private-imports/delete-temporary-clone.ts'
import { useCodeHost } from '#projects/links-table.ts'
import { startProductBackground } from './background.ts'
import { productBuild, productRelease } from './folders.ts'
import { identityHooks } from './identity-hooks.ts'
import { mailBrandOf } from './mail-brand.ts'
import { openAdmin } from './open-admin.ts'
import { openBilling } from './open-billing.ts'
import { openCodeHost } from './open-code-host.ts'
import { openPages } from './open-pages.ts'
import { openPersonalData } from './open-personal-data.ts'
import { openPrivateImports } from './open-private-imports.ts'
import { productRoutes } from './product-routes.ts'
import { reportServers } from './report-servers.ts'
import { watchStored } from './watch-stored.ts'

export type Running = {
  url: string
  /** Does all background work that is due now, for tests that move the clock. */
  settle(): Promise<void>
  /** Begins the background work. */
  begin(): Promise<void>
  /** Shares the build's files, and renders the public pages before the first visit; logs what fails. */
  warm(): Promise<void>
  stop(): Promise<void>
}

type Needs = {
  config: Config
  db: Database
  web: WebBuild
  clock: Clock
  log: ServerLog
  hashing?: PlatformOptions['hashing']
  /** Open already; else they are opened last. */
  ports?: Ports
}

/** The product over an open database, which the caller closes. */
export async function serve(needs: Needs): Promise<Running> {
  const { config: read, db, web, clock, log, hashing } = needs
  const secrets = loadSecrets(read)
  const config = { ...read, public: { ...read.public, publishableKey: publicKeyOf(secrets) } }
  const keyring = openKeyring(secrets.encryptionKeys)
  const mailBrand = mailBrandOf(config.public)
  const outbox = openOutbox({ keyring, brand: mailBrand, templates })
  await configureDatabase(db, config)
  const endOwnCopies: CodeHost['endCopies'] = (grant) => endCopies(privateImports, grant)
  const isFirstAppOff = () => platform.switches.isOff('github-app')
  const host = { ...needs, config, keyring, isFirstAppOff, endCopies: endOwnCopies }
  const codeHost = openCodeHost(host)
  const platform = await openPlatform({
    ...needs,
    config,
    secrets,
    mailBrand,
    hooks: identityHooks({ adminEmails: config.adminEmails, codeHost, outbox, clock }),
    optionalMails: { isOptional, isSwitchedOff },
    build: productBuild(),
  })
  const { limits, files, auth, functionHost, metrics } = platform
  const privateImports = openPrivateImports({ config, platform, codeHost, outbox })
  const personalData = openPersonalData({ db, clock, limits, files, outbox })
  const { billing, forJobs } = openBilling({ config, db, clock, log, limits, outbox })
  const newsletter = openNewsletter(config, platform)
  const parts = { config, platform, codeHost, personalData, privateImports, outbox }
  const background = await startProductBackground({ ...parts, billing: forJobs })
  watchStored({ config, db, clock, metrics, keys: secrets.encryptionKeys.length })
  const functions = functionRoutes(
    {
      ...needs,
      ...parts,
      admin: openAdmin({ ...parts, billing }),
      newsletter,
      billing,
      identity: auth.identity,
      limits,
    },
    functionHost,
  )
  const [shown] = await Promise.all([
    openPages({ config, db, web, log }),
    warmSignIn(auth, hashing),
  ])
  const stopRecording = recordServiceCalls({ db, clock, log })
  const own = await productRoutes({ ...needs, ...parts, ...shown, mailBrand, newsletter, metrics })
  const serving = await servePlatform(platform, { functions, own }, needs.ports)
  const reporting = reportServers({ db, log }, productRelease().version)
  let stopped: Promise<void> | undefined

  return {
    url: serving.url,
    settle: () => background.drain(),
    begin: () => background.begin(),
    warm: () => shown.warm(),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }

  async function stop(): Promise<void> {
    await serving.stop()
    stopRecording()
    await shown.close()
    await background.stop()
    await reporting.stop()
  }
}

/** What SQL has to know of the configuration. */
const configureDatabase = (db: Database, { public: { github }, lemonSqueezy }: Config) =>
  Promise.all([
    useLanguages(db, LANGUAGES),
    useCodeHost(db, github.webUrl),
    useBillingMode(db, lemonSqueezy.isTest),
  ])

const openNewsletter = (
  { newsletter }: Config,
  { db, keyring, limits, log }: Platform,
): Newsletter => ({
  list: newsletter && mailingList(newsletter),
  kept: openKeptSubscriptions({ db, keyring }),
  limits,
  log,
})
