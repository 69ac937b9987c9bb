import { isDeepStrictEqual } from 'node:util'
import type { ExtensionFile, PublicContent } from '@app/contract/public-content'
import type { Database } from '@app/platform/db/database.ts'
import { keepCurrent } from '@app/platform/db/keep-current.ts'
import type { Log } from '@app/platform/log/log.ts'
import { plansForSale } from '#billing/plans-table.ts'
import type { Config } from '#config/config.ts'
import { openExtensionBuild } from '#http/extension/extension-file.ts'
import { openOtherBuilds } from '#http/pages/other-builds.ts'
import { pageCache } from '#http/pages/page-cache.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import { listShownResources } from '#resources/resources-table.ts'
import { shareAssets } from '#web-builds/share-assets.ts'
import { folders } from './folders.ts'

type Needs = { config: Config; db: Database; web: WebBuild; log: Log }

/** Pages with what they show: the tables' content, and whether the extension was built. */
export async function openPages({ config, db, web, log }: Needs) {
  const extension = openExtensionBuild({
    folder: config.extension.folder ?? folders.extension,
    siteUrl: config.siteUrl,
  })
  const content = await openPublicContent({ db, log, extensionFile: extension.file })
  const pages = pageCache({
    renderer: web.renderer,
    config: config.public,
    content: content.current,
    keepsPages: config.devRendererUrl === null,
  })

  return {
    web,
    pages,
    otherBuilds: openOtherBuilds({ db, log }),
    extension,
    warm: async () => {
      await shareAssets(db, web.assets).catch((err) => log.error({ err }, 'asset sharing failed'))
      await pages.warm().catch((err) => log.error({ err }, 'page rendering failed'))
    },
    close: content.close,
  }
}

type ContentNeeds = {
  db: Database
  log: Log
  /** As it is at this moment; the same object until it changes. */
  extensionFile: () => ExtensionFile | null
}

/** Notified by a trigger on every change of the tables. */
const CHANNEL = 'public_content'

/** The public pages' content, reloaded on changes. It stays the same object until it changes. */
async function openPublicContent({ db, log, extensionFile }: ContentNeeds) {
  let current: PublicContent = { plans: [], resourceCategories: [], extensionFile: null }
  const read = async () => {
    const plans = await plansForSale(db)
    const resourceCategories = await listShownResources(db)
    const next = { ...current, plans, resourceCategories }
    if (!isDeepStrictEqual(next, current)) current = next
  }
  const onFailure = (err: unknown) => log.error({ err }, 'public content reload failed')
  const close = await keepCurrent({ db, channel: CHANNEL, read, onFailure })

  return {
    current: () => {
      const file = extensionFile()
      if (file !== current.extensionFile) current = { ...current, extensionFile: file }
      return current
    },
    close,
  }
}
